internal import BrowserModel
internal import Store

extension Catalogue {
  static let pastPages: [Command<Shell, Answer>] = [visits]
  static let time: [Command<Shell, Answer>] = [log, show, undo, redo]

  private static let visits = command(
    CommandDeclaration(
      "visits", in: .pastPages, .reads, "list the pages that were visited, newest first",
      details: [
        "With --json: {\"visits\":[…]}, each with id (the event of the visit), time, url and title; with "
          + "--top the newest visit of each page, lastVisit (its event again) and visits, their number."
      ],
      takes: [.optional("words", .text)],
      options: [
        .value("since", "POINT", .point, "only after this moment"),
        .value("limit", "N", .positive, "at most so many (50)"),
        .flag("top", "pages visited often and lately first, each once"),
      ],
      exclusive: [["since", "top"]],
      examples: [
        .init("visits rust book", "find a page by words in its URL or title"),
        .init("visits --top --limit 10", "the ten pages that count most"),
        .init("visits --since @yesterday", "yesterday's pages and today's"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let limit = arguments.integer("limit") ?? 50
    if arguments.has("top") {
      return try shell.pagesAnswer(
        try shell.topPages(matching: arguments.text("words"), limit: limit))
    }
    let since = try arguments.point("since").map { point throws(CommandFailure) in
      try shell.sequence(of: point)
    }
    let visits = try shell.visits(
      matching: arguments.text("words"), after: since, limit: limit)
    return shell.visitsAnswer(visits)
  }

  private static let log = command(
    CommandDeclaration(
      "log", in: .time, .reads, "list the events, newest last",
      details: [
        "What was taken back stays in the log and is marked “(undone)”. --follow goes on with what "
          + "other processes write, until Ctrl-C. With --json: {\"events\":[…]}, with --follow a line "
          + "each time something came. Each has sequence, batch (the first event of the same action), time, "
          + "actor, via, kind and the fields of its kind; “undone” is told where it is true."
      ],
      options: [
        .value("limit", "N", .positive, "the newest so many (20)"),
        .value("tab", "TAB", .tab, "only those about this tab"),
        .value(
          "actor", "A", .choice(Event.Actor.allCases.map { "\($0)" }), "only those of this actor"),
        .value("kind", "K", .eventKind, "only those of this kind or family"),
        .value("since", "POINT", .point, "only after this moment"),
        .value("until", "POINT", .point, "only up to this moment"),
        .value("batch", "#S", .reference, "only the action that this event belongs to"),
        .flag("follow", "wait for more, until Ctrl-C"),
      ],
      exclusive: [["until", "follow"]],
      examples: [
        .init("log --limit 3", "the last three events"),
        .init("log --kind tab.closed --since @today", "the tabs that were closed today"),
        .init("log --batch #12", "all that one action did"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let filter = try shell.logFilter(arguments)
    var answer = try shell.logAnswer(filter, limit: arguments.integer("limit") ?? 20)
    if arguments.has("follow") {
      try shell.refuseToFollow(filter)
      answer.following = filter
    }
    return answer
  }

  private static let show = command(
    CommandDeclaration(
      "show", in: .time, .reads, "show one event, and what it made different",
      details: ["With --json: the event, and “diff” as “diff” has it."],
      takes: [.required("point", .point)],
      examples: [
        .init("show 42", "the 42nd event of the log"),
        .init("show now", "the newest one"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard let point = arguments.point("point") else { return .nothing }
    return try shell.showAnswer(point)
  }

  private static let undo = command(
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
      return try shell.preview { store throws(StoreFailure) in
        switch what {
        case .position(let count): try store.previewOfUndo(count: count)
        case .id(let id): try store.previewOfUndo(naming: EventID(event: id))
        }
      }
    }
    if case .position(let count) = what, !arguments.has("yes") { try shell.confirmUndo(count) }
    return try shell.turn("undid") { store throws(StoreFailure) in
      let origin = Origin(.user, via: .console)
      switch what {
      case .position(let count): return try store.undo(count: count, by: origin)
      case .id(let id): return [try store.undo(naming: EventID(event: id), by: origin)]
      }
    }
  }

  private static let redo = command(
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
      return try shell.preview { store throws(StoreFailure) in
        switch what {
        case .position: try store.previewOfRedo()
        case .id(let id): try store.previewOfRedo(naming: EventID(event: id))
        }
      }
    }
    return try shell.turn("redid") { store throws(StoreFailure) in
      let origin = Origin(.user, via: .console)
      switch what {
      case .position(let count): return try store.redo(count: count, by: origin)
      case .id(let id): return [try store.redo(naming: EventID(event: id), by: origin)]
      }
    }
  }
}

extension Store {
  /// Brings back what so many undos took, fewer where there are no more.
  fileprivate func redo(
    count: Int, by origin: Origin
  ) throws(StoreFailure) -> [UndoResult] {
    var done = [try redo(by: origin)]
    while done.count < count {
      do throws(StoreFailure) {
        done.append(try redo(by: origin))
      } catch {
        break
      }
    }
    return done
  }
}

extension EventID {
  /// An event as named; one that cannot be is one that no log has.
  fileprivate init(event id: Int64) {
    self = EventID(id: id) ?? (id < 0 ? EventID(.min + 1) : .last)
  }
}

extension Reference {
  /// A position in the log, with or without its `#`.
  var sequence: EventID? {
    switch self {
    case .position(let position): EventID(id: Int64(position))
    case .id(let id): EventID(id: id)
    }
  }
}
