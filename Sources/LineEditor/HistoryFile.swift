/// A line history that several running programs share through one file.
///
/// The file has libedit's format and mode 0600; missing folders are made with mode 0700. Each line
/// is appended under a lock, so nobody's lines are lost. A file that cannot be used, or that is no
/// history, is left alone and noted in `problem`.
public final class HistoryFile {
  /// Where the file is.
  public let path: String
  /// The number of newest lines that are kept.
  public let limit: Int
  /// Why lines are not kept on disk at the moment; nil while all is well.
  public private(set) var problem: LineEditorError?

  /// How far the file was read.
  private var known = FileMark()
  /// The last bytes that were read, which tell an appended file from one that was written anew.
  private var knownTail: ArraySlice<UInt8> = []

  /// Names a history; the file is touched when lines are read or written.
  ///
  /// - Precondition: `limit` is positive.
  public init(path: String, limit: Int = 10_000) {
    precondition(limit > 0, "A line history keeps at least one line.")
    self.path = path
    self.limit = limit
  }

  /// What happened to the file since it was last read.
  enum Change: Equatable {
    case none
    case appended([String])
    case replaced([String])
  }

  /// Reads what is new. One system call when nothing is; O(new bytes) otherwise.
  func changes() -> Change {
    do throws(LineEditorError) {
      guard let mark = try FileMark.of(path) else {
        defer { remember(FileMark(), []) }
        return known == FileMark() ? .none : .replaced([])
      }
      guard mark != known else { return .none }
      let change = try readChanges()
      problem = nil
      return change
    } catch {
      problem = error
      return .none
    }
  }

  /// Appends a line unless it repeats the one before; false when the file cannot be used.
  func append(_ line: String) -> Bool {
    do throws(LineEditorError) {
      let file = try LockedFile(path: path, makesIt: true)
      let size = try file.size()
      let tail = try file.readTail(size: size)
      if size > 0 { try requireHistory(file) }
      if lastEntry(in: tail) != line {
        var bytes = size == 0 ? Array(HistoryEncoding.header.utf8) : []
        // A program that died while writing left a line without its end.
        if let last = tail.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        try file.append(bytes + HistoryEncoding.encode(line))
      }
      problem = nil
      return true
    } catch {
      problem = error
      return false
    }
  }

  /// Rewrites the file without the lines for which `isForgotten` is true, and tells how many there
  /// were.
  ///
  /// The new file takes the place of the old one in one step; other programs that share it forget
  /// the lines before their next prompt. A missing file holds nothing to forget. O(file).
  @discardableResult
  public func remove(where isForgotten: (String) -> Bool) throws(LineEditorError) -> Int {
    guard try FileMark.of(path) != nil else { return 0 }
    let file = try LockedFile(path: path, makesIt: false)
    guard try file.size() > 0 else { return 0 }
    try requireHistory(file)
    let entries = entries(in: try file.readAll())
    let kept = entries.filter { !isForgotten($0) }
    if kept.count < entries.count { try rewrite(file, entries: kept) }
    return entries.count - kept.count
  }
}

extension HistoryFile {
  private func readChanges() throws(LineEditorError) -> Change {
    let file = try LockedFile(path: path, makesIt: false)
    let mark = try file.mark()
    if try continuesKnown(file, mark) {
      let bytes = try file.read(from: known.size)
      remember(mark, knownTail + bytes)
      return .appended(entries(in: bytes))
    }
    guard mark.size > 0 else {
      remember(mark, [])
      return .replaced([])
    }
    try requireHistory(file)
    let bytes = try file.readAll()
    remember(mark, bytes[...])
    let entries = entries(in: bytes)
    guard entries.count > limit else { return .replaced(entries) }
    let newest = Array(entries.suffix(limit))
    // Rewriting at each line over the limit would cost too much.
    if entries.count > limit * 2 { known = try rewrite(file, entries: newest) }
    return .replaced(newest)
  }

  private func continuesKnown(
    _ file: borrowing LockedFile, _ mark: FileMark
  ) throws(LineEditorError) -> Bool {
    guard known.size > 0, mark.isSameFile(as: known), mark.size >= known.size else { return false }
    let start = known.size - knownTail.count
    return try file.read(from: start, count: knownTail.count) == Array(knownTail)
  }

  private func remember(_ mark: FileMark, _ bytes: ArraySlice<UInt8>) {
    known = mark
    knownTail = bytes.suffix(64)
  }

  @discardableResult
  private func rewrite(
    _ file: borrowing LockedFile, entries: [String]
  ) throws(LineEditorError) -> FileMark {
    try file.replace(
      with: Array(HistoryEncoding.header.utf8) + entries.flatMap(HistoryEncoding.encode))
  }

  private func requireHistory(_ file: borrowing LockedFile) throws(LineEditorError) {
    let header = Array(HistoryEncoding.header.utf8)
    if try file.read(from: 0, count: header.count) != header {
      throw LineEditorError(operation: "keep lines, as it is no line history:", path: path)
    }
  }

  private func lastEntry(in tail: [UInt8]) -> String? {
    tail.split(separator: UInt8(ascii: "\n")).last.flatMap(HistoryEncoding.decode)
  }

  private func entries(in bytes: [UInt8]) -> [String] {
    let header = HistoryEncoding.header.utf8.dropLast()
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // Some programs write the first line again when they append.
      line.elementsEqual(header) ? nil : HistoryEncoding.decode(line)
    }
  }
}
