/// The lines that Up and Control-R find: those of this program and, with a file, of others.
struct LineHistory {
  let file: HistoryFile?
  private let session: EditSession
  /// Whether lines were entered that are only in memory, and not for long.
  private var hasPassing = false

  init(file: HistoryFile?, session: EditSession) {
    self.file = file
    self.session = session
  }

  /// Takes in what was appended to the file, by anyone.
  func refresh() {
    switch file?.changes() {
    case nil, .some(.none): return
    case .appended(let entries): entries.forEach(session.enterHistory)
    case .replaced(let entries):
      session.clearHistory()
      entries.forEach(session.enterHistory)
    }
  }

  /// Adds a line, through the file where there is one.
  func add(_ line: String) {
    let line = String(line.filter { $0 != "\0" })
    guard line.contains(where: { !$0.isWhitespace }) else { return }
    if file?.append(line) != true { session.enterHistory(line) }
  }

  /// Adds a line that is in no file, and is found until ``dropPassing()``.
  mutating func addPassing(_ line: String) {
    let line = String(line.filter { $0 != "\0" })
    guard line.contains(where: { !$0.isWhitespace }) else { return }
    session.enterHistory(line)
    hasPassing = true
  }

  /// Drops the lines that are in no file; without a file, all.
  mutating func dropPassing() {
    guard hasPassing else { return }
    hasPassing = false
    session.clearHistory()
    file?.readAnew()
  }
}
