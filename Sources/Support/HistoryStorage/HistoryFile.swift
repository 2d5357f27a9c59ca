internal import Platform

/// A history of lines that several running programs share through one file.
///
/// The file has libedit's format and mode 0600; missing folders are made with mode 0700. Each
/// line is appended under a lock (`flock`), so no program's lines are lost. A line has an owner,
/// such as a profile: every program is offered all lines, and the lines of one owner can be
/// forgotten alone.
///
/// A file that cannot be used, or that is not a history, is left as it is, and ``problem`` says
/// why.
package final class HistoryFile {
  /// A line and its owner.
  package struct Entry: Hashable, Sendable {
    /// The original line.
    package let line: String
    /// Whose line it is, or nil if the file does not say.
    package let owner: String?

    /// Makes an entry.
    package init(_ line: String, owner: String? = nil) {
      self.line = line
      self.owner = owner
    }
  }

  /// The path of the file, which may be a symbolic link.
  package let path: String
  /// The number of of the newest lines that are offered. The file is rewritten when it has more
  /// than twice as many.
  package let limit: Int
  /// Whose lines are appended from now on, in letters and digits, or nil for nobody's.
  package var owner: String?
  /// Why lines cannot be stored at the moment; nil while they can.
  package private(set) var problem: String?

  /// How far the file was read.
  private var known = FileMark()
  /// The last bytes that were read: they tell a file that was appended to from one that was
  /// rewritten.
  private var knownTail: ArraySlice<UInt8> = []

  /// The most bytes that are read of a file, from its end.
  private let largestBytes: Int

  /// Names a file. It is not touched before lines are read or written.
  ///
  /// - Parameters:
  ///   - path: Where the file is, or will be made.
  ///   - limit: The number of of the newest lines that are offered.
  /// - Precondition: `limit` is positive.
  package convenience init(path: String, limit: Int = 10_000) {
    self.init(path: path, limit: limit, largestBytes: 64 << 20)
  }

  /// Names a file of which at most so many bytes are read, from its end; 64 MiB is usual, and a test
  /// takes less.
  init(path: String, limit: Int, largestBytes: Int) {
    precondition(limit > 0, "A line history keeps at least one line.")
    self.path = path
    self.limit = limit
    self.largestBytes = largestBytes
  }

  /// What has happened to the file since it was last read.
  package enum Change: Equatable {
    /// Nothing.
    case none
    /// These lines were appended.
    case appended([String])
    /// These are all lines now: the file is new, or was rewritten.
    case replaced([String])
  }

  /// Reads what is new. A failure is ``problem``, and counts as no change.
  ///
  /// - Complexity: One system call when nothing is new, otherwise O(new bytes).
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

  /// Has the next ``changes()`` return all lines, as if none had been read.
  package func readAnew() { remember(FileMark(), []) }

  /// Appends a line, unless it repeats the one before.
  ///
  /// - Returns: False when the file cannot be used; ``problem`` says why.
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

  /// Returns all lines with their owners, the oldest first; none when there is no file.
  ///
  /// - Throws: ``SystemError`` when the file cannot be read or is not a history.
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
  /// share it forget the lines before their next prompt. When there is no file, nothing is to be
  /// done.
  ///
  /// - Parameter isForgotten: Whether a line is removed. It is called up to twice for each.
  /// - Returns: The number of lines that were removed.
  /// - Throws: ``SystemError`` when the file cannot be read or replaced, or is not a history.
  ///   It is then as before.
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
  /// How much of the end of a file is read to find its last line.
  private static let tailBytes = 64 << 10

  /// Reads what is new in a file that has changed, and shortens one that has become too long.
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
    // The first line is probably cut off.
    if mark.size > largestBytes { bytes = bytes.drop { $0 != UInt8(ascii: "\n") } }
    let entries = entries(in: Array(bytes))
    let newest = Array(entries.suffix(limit))
    // To rewrite the file for each line beyond the limit would cost too much.
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

  /// Remembers how far the file was read.
  private func remember(_ mark: FileMark, _ bytes: ArraySlice<UInt8>) {
    known = mark
    knownTail = bytes.suffix(64)
  }

  /// Replaces the file by one with these lines.
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

  /// Throws when the file does not begin as a history does.
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

  /// Returns the owner of what is appended next. When the bytes do not tell it is the empty name,
  /// which no owner has.
  private func lastOwner(in tail: [UInt8], isWhole: Bool) -> String? {
    var reading = EntryReading(owner: isWhole ? nil : "")
    for line in tail.split(separator: UInt8(ascii: "\n")) { _ = reading.entry(line) }
    return reading.owner
  }
}

/// The meaning of the lines of a file, one after the other.
private struct EntryReading {
  /// The owner of the next line.
  var owner: String?

  /// Returns the entry that a line is, or nil for one that says something about the others.
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
