internal import BrowserModel
internal import Notation
internal import Store
internal import Timeline

/// What `undo` and `redo` share.
extension Shell {
  /// Turns actions, and says what they were.
  mutating func turn(
    _ done: VisibleText, _ turning: (Store) throws(StoreFailure) -> [UndoResult]
  ) throws(CommandFailure) -> Answer {
    let turned: [UndoResult]
    do throws(StoreFailure) {
      turned = try turning(store)
    } catch {
      throw CommandFailure(error)
    }
    if turned.last?.batch.isPrivate ?? false { isPrivateFocused = true }
    if printsJSON {
      return Answer(performed: turned.map(\.performed), newest: store.timeline.position)
    }
    var lines: [VisibleText] = try turned.prefix(Self.describedSteps).map {
      undoing throws(CommandFailure) in "\(done) \(try describe(undoing.batch))"
    }
    let others = turned.count - lines.count
    if others > 0 { lines.append("\(done) " + .counted(others, "more action")) }
    return Answer(lines.joined(separator: "\n"))
  }

  /// Asks before very much is taken back: nobody means ninety-nine actions by a slip of the finger.
  func confirmUndo(_ count: Int) throws(CommandFailure) {
    guard count > Self.unaskedSteps else { return }
    let preview: UndoPreview
    do throws(StoreFailure) {
      preview = try store.previewOfUndo(count: count)
    } catch {
      throw CommandFailure(error)
    }
    let actions = preview.batches.count
    guard actions > Self.unaskedSteps else { return }
    try confirm("Take back the last \(actions) actions? “redo \(actions)” brings them back.")
  }

  /// How many actions are taken back without a question.
  private static var unaskedSteps: Int { 10 }

  /// What turning actions would make different, and how much of what came later it would leave
  /// without its object.
  func preview(
    _ turning: (Store) throws(StoreFailure) -> UndoPreview
  ) throws(CommandFailure) -> Answer {
    let preview: UndoPreview
    do throws(StoreFailure) {
      preview = try turning(store)
    } catch {
      throw CommandFailure(error)
    }
    let present = preview.browser.sequence.isPrivate ? store.privateBrowser : store.browser
    return try view { words in
      let difference = Difference(from: present, to: preview.browser, words)
      if printsJSON {
        return Answer { json in
          json.array("batches", of: preview.batches.map(\.rawValue))
          json.member("diff", difference.json)
          json.member("lost", preview.lostCount)
        }
      }
      var lines: VisibleText =
        difference.isEmpty
        ? "Nothing would differ.\n"
        : table(of: difference).text(width: presentation.columns)
      if preview.lostCount > 0 {
        let events: VisibleText = .counted(preview.lostCount, "later event")
        lines += style.apply(.yellow, to: events + " would find nothing to work on") + "\n"
      }
      return Answer(lines: lines)
    }
  }

  /// How many steps are described; the others are counted.
  private static var describedSteps: Int { 3 }

  /// What a batch did, in a few words.
  private func describe(_ batch: EventID) throws(CommandFailure) -> VisibleText {
    var count = 0
    var last: EventLine?
    var isImport = false
    try visitLog(isPrivate: batch.isPrivate, from: batch, backwards: false) { event, words in
      guard event.batch == batch else { return false }
      // The entries of a tab that came back are a part of its return.
      if case .tab(.entryRestored) = event.body { return true }
      count += 1
      // An import may be of a hundred thousand events, and no single one says what it was.
      isImport = event.actor == .import
      if !isImport { last = EventLine(event, words: words) }
      return true
    }
    if isImport { return "an import of " + .counted(count, "event") }
    guard let last else { return "#\(batch.rawValue)" }
    let text = try read { words in last.short { name(of: $0, words) } }
    return count == 1 ? text : "\(text) and \(count - 1) more"
  }
}
