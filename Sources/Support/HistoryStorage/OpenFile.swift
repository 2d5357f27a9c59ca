internal import Platform

/// A file descriptor that closes itself.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  private let path: String

  init(path: String, flags: Int32) throws {
    let opened = unsafe open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard opened >= 0 else {
      throw SystemError(code: Errno.last.rawValue, operation: "open", path: path)
    }
    descriptor = opened
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  /// Returns the state of the file. Throws if the file is not a regular file.
  func mark() throws -> FileMark {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw SystemError(code: errno, operation: "examine", path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(code: EINVAL, operation: "keep lines in", path: path)
    }
    return FileMark(status)
  }

  func restrict() throws {
    guard fchmod(descriptor, 0o600) == 0 else {
      throw SystemError(code: errno, operation: "restrict", path: path)
    }
  }

  func synchronize() throws {
    guard fsync(descriptor) == 0 else {
      throw SystemError(code: errno, operation: "write", path: path)
    }
  }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Platform.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else {
        throw SystemError(code: errno, operation: "write", path: path)
      }
      rest.removeFirst(written)
    }
  }
}
