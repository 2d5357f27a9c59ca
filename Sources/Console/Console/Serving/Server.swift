internal import BrowserModel
internal import EventLog
internal import Glibc
internal import Notation
internal import Platform
internal import Store
internal import Timeline

/// Serves other programs: commands of the console as methods of JSON-RPC 2.0, one message a line.
///
/// One thread does everything, in the order in which it comes from each client. All clients work on one
/// store; each is on a branch of its own choice.
final class Server {
  private let shell: Shell
  private let store: Store
  /// Where clients connect; nil where there is one client, on standard input and output.
  private let listener: ServerSocket?
  private var clients: [ServedClient] = []
  /// Tells of writes of others; made when a client first wants to know.
  private var watch: ProfileWatch?
  /// The states of branches that are not in the store now, but some client is on them.
  private var parked: [BranchID: Timeline] = [:]

  /// The versions of the protocol that are spoken.
  static let versions = [1]

  init(_ shell: Shell, _ listener: ServerSocket?) {
    var served = shell
    served.presentation = Shell.Presentation()
    served.presentation.printsJSON = true
    served.presentation.now = shell.presentation.now
    served.presentation.asksNobody = true
    served.isServed = true
    served.isOneCommand = false
    self.shell = served
    self.listener = listener
    store = shell.store
    if listener == nil {
      clients = [
        ServedClient(
          input: Descriptor.standardInput.number, output: Descriptor.standardOutput.number, served)
      ]
    }
  }

  /// Serves until Ctrl-C, or whatever else asks the process to end, or until the one client has gone.
  func run() throws(CommandFailure) {
    let home = store.timeline.lineage.branch
    for index in clients.indices { clients[index].branch = home }
    NoticedInterrupts.during {
      while !NoticedInterrupts.hasCome, listener != nil || !clients.isEmpty {
        wait()
        for index in clients.indices {
          work(for: index)
          clients[index].flush()
        }
        tellChanges()
        removeGone()
      }
    }
    for client in clients { client.close() }
    listener?.close()
    try enter(home)
  }

  // MARK: Waiting

