internal import BrowserModel
internal import Store
internal import Timeline

extension Catalogue {
  static let branches: [Command<Shell, Answer>] = [
    mark, marksList, branch, branchesList, switchBranch, whatIf,
  ]

  private static let mark = command(
    CommandDeclaration(
      "mark", in: .time, .mayWrite, "give a moment a name",
      details: [
        "Without a POINT it is the moment in view. A mark that is there already moves. A name is no "
          + "number, does not begin with - @ or #, and has no spaces in it; marks and branches share "
          + "one set of names."
      ],
      takes: [.required("name", .mark), .optional("point", .point)],
      options: [.flag("remove", "take the mark away")],
      examples: [
        .init("mark before-trip", "name the present moment"),
        .init("mark morning @08:00", "name an earlier one"),
        .init("mark before-trip --remove", "take it away"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let name = arguments.text("name") ?? ""
    if arguments.has("remove") { return try shell.unmark(name) }
    return try shell.mark(name, at: arguments.point("point"))
  }

  private static let marksList = command(
    CommandDeclaration(
      "marks", in: .time, .reads, "list the marks",
      details: ["With --json: {\"marks\":{NAME:EVENT, …}}."],
      examples: [.init("marks", "list them; their names can be used wherever a POINT can")])
  ) { shell, _ throws(CommandFailure) in try shell.marksAnswer() }

  private static let branch = command(
    CommandDeclaration(
      "branch", in: .time, .mayWrite, "begin another line of events",
      details: [
        "It shares the past up to the POINT, or up to the moment in view. The console stays where it "
          + "is: “switch” goes there. --hide and --show only change what “branches” lists: nothing "
          + "leaves the log."
      ],
      takes: [.required("name", .branch), .optional("point", .point)],
      options: [
        .flag("hide", "leave the branch out of “branches”"),
        .flag("show", "list it again"),
      ],
      exclusive: [["hide", "show"]],
      examples: [
        .init("branch try", "begin one at the present"),
        .init("branch other-way -3", "begin one before the last three events"),
        .init("branch --hide try", "no longer list it"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let name = arguments.text("name") ?? ""
    if arguments.has("hide") { return try shell.hide(name, true) }
    if arguments.has("show") { return try shell.hide(name, false) }
    return try shell.beginBranch(name, at: arguments.point("point"))
  }

  private static let branchesList = command(
    CommandDeclaration(
      "branches", in: .time, .reads, "draw the branches: where each began, and what is its own",
      details: [
        "With --json: {\"branches\":[…]}, each with name, id and parent (null for main), from (the newest "
          + "event that it shares), events (of its own), current and hidden."
      ],
      options: [.flag("all", "those that are hidden, too")],
      examples: [.init("branches", "draw them; ▸ is the one that the console is on")])
  ) { shell, arguments throws(CommandFailure) in
    try shell.branchesAnswer(all: arguments.has("all"))
  }

  private static let switchBranch = command(
    CommandDeclaration(
      "switch", in: .time, .steers, "go over to a branch, at its present",
      details: ["The branch belongs to this console alone; others stay where they are."],
      takes: [.required("name", .branch)],
      examples: [
        .init("switch try", "see and continue that branch"),
        .init("switch main", "go back to the main line"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let name = arguments.text("name") ?? ""
    _ = try shell.branch(named: name)
    try shell.refuseToVanish(
      "A branch belongs to the console that is on it, and this one ends with the command: "
        + "“retrace --branch \(name) COMMAND” works there.")
    try shell.go(toBranch: name)
    return try shell.momentAnswer()
  }

  private static let whatIf = command(
    CommandDeclaration(
      "whatif", in: .time, .reads, "show the present without an action, and write nothing",
      details: [
        "Shows what would differ; with a command, what that would show. Before options of that "
          + "command stands --."
      ],
      takes: [.optional("command", .command)],
      options: [
        .value("skip", "#S", .reference, isRepeatable: true, "without the action of this event")
      ],
      examples: [
        .init("whatif --skip #12", "what would differ"),
        .init("whatif --skip #12 tabs", "the tabs that would be open"),
        .init("whatif --skip #12 -- log --limit 3", "a command with an option"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let events = arguments.references("skip").compactMap(\.sequence)
    return try shell.suppose(without: events, command: arguments.text("command"))
  }
}

/// What the commands about branches share.
extension Shell {
  func beginBranch(_ name: String, at point: Point?) throws(CommandFailure) -> Answer {
    let moment = try ownMoment(point)
    let performed = try writing { store throws(StoreFailure) in
      try store.branch(name, at: moment, by: Origin(.user, via: .console))
    }
    let from = moment ?? performed.sequence.advanced(by: -1)
    let place: VisibleText = from.exists ? "at #\(from.rawValue)" : "at the start"
    return answer(performed, "began branch \(name) \(place); “switch \(name)” goes there")
  }

  func hide(_ name: String, _ isHidden: Bool) throws(CommandFailure) -> Answer {
    let id = try branch(named: name)
    guard id.exists else {
      throw CommandFailure("notAllowed", "The main line is always listed.")
    }
    let performed = try writing { store throws(StoreFailure) in
      try store.hideBranch(id, isHidden, by: Origin(.user, via: .console))
    }
    return answer(performed, isHidden ? "hid branch \(name)" : "branch \(name) is listed again")
  }

  /// Goes over to a branch, at its present.
  mutating func go(toBranch name: String) throws(CommandFailure) {
    let id = try branch(named: name)
    do throws(StoreFailure) {
      try store.switchBranch(to: id)
    } catch {
      throw CommandFailure(error)
    }
    past = nil
  }

  func branchesAnswer(all: Bool) throws(CommandFailure) -> Answer {
    let tree = BranchTree(
      try pointNames(), counts: eventCounts, current: store.timeline.lineage.branch, all: all)
    return printsJSON ? tree.json : tree.answer(self)
  }

  /// How many events each branch has of its own; what is on none of the others is on the main line.
  private var eventCounts: [EventID: Int] {
    let timeline = store.timeline
    var counts = timeline.branchCounts
    let others = counts.values.reduce(timeline.damaged.count, +)
    counts[.nothing] = Int(timeline.position.rawValue) - others
    return counts
  }
}

/// What `whatif` shows.
extension Shell {
  /// What would differ without some actions; with a command, what that would show.
  func suppose(
    without events: [EventID], command: String?
  ) throws(CommandFailure) -> Answer {
    guard !events.isEmpty else {
      throw CommandFailure(
        UsageError(.missingArgument, "“whatif” needs --skip and an event: whatif --skip #12"))
    }
    var batches: Set<EventID> = []
    for event in events { batches.insert(try batch(of: .id(Int64(event.rawValue)))) }
    let browser: Browser
    do throws(StoreFailure) {
      browser = try store.whatIf(skipping: events)
    } catch {
      throw CommandFailure(error)
    }
    guard let command else {
      return try differenceAnswer(from: store.browser, to: browser)
    }
    var supposing = self
    supposing.past = Moment(store.timeline, supposing: browser, without: batches)
    supposing.past?.time = try time(of: store.timeline.position, on: store.timeline.lineage)
    return try supposing.answer(command)
  }

  /// The answer of a command that looks only.
  private mutating func answer(_ line: String) throws(CommandFailure) -> Answer {
    do throws(UsageError) {
      let commands: [[Word]]
      do throws(OpenQuote) { commands = try Words.split(line) } catch { throw UsageError(error) }
      guard let words = commands.first, commands.count == 1, !words.isEmpty else {
        throw UsageError(.badValue, "“whatif” runs one command")
      }
      switch try Catalogue.table.read(words) {
      case .run(let command, let arguments):
        let isShown = ![.steers, .needsNoProfile].contains(command.declaration.effect)
        let answer = isShown ? command.run(&self, arguments) : nil
        guard let answer, answer.script == nil else {
          throw UsageError(.badValue, "“whatif” runs a command that shows something")
        }
        return answer
      case .help(let topic): return helpAnswer(topic)
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}
