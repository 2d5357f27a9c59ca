internal import Glibc

/// Reading and writing whole files. What is imported is never changed.
enum FileBytes {
  /// A larger file is refused: what it holds has to fit into memory.
  static let most = 1 << 29

  /// All bytes of a file.
  static func all(of path: String) throws -> [UInt8] {
    try withFile(path) { file, count in
      guard count <= most else {
        throw ImportFailure("“\(path)” is too large: at most 512 MiB can be read.")
      }
      return try read(file, count: count, path)
    }
  }

  /// The first bytes, by which a format is known.
  static func first(_ count: Int, of path: String) throws -> [UInt8] {
    try withFile(path) { file, size in try read(file, count: min(count, size), path) }
  }

  private static func withFile<Value>(
    _ path: String, _ body: (Int32, Int) throws -> Value
  ) throws -> Value {
    // A pipe would be waited for until somebody writes to it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImportFailure("“\(path)” is no file.")
    }
    return try body(file, Int(status.st_size))
  }

  private static func read(_ file: Int32, count: Int, _ path: String) throws -> [UInt8] {
    var isDamaged = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = Glibc.read(file, buffer.baseAddress.map { $0 + filled }, count - filled)
        if got < 0, errno == EINTR { continue }
        isDamaged = got < 0
        guard got > 0 else { break }
        filled += got
      }
    }
    if isDamaged { throw failure(path) }
    return bytes
  }

  /// Writes bytes where an open file stands.
  static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(file, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw writingFailure(path) }
      written += count
    }
  }

  static func failure(_ path: String) -> ImportFailure {
    ImportFailure("“\(path)” cannot be read: \(String(cString: strerror(errno))).")
  }

  static func writingFailure(_ path: String) -> ImportFailure {
    ImportFailure("“\(path)” cannot be written: \(String(cString: strerror(errno))).")
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Without the white space at its ends; a mark that stands on such a blank stays.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// Whether it begins with these bytes, whatever marks stand on the last of them.
  func begins(with sign: StaticString) -> Bool {
    sign.withUTF8Buffer { utf8.starts(with: $0) }
  }
}

extension Substring {
  /// What stands behind so many bytes of ASCII.
  func dropping(_ count: Int) -> Substring { Substring(utf8.dropFirst(count)) }

  /// The two sides of the first place of a sign, whatever marks stand on its last byte; nil where it is not.
  func parted(at sign: String) -> (before: Substring, behind: Substring)? {
    guard let range = utf8.firstRange(of: sign.utf8) else { return nil }
    return (Substring(utf8[..<range.lowerBound]), Substring(utf8[range.upperBound...]))
  }
}
