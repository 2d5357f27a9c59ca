internal import HistoryStorage

/// The lines that Up and Control-R find. These are the lines of this program and, if there is a
/// history file, also the lines of other programs.
struct LineHistory {
  /// The file of the lines, or nil if they are only in memory.
  let file: HistoryFile?
  private let session: EditSession
  /// Whether there are lines that are only in memory.
  private var hasPassing = false

  init(file: HistoryFile?, session: EditSession) {
    self.file = file
    self.session = session
  }

  /// Adds the lines that other programs have appended to the file. Reads all lines again if the
  /// file was rewritten.
  func refresh() {
    switch file?.changes() {
    case nil, .some(.none): return
    case .appended(let entries): entries.forEach(session.enterHistory)
    case .replaced(let entries):
      session.clearHistory()
      entries.forEach(session.enterHistory)
    }
  }

  /// Adds a line. If there is a file, the line is stored there. A blank line is ignored.
  func add(_ line: String) {
    let line = String(line.filter { $0 != "\0" })
    guard line.contains(where: { !$0.isWhitespace }) else { return }
    if file?.append(line) != true { session.enterHistory(line) }
  }

  /// Adds a line only in memory, until ``dropPassing()``.
  mutating func addPassing(_ line: String) {
    let line = String(line.filter { $0 != "\0" })
    guard line.contains(where: { !$0.isWhitespace }) else { return }
    session.enterHistory(line)
    hasPassing = true
  }

  /// Removes the lines that are only in memory. If there is no file, this removes all lines.
  mutating func dropPassing() {
    guard hasPassing else { return }
    hasPassing = false
    session.clearHistory()
    file?.forgetPosition()
  }
}
