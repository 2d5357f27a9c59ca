internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import EngineDialogue
internal import Notation
internal import Platform
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Performs requests of programs. Each command of the console is a method. This class does not
/// depend on how requests and responses are transported.
///
/// All programs share one store, but each has its own branch.
final class Service {
  private let context: CommandContext
  private let store: Store
  /// The watch that reports writes of other processes. It is created for the first subscription. It
  /// is nil for a log in memory.
  private(set) var watch: ProfileWatch?
  /// The states of the clients' branches, except for the current branch of the store.
  private var parked: [BranchID: Timeline] = [:]

  /// The supported versions of the protocol.
  static let versions = [1]

  /// Whether there is only one client, which may use private windows.
  private let hasOneClient: Bool

  /// - Parameters:
  ///   - context: The store, and the clock.
  ///   - hasOneClient: Whether there is only one client. Several clients share the private windows
  ///     of the process, and could see and undo what others do in them.
  init(_ context: CommandContext, hasOneClient: Bool) {
    self.hasOneClient = hasOneClient
    var served = context
    served.presentation = CommandContext.Presentation()
    served.presentation.printsJSON = true
    served.presentation.now = context.presentation.now
    served.presentation.isNonInteractive = true
    served.isServed = true
    served.isOneCommand = false
    self.context = served
    store = context.store
  }

  /// Creates a client on the current branch of the store.
  func newClient() -> ClientState {
    var context = context
    context.beginRun()
    return ClientState(context: context, branch: store.timeline.lineage.branch)
  }

  // MARK: Requests

  /// Performs a request, and returns its result.
  func result(
    of request: Request, in client: inout ClientState
  ) throws -> JSONWriter {
    let start = Trace.start(.server)
    do {
      let result = try perform(request, &client)
      Trace.write(
        .server, "answer", of: Self.declaredName(request.method), since: start,
        ["bytes": result.bytes.count])
      return result
    } catch {
      Trace.write(
        .server, "refuse", of: Self.declaredName(request.method), since: start,
        ["code": CommandError(error).requestNumber])
      throw error
    }
  }

  /// Returns the name of a method, or “unknown” if the method does not exist. The name of an
  /// unknown method may be private data of the client.
  private static func declaredName(_ method: String) -> String {
    let index = CommandCatalogue.table.index
    if let place = index.place(of: method) { return index.declarations[place].name }
    return ServedMethod.isOne(method) ? method : "unknown"
  }

  private func perform(
    _ request: Request, _ client: inout ClientState
  ) throws -> JSONWriter {
    switch request.method {
    case "hello": return try greet(request, &client)
    case "rpc.discover": return InterfaceDescription.document
    default: break
    }
    guard client.isGreeted else {
      throw CommandError(
        .notGreeted,
        "Say hello first: {\"method\":\"hello\",\"params\":{\"versions\":[1],\"name\":\"…\"}}.")
    }
    try enter(client.branch)
    switch request.method {
    case "subscribe":
      client.observedBranch = try branch(request, client)
      return try on(client.observedBranch, from: client.branch) { try subscribe(request, &client) }
    case "unsubscribe":
      client.observer = nil
      client.observedBranch = nil
      return .object { _ in }
    case "acknowledge": return try acknowledge(request)
    case "perform": return try performTogether(request, &client)
    case "undoTitles":
      let branch = try branch(request, client)
      return try on(branch, from: client.branch) {
        ServedMethod.undoTitles.document(
          (client.context.undoTitle?.text, client.context.redoTitle?.text))
      }
    case "openSession":
      return ServedMethod.session.document(
        try openSession(request["frontEnd"]?.string, client.context))
    case "endSession":
      try endSession(client.context)
      return .object { _ in }
    case "engine":
      client.shownBranch = try branch(request, client)
      return try on(client.shownBranch, from: client.branch) { try showPages(request, &client) }
    case "report":
      return try on(client.shownBranch, from: client.branch) { try follow(request, &client) }
    // Requests are performed one at a time, so this request has nothing to cancel.
    case "cancel": return ServedMethod.cancelled.document(false)
    default: return try run(request, &client)
    }
  }

