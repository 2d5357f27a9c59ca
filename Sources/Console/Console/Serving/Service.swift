internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store
internal import Timeline

/// Does what programs ask for: commands of the console, as methods. How a request comes here and where
/// its answer goes is not its concern.
///
/// All programs work on one store; each is on a branch of its own choice.
final class Service {
  private let shell: Shell
  private let store: Store
  /// Tells of writes of others; made when a program first wants to know. None come to a log in memory.
  private(set) var watch: ProfileWatch?
  /// The states of branches that are not in the store now, but some program is on them.
  private var parked: [BranchID: Timeline] = [:]

  /// The versions of the protocol that are spoken.
  static let versions = [1]

  /// - Parameter shell: The store, and the clock.
  init(_ shell: Shell) {
    var served = shell
    served.presentation = Shell.Presentation()
    served.presentation.printsJSON = true
    served.presentation.now = shell.presentation.now
    served.presentation.asksNobody = true
    served.isServed = true
    served.isOneCommand = false
    self.shell = served
    store = shell.store
  }

  /// A conversation with a program that has said nothing yet, on the branch that the store is on.
  func newConversation() -> Conversation {
    Conversation(shell: shell, branch: store.timeline.lineage.branch)
  }

  // MARK: Requests

  /// Does what a request asks for, and returns its result.
  func result(
    of request: Request, in conversation: inout Conversation
  ) throws(RequestFailure) -> JSONWriter {
    if request.method == "hello" { return try greet(request, &conversation) }
    guard conversation.isGreeted else {
      throw RequestFailure(
        .notGreeted,
        "Say hello first: {\"method\":\"hello\",\"params\":{\"versions\":[1],\"name\":\"…\"}}.")
    }
    try requesting { () throws(CommandFailure) in try enter(conversation.branch) }
    defer { conversation.branch = store.timeline.lineage.branch }
    switch request.method {
    case "subscribe": return try subscribe(request, &conversation)
    case "unsubscribe":
      conversation.observer = nil
      return .object { _ in }
    case "acknowledge": return try acknowledge(request)
    // What is done now has begun, and nothing waits behind it.
    case "cancel": return .object { $0.member("cancelled", false) }
    default: return try run(request, &conversation)
    }
  }

  /// The first message: who the program is, and which versions it speaks.
  private func greet(
    _ request: Request, _ conversation: inout Conversation
  ) throws(RequestFailure) -> JSONWriter {
    let versions = request["versions"]?.elements.compactMap(\.integer) ?? []
    guard let version = Self.versions.last(where: { versions.contains(Int64($0)) }) else {
      throw RequestFailure(
        .badArguments, "“versions” lists those that you speak; this server speaks 1.")
    }
    guard request["private"]?.isTrue != true else {
      throw RequestFailure(
        .badArguments,
        "Private windows are not served; they live in a console or in a program itself.")
    }
    conversation.isGreeted = true
    conversation.shell.agent = request["name"]?.string
    return .object { json in
      json.member("version", version)
      json.member("program", "retrace \(Program.version)")
      json.member("profile", store.log.directory)
      json.member("readOnly", store.log.isReadOnly)
      json.member("sequence", store.timeline.position.rawValue)
    }
  }

  /// Runs a command of the console.
  private func run(
    _ request: Request, _ conversation: inout Conversation
  ) throws(RequestFailure) -> JSONWriter {
    let words = try CommandWords(request).words(request)
    let precondition = try precondition(request)
    if let key = precondition.key, let former = try done(underKey: key) { return former }
    conversation.shell.precondition = precondition
    defer { conversation.shell.precondition = Precondition() }
    var answer = conversation.shell.answer(words)
    answer.add(store.damagedEvents, isOlder: store.log.isOlderThanNoted)
    if let failure = answer.failure { throw RequestFailure(failure) }
    guard answer.following == nil else {
      throw RequestFailure(.badArguments, "“subscribe” tells of what others write.")
    }
    let text = answer.output.text
    return text.isEmpty ? .object { _ in } : JSONWriter(document: String(text.dropLast()))
  }

