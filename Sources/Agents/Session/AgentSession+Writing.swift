internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline
internal import Server

// What all tools that change something share.
extension AgentSession {
  /// The branch that a call changes, or nil for the main branch. An agent that only proposes
  /// changes a branch of its own, which is created when it is first needed.
  func writtenBranch(_ arguments: ToolArguments) throws -> String? {
    let given = try arguments.text("branch")
    if access.mayAct { return given == "main" ? nil : given }
    guard let given else { return try ownBranch() }
    guard given != "main" else {
      throw ToolFault(
        "You may not change the person's tabs. Leave out “branch” to work on a branch of your own, "
          + "and hand it over with “propose”.")
    }
    guard try isOwn(branch: given) else {
      throw ToolFault(
        "The branch “\(QuotedText.cut(given, 60))” is not yours. Leave out “branch”, or begin one with "
          + "the tool “branch”.")
    }
    return given
  }

  /// The branch that a call changes, or of which it shows a preview. A preview creates no branch.
  func branch(_ arguments: ToolArguments, isPreview: Bool) throws -> String? {
    guard isPreview else { return try writtenBranch(arguments) }
    if let branch = try readBranch(arguments) { return branch }
    return access.mayAct || arguments.has("branch") ? nil : run.branch
  }

  /// Returns the branch of the run, and creates it if necessary.
  private func ownBranch() throws -> String {
    if let branch = run.branch { return branch }
    var number = try client.read { $0.store.timeline.position.rawValue } + 1
    for _ in 0..<100 {
      let name = "\(run.branchPrefix)/\(number)"
      do {
        try begin(branch: name, from: nil)
        run.branch = name
        return name
      } catch let error where CommandError(error).code == "invalidValue" {
        // Another run has this name.
        number += 1
      }
    }
    throw ToolFault("No branch could be created. Begin one with the tool “branch”.")
  }

  /// Creates a branch.
  @discardableResult
  func begin(branch name: String, from: JSON?, key: JSON? = nil) throws -> JSON {
    var parameters: [(name: String, value: JSON)] = [("name", .string(name))]
    if let from { parameters.append(("point", from)) }
    if let key { parameters.append(("key", key)) }
    let answer = try client.result(of: "branch", parameters)
    note(answer)
    run.ownBranches.insert(name)
    return answer
  }

  /// Whether the agent created a branch, in this run or in a former run.
  func isOwn(branch name: String) throws -> Bool {
    if run.ownBranches.contains(name) { return true }
    guard let id = try branches().first(where: { $0["name"]?.string == name })?["id"]?.whole,
      try isOwn(event: id)
    else { return false }
    run.ownBranches.insert(name)
    return true
  }

  /// Whether the agent wrote an event, in this run or in a former run.
  func isOwn(event id: Int64) throws -> Bool {
    guard let id = Int32(exactly: id), id > 0 else { return false }
    let name = run.name
    return try client.read { context in
      try context.readEvent(EventID(id)) { event, words in
        event.agent.isPresent && words(event.agent) == name
      }
    } ?? false
  }

  /// The parameters that each command of a changing call has: branch, key and precondition.
  func conditions(
    _ arguments: ToolArguments, branch: String?
  ) throws -> [(name: String, value: JSON)] {
    var conditions: [(name: String, value: JSON)] = []
    if let branch { conditions.append(("branch", .string(branch))) }
    if let key = try arguments.text("key") { conditions.append(("key", .string(key))) }
    if let event = try arguments.count("ifAt") {
      conditions.append(("ifAt", .integer(Int64(event))))
    }
    return conditions
  }

  /// Performs a command.
  func change(
    _ arguments: ToolArguments, _ method: String, _ parameters: [(name: String, value: JSON)],
    done: String = "Done"
  ) throws -> ToolAnswer {
    let branch = try writtenBranch(arguments)
    let answer = try client.result(
      of: method, parameters + conditions(arguments, branch: branch))
    return written(answer, on: branch, done)
  }

  /// Performs several commands as one action.
  func change(
    _ arguments: ToolArguments,
    together commands: [(method: String, parameters: [(name: String, value: JSON)])]
  ) throws -> ToolAnswer {
    if commands.count == 1 {
      return try change(arguments, commands[0].method, commands[0].parameters)
    }
    let branch = try writtenBranch(arguments)
    let list = commands.map { command in
      JSON.members(("method", .string(command.method)), ("params", .object(command.parameters)))
    }
    let answer = try client.result(
      of: "perform", [("commands", .array(list))] + conditions(arguments, branch: branch))
    return written(answer, on: branch)
  }

  /// Performs actions, and then the actions that follow from their events, as one action.
  func change(
    _ arguments: ToolArguments, _ body: (CommandContext) throws -> [Action],
    then following: (([Commit]) throws -> [Action])? = nil
  ) throws -> ToolAnswer {
    let branch = try writtenBranch(arguments)
    let event = try arguments.count("ifAt").map { EventID(Int32($0)) }
    let answer = try client.perform(
      branch: branch, key: try key(arguments), ifAt: event,
      request: arguments.description + (branch ?? ""), body, then: following)
    return written(answer, on: branch)
  }

  /// The key of a call, or nil.
  func key(_ arguments: ToolArguments) throws -> String? {
    guard let key = try arguments.text("key") else { return nil }
    guard (1...100).contains(key.utf8.count) else {
      throw ToolFault("“key” must be a string of 1 to 100 bytes.")
    }
    return key
  }

  /// Records the first event of the run.
  func note(_ answer: JSON) {
    guard run.first == nil, let first = answer["events"]?.elements.first?["sequence"]?.whole else {
      return
    }
    // The answer to a repeated call can be that of a former run.
    let event = EventID(Int32(clamping: first))
    if event > run.begin { run.first = event }
  }

  /// Returns the answer of a call that changed something.
  func written(_ answer: JSON, on branch: String?, _ done: String = "Done") -> ToolAnswer {
    note(answer)
    let events = answer["events"]?.elements ?? []
    var rows = ToolRows(largestBytes: 16_000)
    for event in events.prefix(100) {
      guard rows.add(Self.line(of: event), Self.shortEvent(event)) else { break }
    }
    let action = events.first?["batch"]
    let kept = (answer["kept"]?.elements ?? []).prefix(30)
    var lines = [
      events.isEmpty
        ? "Nothing had to be done."
        : "\(done)" + (action?.whole.map { ": action #\($0)" } ?? "")
          + (branch.map { " on branch \($0); the person sees it when you propose it" } ?? "")
    ]
    lines += rows.lines
    for kept in kept {
      lines.append(
        "kept: action #\(kept["batch"]?.whole ?? 0), because event #\(kept["because"]?.whole ?? 0) "
          + "builds on it")
    }
    return ToolAnswer(
      lines, ("sequence", answer["sequence"] ?? .integer(0)), ("action", action),
      ("branch", branch.map { .string($0) }), ("events", .array(rows.rows)),
      ("opened", Self.opened(events)),
      ("kept", kept.isEmpty ? nil : .array(Array(kept))))
  }

  /// The ids of the tabs that were opened, or nil if there are none.
  private static func opened(_ events: [JSON]) -> JSON? {
    let tabs = events.filter { $0["kind"]?.string == "tab.opened" }.compactMap {
      $0["sequence"]?.whole
    }
    return tabs.isEmpty ? nil : .ids(tabs.prefix(100))
  }
}
