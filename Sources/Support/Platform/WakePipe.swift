/// A pipe by which signals and other threads end a wait for input. Neither end ever blocks.
package struct WakePipe: ~Copyable {
  /// The end that is polled.
  package let readDescriptor: Int32
  /// The end that ends a wait when a byte is written to it.
  package let writeDescriptor: Int32

  /// Makes a pipe that programs which this process starts do not get.
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

  /// Forgets wakes that have come.
  package func drain() { Self.drain(readDescriptor) }

  /// Forgets wakes that have come to the pipe of a descriptor.
  package static func drain(_ descriptor: Int32) {
    while (try? FileDescriptor.read(descriptor, atMost: 256))?.isEmpty == false {}
  }

  /// Ends a wait at the pipe of a descriptor; −1 does nothing. A full pipe ends it as well.
  package static func wake(_ descriptor: Int32) {
    var byte: UInt8 = 0
    if descriptor >= 0 { unsafe write(descriptor, &byte, 1) }
  }
}
