import Sync
import Testing

/// The programs that store streams. If a program is not installed, its suite reports itself as
/// skipped.
enum Engine: String, CaseIterable, CustomTestStringConvertible {
  case jetStream, postgreSQL

  static let installed = allCases.filter {
    switch $0 {
    case .jetStream: NATSServer.isInstalled
    case .postgreSQL: PostgreSQLServer.isInstalled
    }
  }

  var testDescription: String { rawValue }

  /// Starts a single server.
  func server() throws -> any StreamServer {
    switch self {
    case .jetStream: try NATSServer()
    case .postgreSQL: try PostgreSQLServer()
    }
  }

  /// Returns the address of a server at a port. The server need not exist.
  func url(port: UInt16) -> String {
    switch self {
    case .jetStream: "nats://127.0.0.1:\(port)"
    case .postgreSQL: PostgreSQLServer.url(port: port)
    }
  }
}