  /// Waits until somebody sends or takes something, or the profile was written.
  private func wait() {
    var watched: [pollfd] = []
    func add(_ descriptor: Int32, _ events: Int32) {
      watched.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    for client in clients {
      add(client.mayRead ? client.input : -1, POLLIN)
      add(client.hasPending ? client.output : -1, POLLOUT)
    }
    if let listener { add(listener.descriptor, POLLIN) }
    if let watch { add(watch.descriptor, POLLIN) }
    let isBusy = clients.contains { $0.hasWork }
    guard Descriptors.wait(for: &watched, milliseconds: isBusy ? 0 : -1) > 0 else { return }
    for index in clients.indices where watched[2 * index].revents != 0 { clients[index].read() }
    if let listener, watched[2 * clients.count].revents != 0, let connection = listener.accept() {
      var client = ServedClient(input: connection, output: connection, shell)
      client.branch = store.timeline.lineage.branch
      clients.append(client)
    }
  }

  // MARK: Working

  /// Does what a client asks for, for as long as the others can wait.
  private func work(for index: Int) {
    var left = Self.requestsAtOnce
    while left > 0, clients[index].keepsUp, let next = clients[index].nextRequest() {
      left -= 1
      switch next {
      case .success(let request):
        do throws(RequestFailure) {
          let result = try result(of: request, for: index)
          if let id = request.id { clients[index].send(.reply(to: id, result: result)) }
        } catch {
          if let id = request.id { clients[index].send(.reply(to: id, error)) }
        }
      case .failure(let failure):
        clients[index].send(.reply(to: failure.id ?? .null, failure))
      }
    }
  }

  private static let requestsAtOnce = 64

  private func result(
    of request: Request, for index: Int
  ) throws(RequestFailure) -> JSONWriter {
    if request.method == "hello" { return try greet(request, index) }
    guard clients[index].isGreeted else {
      throw RequestFailure(
        .notGreeted,
        "Say hello first: {\"method\":\"hello\",\"params\":{\"versions\":[1],\"name\":\"…\"}}.")
    }
    do throws(CommandFailure) { try enter(clients[index].branch) } catch {
      throw RequestFailure(error)
    }
    defer { clients[index].branch = store.timeline.lineage.branch }
    switch request.method {
    case "subscribe": return try subscribe(request, index)
    case "unsubscribe":
      clients[index].observer = nil
      return .object { _ in }
    case "acknowledge": return try acknowledge(request)
    default: return try run(request, for: index)
    }
  }

  /// The first message: who the client is, and which versions it speaks.
  private func greet(_ request: Request, _ index: Int) throws(RequestFailure) -> JSONWriter {
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
    clients[index].isGreeted = true
    clients[index].shell.agent = request["name"]?.string
    return .object { json in
      json.member("version", version)
      json.member("program", "retrace \(Program.version)")
      json.member("profile", store.log.directory)
      json.member("readOnly", store.log.isReadOnly)
      json.member("sequence", store.timeline.position.rawValue)
    }
  }

  /// Runs a command of the console.
  private func run(_ request: Request, for index: Int) throws(RequestFailure) -> JSONWriter {
    let words = try CommandWords(request).words(request)
    let precondition = try precondition(request)
    if let key = precondition.key, let former = try done(underKey: key) { return former }
    clients[index].shell.precondition = precondition
    defer { clients[index].shell.precondition = Precondition() }
    var answer = clients[index].shell.answer(words)
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
    do throws(CommandFailure) {
      let former = try failing { () throws(LogFailure) in
        try store.catchUp()
        return try store.commit(underKey: key)
      }
      return former.map { former in
        let answer = Answer(performed: [former], newest: store.timeline.position)
        return JSONWriter(document: String(answer.output.text.dropLast()))
      }
    } catch {
      throw RequestFailure(error)
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

  /// Begins to tell a client what becomes different, from now on, from an event on, or from where a
  /// cursor stands.
  private func subscribe(_ request: Request, _ index: Int) throws(RequestFailure) -> JSONWriter {
    do throws(CommandFailure) {
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
      clients[index].observer = observer
      return .object { $0.member("sequence", (since ?? store.timeline.position).rawValue) }
    } catch {
      throw RequestFailure(error)
    }
  }

  private func acknowledge(_ request: Request) throws(RequestFailure) -> JSONWriter {
    guard let name = request["cursor"]?.string,
      let number = request["through"]?.integer.flatMap({ Int32(exactly: $0) })
    else {
      throw RequestFailure(.badArguments, "“acknowledge” needs “cursor” and “through”.")
    }
    do throws(StoreFailure) {
      try store.acknowledge(name, through: EventID(number))
      return .object { _ in }
    } catch {
      throw RequestFailure(CommandFailure(error))
    }
  }

  /// Tells each client what became different on its branch. Who does not read is told later, of all
  /// at once.
  private func tellChanges() {
    _ = watch?.wait(milliseconds: 0)
    for index in clients.indices where clients[index].keepsUp && !clients[index].hasWork {
      guard var observer = clients[index].observer else { continue }
      // Only one holds the state that is compared with.
      clients[index].observer = nil
      do throws(CommandFailure) {
        try enter(clients[index].branch)
        let change = try failing { () throws(StoreFailure) in try observer.next(in: store) }
        if let change { try tell(change, to: index) }
      } catch {
        clients[index].send(.notification("failed", .object(error.write)))
      }
      clients[index].observer = observer
      clients[index].flush()
    }
  }

  private func tell(_ change: StoreChange, to index: Int) throws(CommandFailure) {
    let difference = try clients[index].shell.read { words in
      Difference(change.changes, from: change.former, to: change.state, words).json
    }
    let parameters = JSONWriter.object { json in
      json.member("sequence", change.sequence.rawValue)
      json.array("commits") { json in
        for commit in change.commits { json.object { commit.write(to: &$0) } }
      }
      json.member("changes", difference)
    }
    clients[index].send(.notification("changed", parameters))
  }

  // MARK: Clients

  /// Lets the store be on a branch. That of another client is kept as it is.
  private func enter(_ branch: BranchID) throws(CommandFailure) {
    let current = store.timeline.lineage.branch
    guard current != branch else { return }
    parked[current] = store.timeline
    if let timeline = parked.removeValue(forKey: branch) {
      store.follow(timeline)
    } else {
      try failing { () throws(StoreFailure) in try store.switchBranch(to: branch) }
    }
  }

  private func removeGone() {
    for client in clients where client.isDone { client.close() }
    clients.removeAll { $0.isDone }
    let branches = Set(clients.map(\.branch))
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
