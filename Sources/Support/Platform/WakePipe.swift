/// A pipe that signal handlers and other threads use to end a wait for input. Neither end blocks.
package struct WakePipe: ~Copyable {
  /// The end of the pipe that is polled.
  package let readDescriptor: Int32
  /// The end of the pipe to which a byte is written in order to end a wait.
  package let writeDescriptor: Int32

  /// Creates a pipe that started programs do not inherit.
  package init() throws {
    (readDescriptor, writeDescriptor) = try FileDescriptor.pipe()
    for descriptor in [readDescriptor, writeDescriptor] {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readDescriptor)
    close(writeDescriptor)
  }

  /// Discards the bytes written to the pipe so far.
  package func drain() { Self.drain(readDescriptor) }

  /// Discards the bytes written so far to the pipe with a reading end.
  package static func drain(_ descriptor: Int32) {
    while (try? FileDescriptor.read(descriptor, atMost: 256))?.isEmpty == false {}
  }

  /// Ends a wait by writing a byte to the pipe with a writing end. Does nothing if the descriptor
  /// is −1. If the pipe is full, no byte is needed to end the wait.
  package static func wake(_ descriptor: Int32) {
    var byte: UInt8 = 0
    if descriptor >= 0 { unsafe write(descriptor, &byte, 1) }
  }
}
