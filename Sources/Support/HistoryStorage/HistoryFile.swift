internal import Platform

/// A history of lines that several running programs share through one file.
///
/// The file has libedit's format and mode 0600. Missing folders are created with mode 0700. Each
/// line is appended under a lock (`flock`), so no program's lines are lost. A line has an owner,
/// such as a profile. Every program is offered all lines, but the lines of a single owner can be
/// forgotten.
///
/// A file that cannot be used, or is not a history, is not changed, and ``problem`` contains the
/// reason.
package final class HistoryFile {
  /// A line and its owner.
  package struct Entry: Hashable, Sendable {
    /// The original line.
    package let line: String
    /// The owner of the line, or nil if the file does not name one.
    package let owner: String?

    /// Creates an entry.
    package init(_ line: String, owner: String? = nil) {
      self.line = line
      self.owner = owner
    }
  }

  /// The path of the file, which may be a symbolic link.
  package let path: String
  /// The number of newest lines that are offered. The file is rewritten when it has more than twice
  /// as many.
  package let limit: Int
  /// The owner of the lines appended from now on, in letters and digits, or nil for no owner.
  package var owner: String?
  /// The reason why lines cannot be stored at the moment, or nil if they can.
  package private(set) var problem: String?

  /// The state of the file when it was last read.
  private var known = FileMark()
  /// The last bytes that were read. They distinguish a file to which lines were appended from a
  /// rewritten one.
  private var knownTail: ArraySlice<UInt8> = []

  /// The most bytes that are read of a file, from its end.
  private let largestBytes: Int

  /// Names a file. It is not touched before lines are read or written.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist yet.
  ///   - limit: The number of newest lines that are offered.
  /// - Precondition: `limit` is positive.
  package convenience init(path: String, limit: Int = 10_000) {
    self.init(path: path, limit: limit, largestBytes: 64 << 20)
  }

  /// Names a file, and limits the number of bytes read from its end. The usual limit is 64 MiB. Tests
  /// use less.
  init(path: String, limit: Int, largestBytes: Int) {
    precondition(limit > 0, "A line history keeps at least one line.")
    self.path = path
    self.limit = limit
    self.largestBytes = largestBytes
  }

  /// The change of the file since it was last read.
  package enum Change: Equatable {
    /// The file has not changed.
    case none
    /// These lines were appended.
    case appended([String])
    /// These are all lines now: the file is new, or was rewritten.
    case replaced([String])
  }

  /// Reads the changes. A failure sets ``problem`` and counts as no change.
  ///
  /// - Complexity: One system call if nothing has changed, otherwise O(new bytes).
  package func changes() -> Change {
    do {
      guard let mark = try FileMark.of(path) else {
        defer { remember(FileMark(), []) }
        return known == FileMark() ? .none : .replaced([])
      }
      guard mark != known else { return .none }
      let change = try readChanges()
      problem = nil
      return change
    } catch {
      problem = "\(error)"
      return .none
    }
  }

  /// Makes the next ``changes()`` return all lines, as if none had been read.
  package func readAnew() { remember(FileMark(), []) }

  /// Appends a line, unless it repeats the previous one.
  ///
  /// - Returns: False if the file cannot be used. ``problem`` then contains the reason.
  package func append(_ line: String) -> Bool {
    do {
      let file = try LockedFile(path: path, makesIt: true)
      let size = try file.size()
      let tail = try file.read(from: max(0, size - Self.tailBytes))
      if size > 0 || file.isLinked { try requireHistory(file) }
      try file.restrict()
      let last = entries(in: tail).last
      if last != Entry(line, owner: owner) {
        var bytes = size == 0 ? Array(HistoryEncoding.header.utf8) : []
        // A program that was killed while writing may have left a line without its end.
        if let last = tail.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        // If the tail names no owner, one may be named before it.
        if size > 0 ? lastOwner(in: tail, isWhole: size <= Self.tailBytes) != owner : owner != nil {
          bytes += HistoryEncoding.encode(owner: owner)
        }
        try file.append(bytes + HistoryEncoding.encode(line))
      }
      problem = nil
      return true
    } catch {
      problem = "\(error)"
      return false
    }
  }

  /// Returns all lines with their owners, oldest first, or no lines if there is no file.
  ///
  /// - Throws: ``SystemError`` if the file cannot be read or is not a history.
  /// - Complexity: O(file).
  package func entries() throws -> [Entry] {
    var entries: [Entry] = []
    guard try FileMark.of(path) != nil else { return [] }
    let file = try LockedFile(path: path, makesIt: false)
    guard try file.size() > 0 else { return [] }
    try requireHistory(file)
    try visit(file) { (entry, _) in entries.append(entry) }
    return entries
  }

  /// Rewrites the file without some lines.
  ///
  /// The new file replaces the old one in one step that survives a power cut. Other programs that
  /// share it forget the lines before their next prompt. Does nothing if there is no file.
  ///
  /// - Parameter isForgotten: Returns whether to remove a line. Called up to twice for each line.
  /// - Returns: The number of lines that were removed.
  /// - Throws: ``SystemError`` if the file cannot be read or replaced, or is not a history. The
  ///   file is then unchanged.
  /// - Complexity: O(file), and memory for one line.
  @discardableResult
  package func remove(where isForgotten: (Entry) -> Bool) throws -> Int {
    guard try FileMark.of(path) != nil else { return 0 }
    let file = try LockedFile(path: path, makesIt: false)
    guard try file.size() > 0 else { return 0 }
    try requireHistory(file)
    var count = 0
    try visit(file) { (entry, _) in if isForgotten(entry) { count += 1 } }
    guard count > 0 else { return 0 }
    try file.replace { new in
      var owner: String?
      try new.write(Array(HistoryEncoding.header.utf8))
      try visit(file) { (entry, bytes) in
        guard !isForgotten(entry) else { return }
        if entry.owner != owner { try new.write(HistoryEncoding.encode(owner: entry.owner)) }
        owner = entry.owner
        try new.write(bytes + [UInt8(ascii: "\n")])
      }
    }
    return count
  }
}

