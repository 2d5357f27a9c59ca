internal import EventLog
internal import Glibc
internal import Notation
internal import Platform

/// Serves other programs: commands of the console as methods of JSON-RPC 2.0, one message a line.
///
/// One thread does everything, in the order in which it comes from each client. All clients work on one
/// store; each is on a branch of its own choice.
final class Server {
  private let service: Service
  /// Where clients connect; nil where there is one client, on standard input and output.
  private let listener: ServerSocket?
  private var clients: [ServedClient] = []

  init(_ shell: Shell, _ listener: ServerSocket?) {
    service = Service(shell)
    self.listener = listener
    if listener == nil {
      clients = [
        ServedClient(
          input: Descriptor.standardInput.number, output: Descriptor.standardOutput.number,
          service.newClient())
      ]
    }
  }

  /// Serves until Ctrl-C, or whatever else asks the process to end, or until the one client has gone.
  func run() throws(CommandFailure) {
    let home = service.newClient().branch
    NoticedInterrupts.during {
      while !NoticedInterrupts.hasCome, listener != nil || !clients.isEmpty {
        wait()
        for index in clients.indices {
          work(for: index)
          clients[index].flush()
        }
        tellNews()
        removeGone()
      }
    }
    for client in clients { client.close() }
    listener?.close()
    try service.enter(home)
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
    if let watch = service.watch { add(watch.descriptor, POLLIN) }
    let isBusy = clients.contains { $0.hasWork }
    guard Descriptors.wait(for: &watched, milliseconds: isBusy ? 0 : -1) > 0 else { return }
    for index in clients.indices where watched[2 * index].revents != 0 { clients[index].read() }
    if let listener, watched[2 * clients.count].revents != 0, let connection = listener.accept() {
      clients.append(
        ServedClient(input: connection, output: connection, service.newClient()))
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
          let result = try service.result(of: request, in: &clients[index].state)
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

  /// Tells each client what became different on its branch, and what its views have to do. Who does not
  /// read is told later, of all at once.
  private func tellNews() {
    _ = service.watch?.wait(milliseconds: 0)
    for index in clients.indices where clients[index].keepsUp && !clients[index].hasWork {
      do throws(CommandFailure) {
        while let news = try service.news(in: &clients[index].state) {
          clients[index].send(news)
        }
      } catch {
        clients[index].send(.notification("failed", .object(error.write)))
      }
      clients[index].flush()
    }
  }

  private func removeGone() {
    for client in clients where client.isDone { client.close() }
    clients.removeAll { $0.isDone }
    service.keepBranches(Set(clients.map(\.state.branch)))
  }
}
