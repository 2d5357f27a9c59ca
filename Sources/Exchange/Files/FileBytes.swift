internal import Platform

/// Functions that read and write complete files. Imported files are never changed.
enum FileBytes {
  /// The maximum size of a file. A larger file is rejected, because the contents must fit into
  /// memory.
  static let most = 1 << 29

  /// Returns all bytes of a file.
  static func all(of path: String) throws -> [UInt8] {
    try withFile(path) { file, count in
      guard count <= most else {
        throw ExchangeError(.importFailed, "“\(path)” is too large: at most 512 MiB can be read.")
      }
      return try read(file, count: count, path)
    }
  }

  /// Returns the text of a file in UTF-8. See ``DecodedText``.
  static func text(of path: String) throws -> DecodedText {
    try DecodedText(all(of: path), path)
  }

  /// Returns the first bytes of a file, which identify its format.
  static func first(_ count: Int, of path: String) throws -> [UInt8] {
    try withFile(path) { file, size in try read(file, count: min(count, size), path) }
  }

  private static func withFile<Value>(
    _ path: String, _ body: (Int32, Int) throws -> Value
  ) throws -> Value {
    // Opening a pipe would block until another process writes to it.
    let file = try reading(path) {
      try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
    }
    defer { close(file) }
    let status = try reading(path) { try FileDescriptor.status(file) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ExchangeError(.importFailed, "“\(path)” is not a file.")
    }
    return try body(file, Int(status.st_size))
  }

  private static func read(_ file: Int32, count: Int, _ path: String) throws -> [UInt8] {
    try reading(path) {
      var bytes: [UInt8] = []
      while bytes.count < count {
        let block = try FileDescriptor.read(file, atMost: count - bytes.count)
        // Usually the first block contains all bytes, and need not be copied.
        if block.isEmpty { break } else if bytes.isEmpty { bytes = block } else { bytes += block }
      }
      return bytes
    }
  }

  /// Writes bytes at the current position of an open file.
  static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws {
    try writing(path) { try FileDescriptor.writeAll(file, bytes) }
  }

  /// Runs an operation that reads a file. If the system reports an error, the name of the file is
  /// added to the error.
  static func reading<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as Errno {
      throw ExchangeError(
        .importFailed, "“\(path)” cannot be read: \(error.text).", underlying: error)
    }
  }

  /// Runs an operation that writes a temporary file. If the system reports an error, the name of
  /// the file is added to the error.
  static func writing<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as Errno {
      throw ExchangeError(
        .importFailed, "“\(path)” cannot be written: \(error.text).", underlying: error)
    }
  }

  /// Moves to a position in an open file.
  static func seek(_ file: Int32, to position: Int, _ path: String) throws {
    try reading(path) { guard lseek(file, position, SEEK_SET) >= 0 else { throw Errno.last } }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without white space at its beginning and end. A combining mark after a space is
  /// preserved.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// Whether the text begins with some bytes, even if a combining mark follows them.
  func begins(with sign: StaticString) -> Bool {
    sign.withUTF8Buffer { unsafe utf8.starts(with: $0) }
  }
}

extension StaticString {
  /// Whether the text occurs at a position in some bytes.
  func stands(in bytes: [UInt8], at place: Int) -> Bool {
    guard place >= 0, utf8CodeUnitCount <= bytes.count - place else { return false }
    return withUTF8Buffer { word in
      word.indices.allSatisfy { unsafe bytes[place + $0] == word[$0] }
    }
  }
}

extension Substring {
  /// Returns the text after a number of ASCII bytes.
  func dropping(_ count: Int) -> Substring { Substring(utf8.dropFirst(count)) }

  /// Returns the parts before and after the first occurrence of a separator, or nil if the
  /// separator does not occur. Combining marks after the separator are ignored.
  func parted(at sign: String) -> (before: Substring, after: Substring)? {
    guard let range = utf8.firstRange(of: sign.utf8) else { return nil }
    return (Substring(utf8[..<range.lowerBound]), Substring(utf8[range.upperBound...]))
  }
}
