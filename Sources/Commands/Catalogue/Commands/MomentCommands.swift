internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// Commands that change the moment shown.
enum MomentCommands {
  static let all: [ConsoleCommand] = [at, now, step]

  private static let at = CommandCatalogue.command(
    CommandDeclaration(
      "at", in: .time, .steers, "show a moment of the past",
      details: [
        "All commands then show this moment, and nothing can be written until “now”. From a shell: "
          + "retrace --at POINT COMMAND.",
        "A POINT is the number of an event (42), a number of events before now (-5), a mark's "
          + "name, “start” (before the first event), “now”, or a time. A time means the newest "
          + "event that is not later. It can be a time of day, which means the most recent one "
          + "(14:05, 8am, noon); a duration before now (90min ago, 2h, 3d, 2w); a day, which means "
          + "its beginning (today, yesterday, monday, 20 Nov, 2026-11-20); a day with a time "
          + "(yesterday 14:05); or this morning, which means 6:00. Times are local, as in lists, "
          + "and mean the beginning of a minute. A mark with the same name takes precedence, "
          + "unless @ precedes the time: @noon.",
        "Private windows have no past.",
      ],
      takes: [.required("point", .point)],
      answers: momentMembers.shape,
      examples: [
        .init("at 42", "show the state after event 42"),
        .init("at -5", "before the last five events"), .init("at 14:00", "at two o'clock"),
        .init("at yesterday 8:30pm", "last night"),
        .init("at this morning", "at six o'clock"),
        .init("at start", "before the first event"),
      ])
  ) { context, arguments throws in
    guard let point = arguments.point("point") else { return .nothing }
    try context.view(point)
    return try momentAnswer(in: context)
  }

  private static let now = CommandCatalogue.command(
    CommandDeclaration(
      "now", in: .time, .steers, "return to the present",
      answers: momentMembers.shape,
      examples: [.init("now", "return from “at” or “step”")])
  ) { context, _ throws in
    try context.view(.now)
    return try momentAnswer(in: context)
  }

  private static let step = CommandCatalogue.command(
    CommandDeclaration(
      "step", in: .time, .steers, "move by one event or by N events",
      takes: [.optional("steps", .integer, label: "N")],
      answers: momentMembers.shape,
      examples: [
        .init("step -1", "to the moment before the last event"),
        .init("at start ; step", "to the first event"),
      ])
  ) { context, arguments throws in
    try step(by: arguments.integer("steps") ?? 1, in: &context)
    return try momentAnswer(in: context)
  }

  /// Moves by a number of events on the current branch.
  private static func step(by steps: Int, in context: inout CommandContext) throws {
    let line = context.shownLineage
    let position = context.past?.position ?? context.store.timeline.position
    guard let reached = try context.sequence(after: position, by: Int64(steps), on: line) else {
      if steps < 0 {
        throw CommandError(
          "outOfRange",
          "There are not that many events before this moment; “at start” shows the moment before "
            + "the first event.")
      }
      throw CommandError(
        "outOfRange",
        try context.sequence(after: position, by: 1, on: line) == nil
          ? "This is the newest event."
          : "There are not that many events after this moment; “now” returns to the present.")
    }
    context.past = try context.moment(reached, on: line.branch)
  }

  static let momentMembers = AnswerMembers<
    (context: CommandContext, time: Timestamp?, branch: String)
  > { moment in
    moment.member(
      "sequence",
      "the newest event of the "
        + "moment shown"
    ) { $0.context.durableBrowser.sequence }
    moment.member("time", "when that event was written; null at the start") { $0.time }
    moment.member("branch", "the name of the branch shown") { $0.branch }
    moment.member("present") { $0.context.past == nil }
  }

  /// Returns the answer of a command that changed the moment shown.
  static func momentAnswer(in context: CommandContext) throws -> Answer {
    let branch = try context.branchName(context.shownLineage.branch)
    if context.printsJSON {
      return Answer(json: (context, try context.shownTime(), branch), momentMembers)
    }
    let place: SafeText = context.shownLineage.branch.exists ? " of branch \(branch)" : ""
    guard let past = context.past else {
      let newest = context.store.timeline.position
      return Answer(
        newest.exists
          ? "at the present\(place), event #\(newest.rawValue)" : "at the present: the log is empty"
      )
    }
    let note: SafeText =
      context.store.privateBrowser.windowOrder.isEmpty
      ? "" : context.style.apply(.dim, to: " (private windows are not shown)")
    guard past.position.exists else {
      return Answer("at the start, before the first event" + note)
    }
    let newest = try context.readNewestEvent(of: past.lineage, through: past.position) {
      EventLine($0, words: $1)
    }
    let number = newest?.event.sequence ?? past.position
    return Answer(
      "at #\(number.rawValue)\(place), \(context.shortTime(past.time)): "
        + (try description(of: newest, in: context)) + note)
  }

  /// Returns a short description of an event.
  private static func description(
    of line: EventLine?, in context: CommandContext
  ) throws -> SafeText {
    guard let line else { return "nothing yet" }
    return try context.read { words in line.sentence { context.name(of: $0, words) } }
  }
}
