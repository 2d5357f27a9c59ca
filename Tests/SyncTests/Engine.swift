import Sync
import Testing

/// What keeps streams. Where one is not installed, the suite that is about it alone says so.
enum Engine: String, CaseIterable, CustomTestStringConvertible {
  case jetStream, postgreSQL

  static let installed = allCases.filter {
    switch $0 {
    case .jetStream: NATSServer.isInstalled
    case .postgreSQL: PostgreSQLServer.isInstalled
    }
  }

  var testDescription: String { rawValue }

  /// Starts a server alone.
  func server() throws -> any StreamServer {
    switch self {
    case .jetStream: try NATSServer()
    case .postgreSQL: try PostgreSQLServer()
    }
  }

  /// The address of a server at a port, which need not be there.
  func url(port: UInt16) -> String {
    switch self {
    case .jetStream: "nats://127.0.0.1:\(port)"
    case .postgreSQL: PostgreSQLServer.url(port: port)
    }
  }
}
