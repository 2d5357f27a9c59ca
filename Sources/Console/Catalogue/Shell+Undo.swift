internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Session

/// What `undo` and `redo` share.
extension Shell {
  /// Takes so many steps, fewer where there are no more or at Ctrl-C, and says what they were.
  mutating func turn(
    _ count: Int, _ done: VisibleText, _ step: (Session) throws(SessionFailure) -> Undoing
  ) throws(CommandFailure) -> Answer {
    var turned: [Undoing] = []
    while turned.count < count, !LineEditor.interruptRequested {
      do throws(SessionFailure) {
        turned.append(try step(session))
      } catch {
        guard turned.isEmpty else { break }
        throw CommandFailure(error)
      }
    }
    guard let batch = turned.last?.batch else { throw .interrupted }
    if batch.isPrivate { isPrivateFocused = true }
    if printsJSON {
      return Answer(performed: turned.map(\.performed), newest: session.browser.sequence)
    }
    var lines: [VisibleText] = try turned.prefix(Self.describedSteps).map {
      undoing throws(CommandFailure) in "\(done) \(try describe(undoing.batch))"
    }
    let others = turned.count - lines.count
    if others > 0 { lines.append("\(done) " + .counted(others, "more action")) }
    return Answer(lines.joined(separator: "\n"))
  }

  /// How many steps are described; the others are counted.
  private static var describedSteps: Int { 3 }

  /// What a batch did, in a few words.
  private func describe(_ batch: Sequence) throws(CommandFailure) -> VisibleText {
    var lines: [EventLine] = []
    try visitLog(isPrivate: batch.isPrivate, from: batch, backwards: false) { event, words in
      guard event.batch == batch else { return false }
      lines.append(EventLine(event, words: words))
      return true
    }
    guard let last = lines.last else { return "#\(batch.rawValue)" }
    let text = try read { words in last.short { name(of: $0, words) } }
    return lines.count == 1 ? text : "\(text) and \(lines.count - 1) more"
  }
}