extension HistoryFile {
  /// The number of bytes read from the end of a file to find its last line.
  private static let tailBytes = 64 << 10

  /// Reads the changes of a changed file, and shortens the file if it has become too long.
  private func readChanges() throws -> Change {
    let file = try LockedFile(path: path, makesIt: false)
    let mark = try file.mark()
    if try continuesKnown(file, mark) {
      let bytes = try file.read(from: known.size)
      remember(mark, knownTail + bytes)
      return .appended(entries(in: bytes).map(\.line))
    }
    guard mark.size > 0 else {
      remember(mark, [])
      return .replaced([])
    }
    try requireHistory(file)
    var bytes = try file.read(from: max(0, mark.size - largestBytes))[...]
    remember(mark, bytes)
    // The first line is probably incomplete.
    if mark.size > largestBytes { bytes = bytes.drop { $0 != UInt8(ascii: "\n") } }
    let entries = entries(in: Array(bytes))
    let newest = Array(entries.suffix(limit))
    // Rewriting the file for each line beyond the limit would be too slow.
    if entries.count > limit * 2 { known = try rewrite(file, entries: newest) }
    return .replaced(newest.map(\.line))
  }

  /// Whether the file is the one that was read, with something appended.
  private func continuesKnown(
    _ file: borrowing LockedFile, _ mark: FileMark
  ) throws -> Bool {
    guard known.size > 0, mark.isSameFile(as: known), mark.size >= known.size,
      mark.size - known.size <= largestBytes
    else { return false }
    let start = known.size - knownTail.count
    return try file.read(from: start, count: knownTail.count) == Array(knownTail)
  }

  /// Remembers the state of the file after reading it.
  private func remember(_ mark: FileMark, _ bytes: ArraySlice<UInt8>) {
    known = mark
    knownTail = bytes.suffix(64)
  }

  /// Replaces the file by one that contains these lines.
  private func rewrite(
    _ file: borrowing LockedFile, entries: [Entry]
  ) throws -> FileMark {
    try file.replace { new in
      var owner: String?
      try new.write(Array(HistoryEncoding.header.utf8))
      for entry in entries {
        if entry.owner != owner { try new.write(HistoryEncoding.encode(owner: entry.owner)) }
        owner = entry.owner
        try new.write(HistoryEncoding.encode(entry.line))
      }
    }
  }

  /// Throws if the file does not begin with the header of a history.
  private func requireHistory(_ file: borrowing LockedFile) throws {
    let header = Array(HistoryEncoding.header.utf8)
    if try file.read(from: 0, count: header.count) != header {
      throw SystemError(operation: "keep lines, as it is not a line history:", path: path)
    }
  }

  /// Visits each line with its bytes, without its newline, reading the file block by block.
  private func visit(
    _ file: borrowing LockedFile,
    _ body: (Entry, ArraySlice<UInt8>) throws -> Void
  ) throws {
    var reading = EntryReading()
    var rest: [UInt8] = []
    var position = 0
    while true {
      let block = try file.read(from: position, count: 1 << 20)
      position += block.count
      rest += block
      var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // The last one may continue in the next block.
      rest = block.isEmpty ? [] : Array(lines.removeLast())
      for line in lines { if let entry = reading.entry(line) { try body(entry, line) } }
      if block.isEmpty { return }
    }
  }

  /// Returns the lines in some bytes.
  private func entries(in bytes: [UInt8]) -> [Entry] {
    var reading = EntryReading()
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { reading.entry($0) }
  }

  /// Returns the owner of lines appended next. If the bytes do not name one, this is the empty name,
  /// which no owner has.
  private func lastOwner(in tail: [UInt8], isWhole: Bool) -> String? {
    var reading = EntryReading(owner: isWhole ? nil : "")
    for line in tail.split(separator: UInt8(ascii: "\n")) { _ = reading.entry(line) }
    return reading.owner
  }
}

/// A reader of consecutive lines of a file.
private struct EntryReading {
  /// The owner of the next line.
  var owner: String?

  /// Returns the entry in a line, or nil for a header or an owner.
  mutating func entry(_ line: ArraySlice<UInt8>) -> HistoryFile.Entry? {
    // Some programs write the first line again when they append.
    if line.elementsEqual(HistoryEncoding.header.utf8.dropLast()) { return nil }
    if let named = HistoryEncoding.owner(in: line) {
      owner = named.isEmpty ? nil : named
      return nil
    }
    return HistoryEncoding.decode(line).map { HistoryFile.Entry($0, owner: owner) }
  }
}
