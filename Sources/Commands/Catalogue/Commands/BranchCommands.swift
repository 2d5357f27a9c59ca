internal import BrowserModel
internal import CommandKit
internal import RetraceStore
internal import RetraceTimeline

/// Commands about marks, branches and hypothetical states.
enum BranchCommands {
  static let all: [ConsoleCommand] = [
    mark, listMarks, branch, listBranches, switchBranch, MergeCommand.merge, whatIf,
  ]

  private static let mark = CommandCatalogue.command(
    CommandDeclaration(
      "mark", in: .time, .mayWrite, "name a moment",
      details: [
        "Without a POINT, the moment shown is named. If the mark already exists, it is moved. A "
          + "name must not be a number, begin with - @ or #, or contain spaces. A mark and a "
          + "branch cannot have the same name."
      ],
      takes: [.required("name", .mark), .optional("point", .point)],
      options: [.flag("remove", "remove the mark")],
      answers: .written,
      examples: [
        .init("mark before-trip", "name the present moment"),
        .init("mark morning 8am", "name an earlier moment"),
        .init("mark before-trip --remove", "remove the mark"),
      ])
  ) { context, arguments throws in
    let name = arguments.text("name") ?? ""
    if arguments.has("remove") { return try removeMark(name, in: context) }
    return try setMark(name, at: arguments.point("point"), in: context)
  }

  private static let listMarks = CommandCatalogue.command(
    CommandDeclaration(
      "marks", in: .time, .reads, "list the marks",
      answers: ShownState.marks.shape,
      examples: [
        .init(
          "marks",
          "list the marks; their names can be used wherever a POINT is "
            + "expected")
      ])
  ) { context, _ throws in try marksAnswer(in: context) }

  private static let branch = CommandCatalogue.command(
    CommandDeclaration(
      "branch", in: .time, .mayWrite, "create a branch",
      details: [
        "The branch shares the past up to the POINT, or up to the moment shown. The console does "
          + "not switch to it; use “switch”. --hide and --show only change what “branches” lists. "
          + "Nothing is removed from the log."
      ],
      takes: [.required("name", .branch), .optional("point", .point)],
      options: [
        .flag("hide", "omit the branch from “branches”"),
        .flag("show", "list the branch again"),
      ],
      exclusive: [["hide", "show"]],
      answers: .written,
      examples: [
        .init("branch try", "create a branch at the present"),
        .init("branch other-way -3", "create a branch before the last three events"),
        .init("branch --hide try", "stop listing the branch"),
      ])
  ) { context, arguments throws in
    let name = arguments.text("name") ?? ""
    if arguments.has("hide") { return try hideBranch(name, true, in: context) }
    if arguments.has("show") { return try hideBranch(name, false, in: context) }
    return try beginBranch(name, at: arguments.point("point"), in: context)
  }

  private static let listBranches = CommandCatalogue.command(
    CommandDeclaration(
      "branches", in: .time, .reads,
      "draw the branches, with the event at which each forked and "
        + "the number of its own events",
      options: [.flag("all", "include hidden branches")],
      answers: BranchTree.shape,
      examples: [.init("branches", "draw the branches; ▸ marks the current one")])
  ) { context, arguments throws in
    try branchesAnswer(all: arguments.has("all"), in: context)
  }

  private static let switchBranch = CommandCatalogue.command(
    CommandDeclaration(
      "switch", in: .time, .steers, "switch to a branch",
      details: ["Only this console switches. Other consoles stay on their branches."],
      takes: [.required("name", .branch)],
      answers: MomentCommands.momentMembers.shape,
      examples: [
        .init("switch try", "show and continue that branch"),
        .init("switch main", "return to the main branch"),
      ])
  ) { context, arguments throws in
    let name = arguments.text("name") ?? ""
    _ = try context.branch(named: name)
    try context.refuseOneCommand(
      "A one-shot command cannot stay on a branch. Use “retrace --branch \(name) COMMAND”.")
    try context.switchBranch(to: name)
    return try MomentCommands.momentAnswer(in: context)
  }

  private static let whatIf = CommandCatalogue.command(
    CommandDeclaration(
      "whatif", in: .time, .reads,
      "show what the present would be without an action, and write "
        + "nothing",
      details: [
        "Shows what would differ. With a command, shows its hypothetical output. Put -- before "
          + "options of that command."
      ],
      takes: [.optional("command", .command)],
      options: [
        .value("skip", "EVENT", .event, isRepeatable: true, "leave out the action of this event")
      ],
      answers: .anyOf([Difference.members.shape, .answer(of: .ofWhatIf)]),
      examples: [
        .init("whatif --skip #12", "what would differ"),
        .init("whatif --skip #12 tabs", "the tabs that would be open"),
        .init("whatif --skip #12 -- log --limit 3", "a command with an option"),
      ])
  ) { context, arguments throws in
    let events = arguments.references("skip").compactMap(\.sequence)
    return try whatIfAnswer(without: events, command: arguments.text("command"), in: context)
  }

  /// Creates a branch at a point, or by default at the moment shown.
  private static func beginBranch(
    _ name: String, at point: Point?, in context: CommandContext
  ) throws -> Answer {
    let moment = try context.momentOfOwnLine(point)
    let performed = try context.write { store in
      try store.branch(name, at: moment, by: context.origin, if: context.precondition)
    }
    let from = moment.newestEvent(of: performed.sequence.advanced(by: -1))
    let place: SafeText = from.exists ? "at #\(from.rawValue)" : "at the start"
    return context.answer(
      performed,
      "created branch \(name) \(place); “switch \(name)” switches "
        + "to it")
  }