  /// Performs the first request, which contains the name of the program and the versions that it
  /// supports.
  private func greet(
    _ request: Request, _ client: inout ClientState
  ) throws -> JSONWriter {
    let versions = request["versions"]?.elements.compactMap(\.integer) ?? []
    guard let version = Self.versions.last(where: { versions.contains(Int64($0)) }) else {
      throw CommandError(
        .badArguments,
        "“versions” must list the versions that the client supports; this server "
          + "supports 1.")
    }
    let wantsPrivate = request["private"]?.isTrue == true
    guard hasOneClient || !wantsPrivate else {
      throw CommandError(
        .badArguments,
        "Several clients share this server, so it has no private windows. Start “retrace serve” "
          + "without a socket.")
    }
    if let name = request["name"] {
      guard let name = name.string else {
        throw CommandError(.badArguments, "“name” must be a string.")
      }
      if let fault = AgentName.fault(in: name) { throw CommandError(.badArguments, fault) }
      client.context.agent = name
    }
    if let run = request["run"] {
      guard let run = run.id.flatMap({ UInt32(exactly: $0) }), run > 0 else {
        throw CommandError(.badArguments, "“run” must be the number of a run.")
      }
      client.context.run = run
    }
    client.context.allowsPrivate = wantsPrivate
    client.isGreeted = true
    return ServedMethod.greeting.document(
      (
        version, store.log.directory, store.log.isReadOnly, store.timeline.position,
        client.context.run
      ))
  }

  /// Runs a command of the console, at the moment and on the branch that the request names.
  private func run(
    _ request: Request, _ client: inout ClientState
  ) throws -> JSONWriter {
    let arguments = try request.arguments()
    try refusePaths(in: arguments, client)
    let precondition = try precondition(request)
    if let former = try previousAnswer(precondition) { return former }
    let rows = try RequestedRows(request, of: arguments.declaration)
    client.context.precondition = precondition
    client.context.page = rows.page
    defer {
      client.context.precondition = Precondition()
      client.context.page = nil
    }
    if arguments.declaration.effect == .steers {
      defer { client.branch = store.timeline.lineage.branch }
      return try run(arguments, rows, &client)
    }
    let shown = client.context.past
    defer { client.context.past = shown }
    let branch = try branch(request, client)
    return try on(branch, from: client.branch) {
      if branch != nil { client.context.past = nil }
      if let moment = try rows.moment ?? request.point("at") {
        // Only the present has private windows. Without later events, it is the moment itself.
        if let failure = client.context.catchUp() { throw failure }
        let isPresent =
          (client.context.allowsPrivate || rows.moment != nil)
          && moment == .event(Int64(store.timeline.position.rawValue))
        try client.context.view(isPresent ? .now : moment)
      }
      return try run(arguments, rows, &client)
    }
  }

  /// Calls a closure with the context of a client, on the branch and at the moment that a request
  /// names. The state shown is the newest one.
  func read<Value>(
    _ request: Request, in client: inout ClientState, _ body: (CommandContext) throws -> Value
  ) throws -> Value {
    try enter(client.branch)
    let shown = client.context.past
    defer { client.context.past = shown }
    let branch = try branch(request, client)
    return try on(branch, from: client.branch) {
      if branch != nil { client.context.past = nil }
      if let failure = client.context.catchUp() { throw failure }
      if let moment = try request.point("at") { try client.context.view(moment) }
      return try body(client.context)
    }
  }

  /// Performs several commands as one action, with one name and one undo.
  private func performTogether(
    _ request: Request, _ client: inout ClientState
  ) throws -> JSONWriter {
    let name = try request.name("name")
    let elements = request["commands"]?.elements ?? []
    guard !elements.isEmpty else {
      throw CommandError(
        .badArguments, "“commands” must be a list of objects with “method” and “params”.")
    }
    let commands = try elements.map { element in
      guard let method = element["method"]?.string else {
        throw CommandError(.badArguments, "Each of the “commands” needs a “method”.")
      }
      let command = Request(method, element["params"]?.members ?? [])
      let arguments = try command.arguments(
        refusingPositions: request["ifAt"] != nil, addsNames: false)
      try refusePaths(in: arguments, client)
      return arguments
    }
    let precondition = try precondition(request)
    if let former = try previousAnswer(precondition) { return former }
    client.context.precondition = precondition
    defer { client.context.precondition = Precondition() }
    let branch = try branch(request, client)
    let shown = client.context.past
    defer { client.context.past = shown }
    return try on(branch, from: client.branch) {
      if branch != nil { client.context.past = nil }
      return JSONWriter(
        document: try client.context.answer(toAll: commands, named: name).output.text)
    }
  }

  /// Rejects paths on this machine, unless clients may name them.
  private func refusePaths(in arguments: Arguments, _ client: ClientState) throws {
    guard !client.context.allowsFiles, let path = arguments.firstPath else { return }
    throw CommandError(
      "notAllowed",
      "“\(path)” is a path on the machine of the server. Start it with --allow-files to allow this."
    )
  }

