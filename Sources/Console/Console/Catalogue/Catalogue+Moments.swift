internal import BrowserModel
internal import Store

extension Catalogue {
  static let moments: [Command<Shell, Answer>] = [at, now, step]

  private static let at = command(
    CommandDeclaration(
      "at", in: .time, .steers, "look at a moment of the past",
      details: [
        "Every command that shows something shows that moment then, and nothing can be written until "
          + "“now”. From a shell: retrace --at POINT COMMAND.",
        "A POINT is the number of an event (42), so many events before now (-5), a mark's name, "
          + "“start” (before the first event) or “now”; or a time, which means the newest event that "
          + "is not later: @2026-11-20T14:00, @2026-11-20 (its beginning), @14:00 (the latest one), "
          + "@30s @15m @2h @3d @2w (so long ago), @today and @yesterday (their beginnings).",
        "Private windows have no past. With --json: {\"sequence\":…,\"time\":…,\"branch\":…,"
          + "\"present\":…}, the time null at the start.",
      ],
      takes: [.required("point", .point)],
      examples: [
        .init("at 42", "when event 42 had just happened"),
        .init("at -5", "before the last five events"), .init("at @14:00", "at two o'clock"),
        .init("at start", "before the first event"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard let point = arguments.point("point") else { return .nothing }
    try shell.look(at: point)
    return try shell.momentAnswer()
  }

  private static let now = command(
    CommandDeclaration(
      "now", in: .time, .steers, "look at the present again",
      examples: [.init("now", "go back from where “at” and “step” led")])
  ) { shell, _ throws(CommandFailure) in
    try shell.look(at: .now)
    return try shell.momentAnswer()
  }

  private static let step = command(
    CommandDeclaration(
      "step", in: .time, .steers, "move among moments, one event or so many",
      takes: [.optional("steps", .integer, label: "N")],
      examples: [
        .init("step -1", "to the moment before the last event"),
        .init("at start ; step", "to the first event"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.step(by: arguments.integer("steps") ?? 1)
    return try shell.momentAnswer()
  }
}
