internal import Glibc

/// A pipe by which signals and other threads end a wait for input.
struct WakePipe: ~Copyable {
  let readDescriptor: Int32
  let writeDescriptor: Int32

  init() throws(LineEditorError) {
    var descriptors: [Int32] = [-1, -1]
    guard unsafe pipe(&descriptors) == 0 else {
      throw LineEditorError(code: errno, operation: "make", path: "a pipe")
    }
    readDescriptor = descriptors[0]
    writeDescriptor = descriptors[1]
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(readDescriptor)
    close(writeDescriptor)
  }

  /// Forgets wakes that have come.
  func drain() { Self.drain(readDescriptor) }

  /// Forgets wakes that have come to the pipe of `descriptor`.
  static func drain(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }

  /// Ends a wait at the pipe of `descriptor`; a full pipe wakes as well as one more byte would.
  static func wake(_ descriptor: Int32) {
    var byte: UInt8 = 0
    if descriptor >= 0 { unsafe write(descriptor, &byte, 1) }
  }
}
