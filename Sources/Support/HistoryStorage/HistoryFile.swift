internal import Platform

/// A history of lines that several running programs share through one file.
///
/// The file has libedit's format and mode 0600. Missing folders are created with mode 0700. Each
/// line is appended under a lock (`flock`), so no program's lines are lost. A line can have an
/// owner, such as a profile. All programs can use all lines, but the lines of a single owner can be
/// removed.
///
/// If the file cannot be used or is not a history, it is not changed, and ``problem`` contains the
/// reason.
package final class HistoryFile {
  /// A line and its owner.
  package struct Entry: Hashable, Sendable {
    /// The original line.
    package let line: String
    /// The owner of the line, or nil if the file does not name an owner for the line.
    package let owner: String?

    /// Creates an entry.
    package init(_ line: String, owner: String? = nil) {
      self.line = line
      self.owner = owner
    }
  }

  /// The path of the file, which may be a symbolic link.
  package let path: String
  /// The maximum number of lines to read, which are the newest lines. The file is rewritten when it
  /// contains more than twice this number.
  package let limit: Int
  /// The owner of the lines appended from now on, in letters and digits, or nil for no owner.
  package var owner: String?
  /// The reason why lines cannot be stored, or nil if the last operation succeeded.
  package private(set) var problem: String?

  /// The state of the file when it was last read.
  private var known = FileMark()
  /// The last bytes that were read. These bytes show whether lines were appended to the file or the
  /// file was rewritten.
  private var knownTail: ArraySlice<UInt8> = []

  /// The maximum number of bytes to read from the end of the file.
  private let largestBytes: Int

  /// Creates a history with the path of its file, which is not opened until lines are read or
  /// written.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist yet.
  ///   - limit: The maximum number of lines to read, which are the newest lines.
  /// - Precondition: `limit` is positive.
  package convenience init(path: String, limit: Int = 10_000) {
    self.init(path: path, limit: limit, largestBytes: 64 << 20)
  }

  /// Creates a history with a limit on the number of bytes read from the end of its file. The usual
  /// limit is 64 MiB. Tests use a lower limit.
  init(path: String, limit: Int, largestBytes: Int) {
    precondition(limit > 0, "The limit of a line history must be positive.")
    self.path = path
    self.limit = limit
    self.largestBytes = largestBytes
  }

  /// A change of the file since it was last read.
  package enum Change: Equatable {
    /// The file has not changed.
    case none
    /// Lines were appended. The value contains only the new lines.
    case appended([String])
    /// The file is new or was rewritten. The value contains all lines of the file.
    case replaced([String])
  }

  /// Reads the changes since the last call. If reading fails, sets ``problem`` and returns
  /// ``Change/none``.
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

  /// Makes the next call of ``changes()`` return all lines, as if no lines had been read yet.
  package func forgetPosition() { remember(FileMark(), []) }

  /// Appends a line, unless it equals the previous line.
  ///
  /// - Returns: False if the file cannot be used. In that case, ``problem`` contains the reason.
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
        // A program that was killed while writing may have left a line without a newline.
        if let last = tail.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        // If the tail does not name an owner, an owner may be named before the tail.
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

  /// Removes lines by rewriting the file.
  ///
  /// The new file replaces the old file atomically and durably. Other programs that share the file
  /// drop the removed lines before their next prompt. Does nothing if there is no file.
  ///
  /// - Parameter isForgotten: Returns whether to remove a line. The closure is called up to twice
  ///   for each line.
  /// - Returns: The number of lines that were removed.
  /// - Throws: ``SystemError`` if the file cannot be read or replaced, or is not a history. In that
  ///   case, the file is unchanged.
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

  /// Whether the file is the file that was read last, unchanged except for appended bytes.
  private func continuesKnown(
    _ file: borrowing LockedFile, _ mark: FileMark
  ) throws -> Bool {
    guard known.size > 0, mark.isSameFile(as: known), mark.size >= known.size,
      mark.size - known.size <= largestBytes
    else { return false }
    let start = known.size - knownTail.count
    return try file.read(from: start, count: knownTail.count) == Array(knownTail)
  }

  /// Stores the state of the file after it was read.
  private func remember(_ mark: FileMark, _ bytes: ArraySlice<UInt8>) {
    known = mark
    knownTail = bytes.suffix(64)
  }

  /// Replaces the file with a new file that contains the given entries, and returns the mark of the
  /// new file.
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
      throw SystemError(
        operation: "keep lines, because this file is not a line history:", path: path)
    }
  }

  /// Visits each entry with the bytes of its line, without the newline. The file is read block by
  /// block.
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
      // The last line may continue in the next block.
      rest = block.isEmpty ? [] : Array(lines.removeLast())
      for line in lines { if let entry = reading.entry(line) { try body(entry, line) } }
      if block.isEmpty { return }
    }
  }

  /// Returns the entries in bytes of the file.
  private func entries(in bytes: [UInt8]) -> [Entry] {
    var reading = EntryReading()
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { reading.entry($0) }
  }

  /// Returns the owner that lines will have if they are appended now without naming an owner. If
  /// the tail is only part of the file and does not name an owner, returns an empty string, which
  /// is not the name of any owner.
  private func lastOwner(in tail: [UInt8], isWhole: Bool) -> String? {
    var reading = EntryReading(owner: isWhole ? nil : "")
    for line in tail.split(separator: UInt8(ascii: "\n")) { _ = reading.entry(line) }
    return reading.owner
  }
}

/// A reader of consecutive lines that keeps track of the current owner.
private struct EntryReading {
  /// The owner of the next line.
  var owner: String?

  /// Returns the entry in a line, or nil if the line is a header, an owner line or empty.
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
