internal import BrowserModel
internal import Store

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
