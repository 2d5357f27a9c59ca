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

  /// - Parameter context: The store, and the clock.
  init(_ context: CommandContext) {
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
    if request.method == "hello" { return try greet(request, &client) }
    guard client.isGreeted else {
      throw CommandError(
        .notGreeted,
        "Say hello first: {\"method\":\"hello\",\"params\":{\"versions\":[1],\"name\":\"…\"}}.")
    }
    try enter(client.branch)
    defer { client.branch = store.timeline.lineage.branch }
    switch request.method {
    case "subscribe": return try subscribe(request, &client)
    case "unsubscribe":
      client.observer = nil
      return .object { _ in }
    case "acknowledge": return try acknowledge(request)
    case "engine": return try showPages(request, &client)
    case "report": return try follow(request, &client)
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
    guard request["private"]?.isTrue != true else {
      throw CommandError(
        .badArguments,
        "The server has no private windows. They exist only in a console or a program.")
    }
    client.isGreeted = true
    client.context.agent = request["name"]?.string
    return ServedMethod.greeting.document(
      (version, store.log.directory, store.log.isReadOnly, store.timeline.position))
  }

  /// Runs a command of the console.
  private func run(
    _ request: Request, _ client: inout ClientState
  ) throws -> JSONWriter {
    let arguments = try request.arguments()
    let precondition = try precondition(request)
    if let former = try previousAnswer(precondition) { return former }
    client.context.precondition = precondition
    defer { client.context.precondition = Precondition() }
    var answer = client.context.answer(to: arguments)
    answer.add(store.damagedEvents, isOlder: store.log.isOlderThanNoted)
    if let failure = answer.failure { throw failure }
    guard answer.following == nil else {
      throw CommandError(
        .badArguments,
        "An answer cannot follow changes. Use “subscribe” "
          + "instead.")
    }
    let text = answer.output.text
    return text.isEmpty ? .object { _ in } : JSONWriter(document: text)
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

  private func watchProfile() throws {
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
    if let change = try change(in: &client) { return change }
    return try orders(in: &client)
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
    let parameters = JSONWriter.object { json in
      json.member("sequence", change.sequence.rawValue)
      json.array("commits") { json in
        for commit in change.commits { json.object { commit.write(to: &$0) } }
      }
      json.member("changes", difference)
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
    if let name { json.member("batchName", name) }
  }
}
