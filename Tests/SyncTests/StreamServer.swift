import Sync
import Testing

/// A server of a test that keeps streams.
protocol StreamServer: AnyObject {
  /// Its address, which has no password.
  var url: String { get }

  /// Starts it, and waits until it can be connected to.
  func start() throws

  /// Ends it as a power cut ends a process.
  func kill()

  /// Asks it to end.
  func stop()

  /// Lets it stand still, or go on: it answers nothing, and its connections stay.
  func standStill(_ isStill: Bool)
}

extension StreamServer {
  /// A stream that was made there.
  func stream() throws -> any ServedStream {
    let stream = try StreamServers([url]).stream("tests")
    try stream.make()
    return stream
  }
}

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
