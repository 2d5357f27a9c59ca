internal import BrowserModel
internal import Session

extension Catalogue {
  static let pastPages: [Command<Shell, Answer>] = [visits]
  static let time: [Command<Shell, Answer>] = [log, show, undo, redo]

  private static let visits = command(
    CommandDeclaration(
      "visits", in: .pastPages, .reads, "list the pages that were visited, newest first",
      takes: [.optional("words", .text)],
      options: [
        .value("since", "#N", .reference, "only after this event"),
        .value("limit", "N", .positive, "at most so many (50)"),
      ],
      examples: [.init("visits rust book", "find a page by words in its URL or title")])
  ) { shell, arguments throws(CommandFailure) in
    let visits = try shell.visits(
      matching: arguments.text("words"), after: arguments.reference("since")?.sequence,
      limit: arguments.integer("limit") ?? 50)
    return shell.visitsAnswer(visits)
  }

  private static let log = command(
    CommandDeclaration(
      "log", in: .time, .reads, "list the events, newest last",
      options: [
        .value("limit", "N", .positive, "the newest so many (20)"),
        .value("tab", "TAB", .tab, "only those about this tab"),
        .value(
          "actor", "A", .choice(Event.Actor.allCases.map { "\($0)" }), "only those of this actor"),
      ],
      examples: [.init("log --limit 3", "the last three events")])
  ) { shell, arguments throws(CommandFailure) in
    let tab = try arguments.reference("tab").map { reference throws(CommandFailure) in
      try shell.loggedTab(reference)
    }
    return try shell.logAnswer(
      limit: arguments.integer("limit") ?? 20, tab: tab, actor: arguments.text("actor"))
  }

  private static let show = command(
    CommandDeclaration(
      "show", in: .time, .reads, "show one event, and what it made different",
      details: ["With --json: the event, and “diff” as “diff” has it."],
      takes: [.required("event", .reference, label: "N|#ID")],
      examples: [.init("show 42", "the 42nd event of the log")])
  ) { shell, arguments throws(CommandFailure) in
    guard let sequence = arguments.reference("event")?.sequence else { return .nothing }
    return try shell.showAnswer(sequence)
  }

  private static let undo = command(
    CommandDeclaration(
      "undo", in: .time, .writes, "take back what was done last",
      takes: [.optional("count", .positive, label: "N")],
      examples: [.init("undo 3", "take back the last three actions")])
  ) { shell, arguments throws(CommandFailure) in
    try shell.turn(arguments.integer("count") ?? 1, "undid") {
      session throws(SessionFailure) in try session.undo(by: Origin(.user, via: .console))
    }
  }

  private static let redo = command(
    CommandDeclaration(
      "redo", in: .time, .writes, "bring back what the last undo took",
      takes: [.optional("count", .positive, label: "N")],
      examples: [.init("redo", "bring it back")])
  ) { shell, arguments throws(CommandFailure) in
    try shell.turn(arguments.integer("count") ?? 1, "redid") {
      session throws(SessionFailure) in try session.redo(by: Origin(.user, via: .console))
    }
  }
}

extension Reference {
  /// A position in the log, with or without its `#`.
  var sequence: Sequence? {
    switch self {
    case .position(let position): Sequence(id: Int64(position))
    case .id(let id): Sequence(id: id)
    }
  }
}
