internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline
internal import Server

/// The calls of an agent on an open profile.
final class AgentSession {
  let client: EmbeddedClient
  let access: AgentAccess
  /// The runs of the names that the program has used.
  private var runs: [String: AgentRun] = [:]
  /// The current run.
  var run: AgentRun {
    didSet { runs[run.name] = run }
  }

  init(_ context: CommandContext, _ access: AgentAccess, name: String) {
    var context = context
    context.detailedChanges = ToolArguments.largestLimit
    client = EmbeddedClient(agentOf: context)
    client.agent = name
    self.access = access
    run = AgentRun(
      name: name, number: client.run, begin: context.store.timeline.position)
    runs[name] = run
  }

  /// Acts under a name from now on. Each name has a run of its own.
  func act(as name: String) {
    guard name != run.name else { return }
    if let known = runs[name] {
      run = known
    } else {
      run = AgentRun(
        name: name, number: UInt32.random(in: 1...UInt32.max),
        begin: client.store.timeline.position)
    }
    client.agent = name
    client.run = run.number
  }

  /// Performs a call of a tool.
  func answer(_ tool: AgentTool, _ value: JSON?) -> ToolAnswer {
    do {
      guard tool.isOffered(to: access) else { throw Self.missingRight(tool, access) }
      return try perform(tool, ToolArguments(tool, value))
    } catch {
      return ToolAnswer(AgentSentence.fault(error))
    }
  }

  private static func missingRight(_ tool: AgentTool, _ access: AgentAccess) -> ToolFault {
    if access.onlyReads, !tool.onlyReads {
      return ToolFault("This server only reads, so “\(tool.name)” is not available.")
    }
    let option = tool.right?.option ?? ""
    return ToolFault(
      "“\(tool.name)” is not available, because the person has not allowed it. The person can allow "
        + "it with the option \(option) of the server.")
  }

  private func perform(_ tool: AgentTool, _ arguments: ToolArguments) throws -> ToolAnswer {
    switch tool.name {
    case "overview": try overview(arguments)
    case "tabs": try tabs(arguments)
    case "find": try find(arguments)
    case "tab": try tab(arguments)
    case "closed": try closed(arguments)
    case "bookmarks": try bookmarks(arguments)
    case "visits": try visits(arguments)
    case "log": try log(arguments)
    case "why": try why(arguments)
    case "diff": try diff(arguments)
    case "moments": try moments(arguments)
    case "open": try open(arguments)
    case "go": try go(arguments)
    case "travel": try travel(arguments)
    case "close": try close(arguments)
    case "close_duplicates": try closeDuplicates(arguments)
    case "reopen": try reopen(arguments)
    case "move": try move(arguments)
    case "change_tab": try changeTab(arguments)
    case "group": try group(arguments)
    case "show_tab": try showTab(arguments)
    case "bookmark": try bookmark(arguments)
    case "remove_bookmarks": try removeBookmarks(arguments)
    case "undo": try undo(arguments)
    case "redo": try redo(arguments)
    case "restore": try restore(arguments)
    case "mark": try mark(arguments)
    case "branch": try branch(arguments)
    case "propose": try propose(arguments)
    case "forget": try forget(arguments)
    default: throw ToolFault("There is no tool “\(tool.name)”.")
    }
  }
}

// MARK: Reading

extension AgentSession {
  /// The branch and the moment that a call reads, as parameters of a command.
  func place(_ arguments: ToolArguments) throws -> [(name: String, value: JSON)] {
    var place: [(name: String, value: JSON)] = []
    if let branch = try readBranch(arguments) { place.append(("branch", .string(branch))) }
    if let moment = try arguments.moment("at") {
      try checkMoment(moment, branch: try readBranch(arguments))
      place.append(("at", moment))
    }
    return place
  }

  /// The branch that a call reads, or nil for the main branch.
  func readBranch(_ arguments: ToolArguments) throws -> String? {
    guard let branch = try arguments.text("branch"), branch != "main" else { return nil }
    guard try mayRead(branch: branch) else {
      throw ToolFault(
        "There is no branch “\(QuotedText.cut(branch, 60))” that you may read. “moments” lists yours."
      )
    }
    return branch
  }

  /// Whether the agent may read a branch. The branches of the user are part of the past.
  func mayRead(branch: String) throws -> Bool {
    try access.seesHistory || access.mayAct || isOwn(branch: branch)
  }

  /// Rejects a moment before the run, unless the agent sees the past.
  func checkMoment(_ moment: JSON, branch: String?) throws {
    guard !access.seesHistory else { return }
    let sequence = try client.read(branch: branch) { context in
      try context.sequence(of: Self.point(moment))
    }
    guard sequence < run.begin else { return }
    throw ToolFault(
      "You may only look at moments since #\(run.begin.rawValue), when this run began. The person "
        + "can allow more with the option --scope +history of the server.")
  }

  /// The point that a moment means.
  static func point(_ moment: JSON) throws -> Point {
    switch moment {
    case .integer(0): return .start
    case .integer(let number): return .event(number)
    case .string(let text): if let point = Point(text) { return point }
    default: break
    }
    throw ToolFault(
      "This is not a moment. Pass the number of an event, or text such as \"2h ago\".")
  }

  /// Calls a closure with the state that a call reads.
  /// - Parameter cursor: The position of a continued list.
  func read<Value>(
    _ arguments: ToolArguments, _ cursor: ListCursor? = nil,
    _ body: (CommandContext) throws -> Value
  ) throws -> Value {
    let branch = try readBranch(arguments)
    var moment = try arguments.moment("at")
    if let moment { try checkMoment(moment, branch: branch) }
    if let cursor {
      guard moment == nil else { throw ToolFault("Pass “cursor” or “at”, not both.") }
      moment = .integer(Int64(cursor.sequence.rawValue))
    }
    return try client.read(branch: branch) { context in
      // The present needs no moment of its own, which would be folded again.
      if let cursor, cursor.sequence == context.store.timeline.position { moment = nil }
      guard moment == nil else { return nil }
      return try body(context)
    } ?? client.read(branch: branch, at: moment, body)
  }

  /// Calls a closure with the state that a call reads and its texts.
  func readTexts<Value>(
    _ arguments: ToolArguments, _ cursor: ListCursor? = nil,
    _ body: (Browser, LogText, CommandContext) throws -> Value
  ) throws -> Value {
    try read(arguments, cursor) { context in
      try context.read { words in
        Result { try body(context.durableBrowser, words, context) }
      }.get()
    }
  }

  /// The members of an answer that tell where a list continues.
  func next(_ count: Int, _ offset: Int, of total: Int, at sequence: EventID) -> String? {
    offset + count < total ? ListCursor(sequence: sequence, offset: offset + count).text : nil
  }
}