  private func run(
    _ arguments: Arguments, _ rows: RequestedRows, _ client: inout ClientState
  ) throws -> JSONWriter {
    var answer = client.context.answer(to: arguments)
    answer.add(store.damagedEvents, isOlder: store.log.isOlderThanNoted)
    if let failure = answer.failure { throw failure }
    guard answer.following == nil else {
      throw CommandError(
        .badArguments,
        "An answer cannot follow changes. Use “subscribe” instead.")
    }
    return try rows.document(
      answer, newest: client.context.past?.position ?? store.timeline.position)
  }

  /// Returns the response to a request whose key was used before, or nil if the key is new.
  /// References in a repeated request are not looked up, because the objects may no longer exist.
  private func previousAnswer(
    _ precondition: Precondition
  ) throws -> JSONWriter? {
    guard precondition.key != nil else { return nil }
    let former = try store.previousCommit(precondition)
    return former.map { former in
      let answer = Answer(performed: [former], newest: store.timeline.position)
      return JSONWriter(document: answer.output.text)
    }
  }

  private func precondition(_ request: Request) throws -> Precondition {
    var precondition = Precondition()
    precondition.unchangedSince = try request.event("ifAt")
    precondition.key = try request.name("key")
    precondition.request = request.description
    return precondition
  }

  // MARK: Sessions

  /// Records that a front end with an engine has started, and returns how its previous run ended.
  func openSession(
    _ frontEnd: String?, _ context: CommandContext
  ) throws -> ServedMethod.OpenedSession {
    guard let frontEnd, (1...100).contains(frontEnd.utf8.count) else {
      throw CommandError(.badArguments, "“frontEnd” must be a string of 1 to 100 bytes.")
    }
    if let failure = context.catchUp() { throw failure }
    let hasCrashed = store.browser.health.running.exists
    let commit = try store.perform(.openSession(frontEnd: frontEnd), by: context.origin(.engine))
    let health = store.browser.health
    return ServedMethod.OpenedSession(
      sequence: commit.sequence, hasCrashed: hasCrashed, isSuspect: health.isSuspect,
      suspectTab: health.isSuspect && health.suspectTab.exists ? health.suspectTab : nil)
  }

  /// Records that the front end has ended normally.
  func endSession(_ context: CommandContext) throws {
    try store.perform(.endSession, by: context.origin(.engine))
  }

  // MARK: Changes

  /// Subscribes a program to changes. The subscription starts now, after an event, or at the
  /// position of a cursor.
  private func subscribe(
    _ request: Request, _ client: inout ClientState
  ) throws -> JSONWriter {
    var since = try request.event("since")
    let cursor = try request.name("cursor")
    try watchProfile()
    if let cursor {
      since = try store.cursor(named: cursor) ?? .nothing
    }
    let observer = try ChangeObserver(store, since: since)
    client.observer = observer
    return ServedMethod.start.document(since ?? store.timeline.position)
  }

  /// Starts to watch the profile for writes of other processes.
  func watchProfile() throws {
    guard watch == nil, let directory = store.log.directory else { return }
    watch = try ProfileWatch(of: directory)
  }

  private func acknowledge(_ request: Request) throws -> JSONWriter {
    guard let cursor = try request.name("cursor"), let event = try request.event("through") else {
      throw CommandError(.badArguments, "“acknowledge” needs “cursor” and “through”.")
    }
    try store.acknowledge(cursor, through: event)
    return .object { _ in }
  }

  /// Returns the next notification for a program, or nil if there is nothing new. It is about
  /// changes or about commands for the program's views.
  func news(in client: inout ClientState) throws -> JSONWriter? {
    guard client.wantsEvents else { return nil }
    try enter(client.branch)
    if let change = try on(client.observedBranch, from: client.branch, { try change(in: &client) })
    {
      return change
    }
    return try on(client.shownBranch, from: client.branch) { try orders(in: &client) }
  }

