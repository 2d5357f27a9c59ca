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

  /// Stops or resumes it. While stopped, it answers nothing, and its connections stay open.
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
