internal import Platform

/// A writer of a new file, which writes blocks of about 1 MiB.
struct NewFile: ~Copyable {
  private let file: OpenFile
  private var unwritten: [UInt8] = []

  init(_ file: consuming OpenFile) { self.file = file }

  /// Adds bytes to the file.
  mutating func write(_ bytes: [UInt8]) throws {
    unwritten += bytes
    guard unwritten.count >= 1 << 20 else { return }
    try file.write(unwritten)
    unwritten = []
  }

  /// Writes the remaining bytes and syncs the file.
  mutating func end() throws {
    try file.write(unwritten)
    unwritten = []
    try file.synchronize()
  }

  func mark() throws -> FileMark { try file.mark() }
}
