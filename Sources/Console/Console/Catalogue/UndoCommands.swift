internal import BrowserModel
internal import Notation
internal import Store
internal import Timeline

/// Commands that undo and redo.
enum UndoCommands {
  static let all: [ConsoleCommand] = [undo, redo]

  private static let undo = Catalogue.command(
    CommandDeclaration(
      "undo", in: .time, .writes, "take back what was done last, or one action by an event of it",
      details: [
        "What came later stays; what no longer applies changes nothing. Nothing leaves the log: "
          + "“redo” brings it back.",
        "With --json --dry-run shows {\"batches\":[…],\"diff\":[…],\"lost\":N}: what it would take, as "
          + "“diff” has it, and how many later events would find nothing to work on.",
        "It asks before it takes back more than ten actions; --yes answers.",
      ],
      takes: [.optional("what", .reference, label: "N|#S")],
      options: [
        .flag("dry-run", "show what would differ, and write nothing"),
        .flag("yes", "do not ask"),
      ],
      examples: [
        .init("undo", "take back the last action"), .init("undo 3", "the last three"),
        .init("undo #42", "the action that event 42 belongs to, however old"),
        .init("undo #42 --dry-run", "see first what would differ"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let what = arguments.reference("what") ?? .position(1)
    if arguments.has("dry-run") {
      try shell.refuseMissingProfile()
      return try previewAnswer(in: shell) { store throws(StoreFailure) in
        switch what {
        case .position(let count): try store.previewOfUndo(count: count)
        case .id(let id): try store.previewOfUndo(naming: EventID(event: id))
        }
      }
    }
    if case .position(let count) = what, !arguments.has("yes") { try confirmUndo(count, in: shell) }
    return try undoOrRedo("undid", in: &shell) { store throws(StoreFailure) in
      let origin = Origin(.user, via: .console)
      switch what {
      case .position(let count): return try store.undo(count: count, by: origin)
      case .id(let id): return [try store.undo(naming: EventID(event: id), by: origin)]
      }
    }
  }

  private static let redo = Catalogue.command(
    CommandDeclaration(
      "redo", in: .time, .writes, "bring back what was undone last, or one action",
      details: ["Without #S it brings nothing back once something else was done."],
      takes: [.optional("what", .reference, label: "N|#S")],
      options: [.flag("dry-run", "show what would differ, and write nothing")],
      examples: [
        .init("redo", "bring it back"),
        .init("redo #42", "bring back the action that event 42 belongs to"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let what = arguments.reference("what") ?? .position(1)
    if arguments.has("dry-run") {
      try shell.refuseMissingProfile()
      return try previewAnswer(in: shell) { store throws(StoreFailure) in
        switch what {
        case .position: try store.previewOfRedo()
        case .id(let id): try store.previewOfRedo(naming: EventID(event: id))
        }
      }
    }
    return try undoOrRedo("redid", in: &shell) { store throws(StoreFailure) in
      let origin = Origin(.user, via: .console)
      switch what {
      case .position(let count): return try store.redo(count: count, by: origin)
      case .id(let id): return [try store.redo(naming: EventID(event: id), by: origin)]
      }
    }
  }

  /// Undoes or redoes actions, and says what they were.
  private static func undoOrRedo(
    _ done: VisibleText, in shell: inout Shell,
    _ change: (Store) throws(StoreFailure) -> [UndoResult]
  ) throws(CommandFailure) -> Answer {
    let results = try shell.write(change)
    if results.last?.batch.isPrivate ?? false { shell.isPrivateFocused = true }
    if shell.printsJSON {
      return Answer(performed: results.map(\.performed), newest: shell.store.timeline.position)
    }
    var lines: [VisibleText] = try results.prefix(Self.describedSteps).map {
      undoing throws(CommandFailure) in "\(done) \(try describe(undoing.batch, in: shell))"
    }
    let others = results.count - lines.count
    if others > 0 { lines.append("\(done) " + .counted(others, "more action")) }
    return Answer(lines.joined(separator: "\n"))
  }

  /// Asks before very much is taken back: nobody means ninety-nine actions by a slip of the finger.
  private static func confirmUndo(_ count: Int, in shell: Shell) throws(CommandFailure) {
    guard count > Self.unaskedSteps else { return }
    let preview = try failing { () throws(StoreFailure) in
      try shell.store.previewOfUndo(count: count)
    }
    let actions = preview.batches.count
    guard actions > Self.unaskedSteps else { return }
    try shell.confirm("Take back the last \(actions) actions? “redo \(actions)” brings them back.")
  }

  /// How many actions are taken back without a question.
  private static var unaskedSteps: Int { 10 }

  /// What an undo or a redo would make different, and how much of what came later it would leave
  /// without its object.
  private static func previewAnswer(
    in shell: Shell, _ change: (Store) throws(StoreFailure) -> UndoPreview
  ) throws(CommandFailure) -> Answer {
    let preview = try failing { () throws(StoreFailure) in try change(shell.store) }
    let present =
      preview.browser.sequence.isPrivate
      ? shell.store.privateBrowser : try shell.readPresentBrowser()
    return try shell.read { words in
      let difference = Difference(from: present, to: preview.browser, words)
      if shell.printsJSON {
        return Answer { json in
          json.array("batches", of: preview.batches.map(\.rawValue))
          json.member("diff", difference.json)
          json.member("lost", preview.lostCount)
        }
      }
      var lines: VisibleText =
        difference.isEmpty
        ? "Nothing would differ.\n"
        : difference.table(shell.style).text(width: shell.presentation.columns)
      if preview.lostCount > 0 {
        let events: VisibleText = .counted(preview.lostCount, "later event")
        lines += shell.style.apply(.yellow, to: events + " would find nothing to work on") + "\n"
      }
      return Answer(lines: lines)
    }
  }

  /// How many steps are described; the others are counted.
  private static var describedSteps: Int { 3 }

  /// What a batch did, in a few words.
  private static func describe(
    _ batch: BatchID, in shell: Shell
  ) throws(CommandFailure) -> VisibleText {
    var count = 0
    var last: EventLine?
    var isImport = false
    try shell.visitEventsInView(
      isPrivate: batch.isPrivate, from: batch.event, backwards: false
    ) { event, words in
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
    let text = try shell.read { words in last.short { shell.name(of: $0, words) } }
    return count == 1 ? text : "\(text) and \(count - 1) more"
  }
}

extension EventID {
  /// An event as named; one that cannot be is one that no log has.
  fileprivate init(event id: Int64) {
    self = EventID(id: id) ?? (id < 0 ? EventID(.min + 1) : .last)
  }
}
