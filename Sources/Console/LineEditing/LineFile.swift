internal import Platform

/// Small files that the line editor reads.
enum LineFile {
  /// Reads a regular file. Returns nil if the file cannot be read or is longer than a limit.
  static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
    guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NONBLOCK) else { return nil }
    defer { close(file) }
    guard let status = try? FileDescriptor.status(file), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      guard let block = try? FileDescriptor.read(file, atMost: 1 << 12) else { return nil }
      if block.isEmpty { return bytes }
      bytes += block
    }
    return nil
  }
}
