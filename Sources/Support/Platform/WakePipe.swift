/// A pipe with which signals and other threads end a wait for input. Neither end blocks.
package struct WakePipe: ~Copyable {
  /// The end that is polled.
  package let readDescriptor: Int32
  /// The end to which a byte is written to end a wait.
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

  /// Discards the wakes received so far.
  package func drain() { Self.drain(readDescriptor) }

  /// Discards the wakes received so far by the pipe of a descriptor.
  package static func drain(_ descriptor: Int32) {
    while (try? FileDescriptor.read(descriptor, atMost: 256))?.isEmpty == false {}
  }

  /// Ends a wait at the pipe of a descriptor. Does nothing for −1. A full pipe ends the wait as well.
  package static func wake(_ descriptor: Int32) {
    var byte: UInt8 = 0
    if descriptor >= 0 { unsafe write(descriptor, &byte, 1) }
  }
}
