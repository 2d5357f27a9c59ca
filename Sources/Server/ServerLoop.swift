package import Catalogue
internal import Notation
internal import Platform
internal import RetraceEventLog

/// Serves other programs. The commands of the console are methods of JSON-RPC 2.0, with one message
/// per line.
///
/// A single thread performs the requests of each client in the order in which they arrive. All
/// clients share one store, but each has its own branch.
package final class ServerLoop {
  private let service: Service
  /// The socket to which clients connect, or nil if the only client uses standard input and output.
  private let listener: ServerSocket?
  private var clients: [ServedClient] = []
  /// Whether no more clients can be accepted until a client disconnects or some time has passed.
  private var isFull = false
  /// The maximum number of clients.
  private let maximumClients: Int

  /// The number of descriptors reserved for the files of the profile.
  private static let spareDescriptors = 64
  private static let pauseMilliseconds: Int32 = 1_000

  /// Serves programs until the process is asked to end, or until the only client has disconnected.
  package static func run(
    _ context: CommandContext, at place: ServedPlace
  ) throws {
    // If a signal arrives just after the socket is created, the socket file must still be removed.
    try InterruptFlag.during {
      let listener: ServerSocket? =
        switch place {
        case .standardInput, .agent: nil
        case .socket(let path): try ServerSocket(path)
        }
      try ServerLoop(context, listener).run()
    }
  }

  private init(_ context: CommandContext, _ listener: ServerSocket?) {
    service = Service(context, hasOneClient: listener == nil)
    self.listener = listener
    let most = FileDescriptor.maximumOpen
    maximumClients = max(most / 2, most - Self.spareDescriptors)
    if listener == nil {
      clients = [
        ServedClient(
          input: Descriptor.standardInput.number, output: Descriptor.standardOutput.number,
          service.newClient())
      ]
    }
  }

  private func run() throws {
    let home = service.newClient().branch
    var failure: (any Error)?
    while failure == nil, !InterruptFlag.isSet, listener != nil || !clients.isEmpty {
      do { try wait() } catch { failure = error }
      for index in clients.indices {
        work(for: index)
        clients[index].flush()
      }
      sendEvents()
      removeGone()
    }
    // From here on, a signal to exit takes effect.
    for client in clients { client.close() }
    listener?.close()
    try service.enter(home)
    if let failure { throw failure }
  }

  // MARK: Waiting

  /// Waits until a client sends data or accepts data, a new client connects, or a process writes to
  /// the profile.
  ///
  /// Only the necessary descriptors are polled, and each descriptor only once. Therefore their
  /// number never exceeds the limit of open files, which is also the limit for polling.
  private func wait() throws {
    var watched: [pollfd] = []
    // The clients to read from, by their indices in `watched`.
    var readers: [(place: Int, client: Int)] = []
    func add(_ descriptor: Int32, _ events: Int32) {
      watched.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    for (index, client) in clients.enumerated() {
      if client.mayRead { readers.append((watched.count, index)) }
      let writes = client.hasPending ? POLLOUT : 0
      if client.input == client.output {
        let events = writes | (client.mayRead ? POLLIN : 0)
        if events != 0 { add(client.input, events) }
      } else {
        if client.mayRead { add(client.input, POLLIN) }
        if writes != 0 { add(client.output, writes) }
      }
    }
    let listenerPlace = watched.count
    if let listener { add(isFull ? -1 : listener.descriptor, POLLIN) }
    if let watch = service.watch { add(watch.descriptor, POLLIN) }
    add(InterruptFlag.descriptor, POLLIN)
    let isBusy = clients.contains { $0.hasWork }
    let patience: Int32 = isBusy ? 0 : isFull ? Self.pauseMilliseconds : -1
    let count: Int
    do {
      count = try FileDescriptor.waiting(for: &watched, milliseconds: patience)
    } catch let error as Errno {
      throw CommandError("waitFailed", "The server cannot wait for its clients: \(error).")
    }
    isFull = false
    guard count > 0 else { return }
    for reader in readers where watched[reader.place].revents & ~Int16(POLLOUT) != 0 {
      clients[reader.client].read()
    }
    if let listener, watched[listenerPlace].revents != 0 { accept(from: listener) }
  }

  private func accept(from listener: ServerSocket) {
    switch listener.accept() {
    case .none: break
    case .noDescriptor: isFull = true
    case .client(let connection):
      var client = ServedClient(input: connection, output: connection, service.newClient())
      if clients.count >= maximumClients {
        client.send(.reply(to: .null, Self.tooMany(maximumClients)))
        client.flush()
        client.close()
      } else {
        clients.append(client)
      }
    }
  }

  private static func tooMany(_ count: Int) -> CommandError {
    CommandError(
      .tooManyClients,
      "The server has \(count) clients, the most that its limit on open files allows. Try again "
        + "when a client has disconnected, or start the server with a higher limit (ulimit -n).")
  }

  // MARK: Working

  /// Performs a limited number of requests of a client, so that the other clients do not have to
  /// wait long.
  private func work(for index: Int) {
    var left = Self.requestsAtOnce
    while left > 0, clients[index].isDraining, let next = clients[index].nextRequest() {
      left -= 1
      let result: Result<JSONWriter, CommandError>
      switch next.request {
      case _ where next.batch?.isFull == true: result = .failure(ReplyBatch.tooLarge)
      case .valid(let request):
        do {
          result = .success(try service.result(of: request, in: &clients[index].state))
        } catch {
          result = .failure(CommandError(error))
        }
      case .invalid(_, let failure): result = .failure(failure)
      }
      clients[index].answer(next.request, in: next.batch, with: result)
    }
  }

  private static let requestsAtOnce = 64

  /// Sends each client the changes on its branch, and the commands for its views. A client that is
  /// not reading receives the combined changes later.
  private func sendEvents() {
    _ = service.watch?.wait(milliseconds: 0)
    for index in clients.indices where clients[index].isDraining && !clients[index].hasWork {
      do {
        while let news = try service.news(in: &clients[index].state) {
          clients[index].send(news)
        }
      } catch {
        clients[index].send(.notification("failed", CommandError(error)))
      }
      clients[index].flush()
    }
  }

  private func removeGone() {
    for client in clients where client.isDone { client.close() }
    clients.removeAll { $0.isDone }
    service.keepBranches(Set(clients.flatMap(\.state.branches)))
  }
}
