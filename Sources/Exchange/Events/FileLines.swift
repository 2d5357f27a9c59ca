internal import Platform

/// The lines of a file, which are read block by block, so that a long file is never completely in
/// memory.
final class FileLines {
  private let path: String
  private let file: Int32
  private var block: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  private static let blockCount = 1 << 18
  /// The maximum length of a line. A longer line is an error.
  private static let longestLine = 1 << 24

  /// Opens a file. A pipe or a device is first read to its end. Otherwise a slow writer could keep
  /// the import waiting, and the import could keep other programs waiting.
  ///
  /// - Throws: ``ExchangeError`` if the file cannot be opened.
  init(_ path: String) throws {
    self.path = path
    let source = try FileBytes.reading(path) {
      try FileDescriptor.open(path, O_RDONLY)
    }
    if let status = try? FileDescriptor.status(source), status.st_mode & S_IFMT == S_IFREG {
      file = source
    } else {
      defer { close(source) }
      file = try TemporaryFile.copy(of: source, path)
    }
  }

  deinit { close(file) }

  /// Returns to the first line.
  func rewind() throws {
    try FileBytes.seek(file, to: 0, path)
    block = []
    position = 0
    isAtEnd = false
  }

  /// Returns the next line without its newline, or nil after the last line.
  func next() throws -> ArraySlice<UInt8>? {
    var searched = position
    while true {
      if let end = block[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return block[position..<end]
      }
      if isAtEnd {
        guard position < block.count else { return nil }
        defer { position = block.count }
        return block[position...]
      }
      let waiting = block.count - position
      try readBlock()
      searched = waiting
    }
  }

  /// Reads another block after the bytes that have not been used yet.
  private func readBlock() throws {
    block.removeFirst(position)
    position = 0
    let kept = block.count
    guard kept < Self.longestLine else {
      throw ExchangeError(.importFailed, "“\(path)” has a line of more than 16 MiB.")
    }
    block.append(contentsOf: repeatElement(0, count: Self.blockCount))
    let count = try FileBytes.reading(path) {
      try FileDescriptor.read(file, into: &block, from: kept)
    }
    block.removeLast(Self.blockCount - count)
    isAtEnd = count == 0
  }
}