  /// Omits a branch from lists, or lists it again.
  private static func hideBranch(
    _ name: String, _ isHidden: Bool, in context: CommandContext
  ) throws -> Answer {
    let id = try context.branch(named: name)
    guard id.exists else {
      throw CommandError("notAllowed", "The main branch is always listed.")
    }
    let performed = try context.write { store in
      try store.hideBranch(id, isHidden, by: context.origin, if: context.precondition)
    }
    return context.answer(
      performed, isHidden ? "hid branch \(name)" : "branch \(name) is listed again")
  }

  /// Returns the answer of `branches`.
  private static func branchesAnswer(all: Bool, in context: CommandContext) throws
    -> Answer
  {
    let tree = BranchTree(
      try context.namedPoints(), counts: eventCounts(of: context.store.timeline),
      current: context.store.timeline.lineage.branch, all: all)
    return context.printsJSON ? Answer(json: tree) : tree.answer(context)
  }

  /// Returns the number of each branch's own events. Events that are on no other branch belong to
  /// the main branch.
  private static func eventCounts(of timeline: Timeline) -> [BranchID: Int] {
    var counts = timeline.branchCounts
    let others = counts.values.reduce(timeline.damaged.count, +)
    counts[.nothing] = Int(timeline.position.rawValue) - others
    return counts
  }

  /// Returns the differences that would result from leaving out some actions. If a command is
  /// given, returns the output of the command in that hypothetical state.
  private static func whatIfAnswer(
    without events: [EventID], command: String?, in context: CommandContext
  ) throws -> Answer {
    guard !events.isEmpty else {
      throw CommandError(
        UsageError(.missingArgument, "“whatif” needs --skip and an event: whatif --skip #12"))
    }
    for event in events { _ = try context.existingEvent(Int64(event.rawValue)) }
    let timeline = try context.store.whatIf(skipping: events)
    let moment = ShownMoment(timeline, in: context.store, isWhatIf: true)
    guard let command else {
      return try CompareCommands.differenceAnswer(
        from: context.readPresentState(), to: moment.readState(), in: context)
    }
    var hypothetical = context
    hypothetical.past = moment
    hypothetical.past?.time = try context.time(
      of: context.store.timeline.position, on: context.store.timeline.lineage)
    return try answerOfCommand(command, in: &hypothetical)
  }

  /// Returns the answer of a command in a hypothetical state. The command must only read.
  private static func answerOfCommand(
    _ line: String, in context: inout CommandContext
  ) throws -> Answer {
    let commands = try Words.split(line)
    guard let words = commands.first, commands.count == 1, !words.isEmpty else {
      throw UsageError(.badValue, "“whatif” accepts only one command")
    }
    switch try CommandCatalogue.table.read(words) {
    case .run(let command, let arguments):
      let isShown = ![.steers, .needsNoProfile].contains(command.declaration.effect)
      let answer = isShown ? command.run(&context, arguments) : nil
      guard let answer, answer.script == nil else {
        throw UsageError(.badValue, "“whatif” accepts only commands that show something")
      }
      return answer
    case .help(let topic): return ConsoleCommands.helpAnswer(topic, context.presentation)
    }
  }

  /// Names the moment at a point, or by default the moment shown.
  private static func setMark(
    _ name: String, at point: Point?, in context: CommandContext
  ) throws -> Answer {
    let moment: Moment
    do {
      moment = try context.momentOfOwnLine(point)
    } catch let error as CommandError where error.code == "noSuchPoint" && point?.isTime == false {
      let words = point.map { "-\($0)" } ?? ""
      throw CommandError(
        error.code, "\(error.message) A name cannot contain spaces: mark \(name)\(words)")
    }
    let previous = try context.namedPoint(name)?.mark
    let performed = try context.write { store in
      try store.mark(name, at: moment, by: context.origin, if: context.precondition)
    }
    // The mark is itself an event, so the newest event before it is the marked event.
    let marked = moment.newestEvent(of: performed.sequence.advanced(by: -1))
    let moved: SafeText = previous.map { ", which was #\($0.moment.rawValue)" } ?? ""
    return context.answer(performed, "marked #\(marked.rawValue) as \(name)\(moved)")
  }

  /// Removes a mark.
  private static func removeMark(_ name: String, in context: CommandContext) throws
    -> Answer
  {
    guard try context.namedPoint(name)?.mark != nil else {
      let marks = try context.namedPoints().filter { !$0.isBranch }.map(\.name)
      let hint =
        Nearest.name(to: name, among: marks).map { "did you mean “\($0)”?" }
        ?? "“marks” lists them."
      throw CommandError("noSuchMark", "There is no mark “\(name)”; \(hint)")
    }
    let performed = try context.write { store in
      try store.unmark(name, by: context.origin, if: context.precondition)
    }
    return context.answer(performed, "removed the mark \(name)")
  }

  /// Returns the answer of `marks`.
  private static func marksAnswer(in context: CommandContext) throws -> Answer {
    let marks = try context.marks()
    if context.printsJSON { return Answer(json: marks, ShownState.marks) }
    var table = Table([.left, .right, .left, .left])
    for (name, mark) in marks {
      let line =
        try context.store.timeline.lineage.branch == mark.branch
        ? "" : context.branchName(mark.branch)
      table.add([
        context.style.apply(.bold, to: "\(name)"),
        context.style.apply(.dim, to: "#\(mark.moment.rawValue)"),
        context.shortTime(try context.time(of: mark.moment)),
        line.isEmpty ? "" : context.style.apply(.cyan, to: "of branch \(line)"),
      ])
    }
    return table.isEmpty
      ? Answer("No marks.") : Answer(table, width: context.presentation.columns)
  }
}