  /// Returns the combined changes on the program's branch since the last notification, or nil if
  /// nothing was written.
  private func change(in client: inout ClientState) throws -> JSONWriter? {
    guard var observer = client.observer else { return nil }
    // The state used for comparison must have only one owner.
    client.observer = nil
    defer { client.observer = observer }
    let change = try observer.next(in: store)
    guard let change else { return nil }
    let difference = try client.context.read { words in
      Difference(change.changes, from: change.former, to: change.state, words).json
    }
    let branch = try client.context.branchName(store.timeline.lineage.branch)
    let elsewhere = try change.elsewhere.map { commit in
      (commit: commit, branch: try client.context.branchName(commit.branch))
    }
    let parameters = JSONWriter.object { json in
      json.member("branch", branch)
      json.member("sequence", change.sequence.rawValue)
      json.array("commits") { json in
        for commit in change.commits { json.object { commit.write(to: &$0) } }
      }
      json.member("changes", difference)
      guard !elsewhere.isEmpty else { return }
      json.array("elsewhere") { json in
        for (commit, branch) in elsewhere {
          json.object { json in
            json.member("branch", branch)
            commit.write(to: &json)
          }
        }
      }
    }
    return .notification("changed", parameters)
  }

  // MARK: Engines

  /// Registers the program as one that shows pages, and returns the commands for its views.
  private func showPages(
    _ request: Request, _ client: inout ClientState
  ) throws -> JSONWriter {
    var shown: [TabID]?
    if let tabs = request["shown"] {
      shown = tabs.elements.compactMap(\.id).map { TabID(Int32(clamping: $0)) }
      guard case .array(let tabs) = tabs, shown?.count == tabs.count else {
        throw CommandError(.badArguments, "“shown” must be a list of tab ids.")
      }
    }
    var engine = ServedEngine(showing: shown, after: client.engine)
    try watchProfile()
    let commands = try engine.commands(in: store)
    client.engine = engine
    return EngineCommandAnswer.list.document(commands)
  }

  /// Updates the model with the report of a view, and returns the commands for the views.
  private func follow(
    _ request: Request, _ client: inout ClientState
  ) throws -> JSONWriter {
    guard var engine = client.engine else {
      throw CommandError(.badArguments, "Send “engine” first. No page is shown yet.")
    }
    let report = try EngineReport(request)
    // The views must have only one owner.
    client.engine = nil
    defer { client.engine = engine }
    let (written, reason) = try engine.receive(report, in: client.context)
    let commands = try engine.commands(in: store)
    let dropped = reason.map { "\($0)" }
    return ServedMethod.followed.document(((dropped, (written, store.timeline.position)), commands))
  }

  /// Returns the commands for the program's views that result from changes by other programs, or
  /// nil if there are none.
  private func orders(in client: inout ClientState) throws -> JSONWriter? {
    guard var engine = client.engine else { return nil }
    client.engine = nil
    defer { client.engine = engine }
    let commands = try engine.commands(in: store)
    guard !commands.isEmpty else { return nil }
    return .notification("engine", EngineCommandAnswer.list.document(commands))
  }

  // MARK: Branches

  /// Returns the branch that a request names, or nil if it names none.
  private func branch(_ request: Request, _ client: ClientState) throws -> BranchID? {
    guard let value = request["branch"] else { return nil }
    guard let name = value.string else {
      throw CommandError(.badArguments, "“branch” must be the name of a branch.")
    }
    if let failure = client.context.catchUp() { throw failure }
    return try client.context.branch(named: name)
  }

  /// Calls a closure while the store is on a branch, or on the client's branch `home` if the branch
  /// is nil. Afterwards, the store is on the client's branch again.
  private func on<Value>(
    _ branch: BranchID?, from home: BranchID, _ body: () throws -> Value
  ) throws -> Value {
    guard let branch, branch != home else { return try body() }
    try enter(branch)
    let result = Result { try body() }
    try enter(home)
    return try result.get()
  }

  /// Switches the store to a branch. The state of the previous branch is stored in memory.
  func enter(_ branch: BranchID) throws {
    let current = store.timeline.lineage.branch
    guard current != branch else { return }
    parked[current] = store.timeline
    if let timeline = parked.removeValue(forKey: branch) {
      store.follow(timeline)
    } else {
      try store.switchBranch(to: branch)
    }
  }

  /// Drops the stored states of all branches except the given branches.
  func keepBranches(_ branches: Set<BranchID>) {
    parked = parked.filter { branches.contains($0.key) }
  }
}

extension CommitSummary {
  /// Writes the commit as members of an object.
  fileprivate func write(to json: inout JSONWriter) {
    json.member("batch", batch.rawValue)
    json.member("sequence", sequence.rawValue)
    json.member("actor", "\(actor)")
    if let agent { json.member("agent", agent) }
    if run != 0 { json.member("run", run) }
    if let name { json.member("batchName", name) }
  }
}