  /// What was done under a key. What a repeat names may be gone since, so it is not looked at.
  private func done(underKey key: String) throws(RequestFailure) -> JSONWriter? {
    let former = try requesting { () throws(CommandFailure) in
      try failing { () throws(LogFailure) in
        try store.catchUp()
        return try store.commit(underKey: key)
      }
    }
    return former.map { former in
      let answer = Answer(performed: [former], newest: store.timeline.position)
      return JSONWriter(document: String(answer.output.text.dropLast()))
    }
  }

  private func precondition(_ request: Request) throws(RequestFailure) -> Precondition {
    var precondition = Precondition()
    if let seen = request["ifAt"] {
      guard case .integer(let number) = seen, let id = Int32(exactly: number) else {
        throw RequestFailure(.badArguments, "“ifAt” is the number of an event.")
      }
      precondition.unchangedSince = EventID(id)
    }
    if let key = request["key"] {
      guard let text = key.string, (1...100).contains(text.utf8.count) else {
        throw RequestFailure(.badArguments, "“key” is a text of 1 to 100 bytes.")
      }
      precondition.key = text
    }
    return precondition
  }

  // MARK: Changes

  /// Begins to tell a program what becomes different, from now on, from an event on, or from where a
  /// cursor stands.
  private func subscribe(
    _ request: Request, _ conversation: inout Conversation
  ) throws(RequestFailure) -> JSONWriter {
    try requesting { () throws(CommandFailure) in
      if watch == nil, let directory = store.log.directory {
        watch = try failing { () throws(LogFailure) in try ProfileWatch(of: directory) }
      }
      var since = request["since"]?.integer.flatMap { Int32(exactly: $0) }.map { EventID($0) }
      if let name = request["cursor"]?.string {
        since = try failing { () throws(LogFailure) in try store.cursor(named: name) } ?? .nothing
      }
      let observer = try failing { () throws(StoreFailure) in
        try ChangeObserver(store, since: since)
      }
      conversation.observer = observer
      return .object { $0.member("sequence", (since ?? store.timeline.position).rawValue) }
    }
  }

  private func acknowledge(_ request: Request) throws(RequestFailure) -> JSONWriter {
    guard let name = request["cursor"]?.string,
      let number = request["through"]?.integer.flatMap({ Int32(exactly: $0) })
    else {
      throw RequestFailure(.badArguments, "“acknowledge” needs “cursor” and “through”.")
    }
    try requesting { () throws(CommandFailure) in
      try failing { () throws(StoreFailure) in
        try store.acknowledge(name, through: EventID(number))
      }
    }
    return .object { _ in }
  }

  /// What a program that has subscribed is to be told: what became different on its branch since it was
  /// told last, all at once. Nil where nothing was written.
  func change(in conversation: inout Conversation) throws(CommandFailure) -> JSONWriter? {
    guard var observer = conversation.observer else { return nil }
    // Only one holds the state that is compared with.
    conversation.observer = nil
    defer { conversation.observer = observer }
    try enter(conversation.branch)
    let change = try failing { () throws(StoreFailure) in try observer.next(in: store) }
    guard let change else { return nil }
    let difference = try conversation.shell.read { words in
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

  // MARK: Branches

  /// Lets the store be on a branch. That of another program is kept as it is.
  func enter(_ branch: BranchID) throws(CommandFailure) {
    let current = store.timeline.lineage.branch
    guard current != branch else { return }
    parked[current] = store.timeline
    if let timeline = parked.removeValue(forKey: branch) {
      store.follow(timeline)
    } else {
      try failing { () throws(StoreFailure) in try store.switchBranch(to: branch) }
    }
  }

  /// Keeps the states of these branches alone.
  func keepBranches(_ branches: Set<BranchID>) {
    parked = parked.filter { branches.contains($0.key) }
  }
}

extension CommitNote {
  /// Writes it as members of an object.
  fileprivate func write(to json: inout JSONWriter) {
    json.member("batch", batch.rawValue)
    json.member("sequence", sequence.rawValue)
    json.member("actor", "\(actor)")
    if let agent { json.member("agent", agent) }
    if let name { json.member("batchName", name) }
  }
}
