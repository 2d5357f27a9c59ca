internal import Platform

/// The lines of a file, read block by block, so that a long file is never completely in memory.
final class FileLines {
  private let path: String
  private let file: Int32
  private var block: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  private static let blockCount = 1 << 18
  /// The maximum length of a line. A longer one is rejected.
  private static let longestLine = 1 << 24

  /// A pipe or a device is read to its end first, because it may block its reader, which may block
  /// other programs.
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

  /// Goes back to the first line.
  func rewind() throws {
    try FileBytes.seek(file, to: 0, path)
    block = []
    position = 0
    isAtEnd = false
  }

  /// Returns the next line without its end, or nil after the last one.
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

  /// Keeps the rest, and reads another block after it.
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
