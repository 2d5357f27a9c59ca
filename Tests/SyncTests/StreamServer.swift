import Sync
import Testing

/// A server for tests that stores streams.
protocol StreamServer: AnyObject {
  /// The address of the server, without a password.
  var url: String { get }

  /// Starts the server, and waits until it accepts connections.
  func start() throws

  /// Kills the server, like a power cut.
  func kill()

  /// Asks the server to stop.
  func stop()

  /// Suspends or resumes the server. While suspended, it does not answer, and its connections stay
  /// open.
  func standStill(_ isStill: Bool)
}

extension StreamServer {
  /// Creates and opens a stream on the server.
  func stream() throws -> any ServedStream {
    let stream = try StreamServers([url]).stream("tests")
    try stream.make()
    return stream
  }
}
