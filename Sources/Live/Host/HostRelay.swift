internal import Exchange
internal import Notation
internal import Platform

/// The native host of a browser that `record` has started. It passes messages on between the
/// extension and the recording process. If that process ends for any reason, the browser is closed.
package enum HostRelay {
  private static let blockSize = 1 << 16

  /// Passes messages on between the extension and the recording process until the browser quits.
  ///
  /// - Parameters:
  ///   - path: The socket of the recording process.
  ///   - input: The descriptor with the extension's messages.
  ///   - output: The descriptor for messages to the extension.
  package static func run(_ path: String, input: Int32, output: Int32) throws {
    if let socket = try? LocalSocket.connect(to: path) {
      defer { FileDescriptor.close(socket) }
      // The socket was created without blocking.
      _ = fcntl(socket, F_SETFL, 0)
      if try pass(input, output, socket) { return }
    }
    let pipe = MessagePipe(reading: input, writing: output)
    try pipe.send(.object([("kind", .string("quit"))]))
    while case .message = try pipe.receive(by: nil) {}
  }

  /// - Returns: True if the browser has quit, or false if the recording process has ended.
  private static func pass(_ input: Int32, _ output: Int32, _ socket: Int32) throws -> Bool {
    while true {
      var watched = [input, socket].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard FileDescriptor.wait(for: &watched, milliseconds: -1) > 0 else { continue }
      if watched[0].revents != 0 {
        let bytes = try FileDescriptor.read(input, atMost: blockSize)
        if bytes.isEmpty { return true }
        do { try FileDescriptor.writeAll(socket, bytes) } catch { return false }
      }
      if watched[1].revents != 0 {
        guard let bytes = try? FileDescriptor.read(socket, atMost: blockSize), !bytes.isEmpty else {
          return false
        }
        try FileDescriptor.writeAll(output, bytes)
      }
    }
  }
}
