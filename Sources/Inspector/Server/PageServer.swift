internal import BrowserModel
package import Inspector
internal import Notation
internal import Platform
internal import RetraceEventLog
package import RetraceStore

/// Serves the page of a log to a browser on this computer. A single thread answers all requests.
package final class PageServer {
  private var service: PageService
  private var access: PageAccess
  private let socket: LoopbackSocket
  /// The watch that reports writes of other processes, or nil for a log in memory.
  private let watch: ProfileWatch?
  private let patience: Duration
  private var connections: [PageConnection] = []
  /// The newest event that the pages know.
  private var announced: EventID

  private static let maximumConnections = 64
  private static let maximumFollowers = 16

  /// Starts listening.
  ///
  /// - Parameter patience: The time that a browser may take to send a request or to read some bytes.
  /// - Throws: `Errno` if there is no socket, `LogError` if the profile cannot be watched.
  package init(
    _ store: Store, _ files: InspectorFiles, patience: Duration = .seconds(20)
  ) throws {
    self.patience = patience
    watch = try store.log.directory.map { try ProfileWatch(of: $0) }
    try store.catchUp()
    service = PageService(store, files)
    socket = try LoopbackSocket()
    access = PageAccess(port: socket.port)
    announced = service.newest
  }

  deinit {
    for connection in connections { connection.close() }
    socket.close()
  }

  /// The address that opens the page once.
  package var address: String { access.address }

  /// Serves the page.
  ///
  /// - Parameter stop: A descriptor that becomes readable when the server should end.
  package func run(until stop: Int32) throws {
    while try wait(stop) {
      for index in connections.indices { work(for: index) }
      announce()
      for connection in connections where connection.stage == .done { connection.close() }
      connections.removeAll { $0.stage == .done }
    }
  }

  // MARK: Waiting

  /// Waits for a connection, a request, a browser that reads, or a write to the profile.
  ///
  /// - Returns: False if the server should end.
  private func wait(_ stop: Int32) throws -> Bool {
    var watched = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: connections.count < Self.maximumConnections ? socket.descriptor : -1,
        events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let first = watched.count
    for connection in connections {
      let events = POLLIN | (connection.hasPending ? POLLOUT : 0)
      watched.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
    }
    let deadline = connections.filter(\.isUrgent).map(\.deadline).min()
    let isBusy = connections.contains { $0.wantsRecords }
    if FileDescriptor.wait(for: &watched, until: isBusy ? .now : deadline) < 0 {
      guard errno == EINTR else { throw Errno.last }
      return true
    }
    if watched[0].revents != 0 { return false }
    for index in connections.indices where watched[first + index].revents & ~Int16(POLLOUT) != 0 {
      connections[index].read()
    }
    if watched[1].revents != 0, let connection = try? LocalSocket.accept(at: socket.descriptor) {
      connections.append(PageConnection(connection, patience: patience))
    }
    if watched[2].revents != 0 {
      _ = watch?.wait(milliseconds: 0)
      try service.catchUp()
    }
    let now = ContinuousClock.now
    for index in connections.indices
    where connections[index].isUrgent && connections[index].deadline < now {
      connections[index].stage = .done
    }
    return true
  }

  // MARK: Working

  private func work(for index: Int) {
    if connections[index].stage == .receiving, !connections[index].received.isEmpty {
      switch HTTPRequest.read(connections[index].received) {
      case .incomplete: break
      case .invalid(let status):
        respond(.text(status, "The server cannot read this request."), at: index)
      case .complete(let request): answer(request, at: index)
      }
    }
    if connections[index].wantsRecords { sendRecords(at: index) }
    connections[index].flush()
  }

  private func respond(_ response: HTTPResponse, at index: Int) {
    connections[index].stage = .sending
    connections[index].send(response.bytes)
  }

  private func answer(_ request: HTTPRequest, at index: Int) {
    if let response = access.response(to: request) { return respond(response, at: index) }
    switch service.answer(to: request) {
    case .response(let response): respond(response, at: index)
    case .log(let first, let last):
      var response = HTTPResponse(status: 200, contentType: "application/octet-stream", body: [])
      response.fields = [("Transfer-Encoding", "chunked")]
      connections[index].send(response.head(length: nil))
      connections[index].stage = .sendingLog(next: first, last: last)
    case .changes:
      guard connections.count(where: { $0.stage == .following }) < Self.maximumFollowers else {
        return respond(.text(503, "Too many pages follow this log."), at: index)
      }
      let response = HTTPResponse(status: 200, contentType: "text/event-stream", body: [])
      connections[index].send(response.head(length: nil) + Self.message(announced))
      connections[index].stage = .following
    }
  }

  /// Sends some records. If a record is damaged, the end of the response is missing, so that the page
  /// reports it.
  private func sendRecords(at index: Int) {
    guard case .sendingLog(let next, let last) = connections[index].stage else { return }
    guard next <= last else {
      connections[index].send(Array("0\r\n\r\n".utf8))
      connections[index].stage = .sending
      return
    }
    do {
      let (bytes, following) = try service.records(from: next, through: last)
      let size = String(bytes.count, radix: 16)
      connections[index].send(Array("\(size)\r\n".utf8) + bytes + Array("\r\n".utf8))
      connections[index].stage = .sendingLog(next: following, last: last)
    } catch {
      connections[index].stage = .sending
    }
  }

  /// Sends the number of the newest event to the pages that follow the log.
  private func announce() {
    guard service.newest != announced else { return }
    announced = service.newest
    for index in connections.indices where connections[index].stage == .following {
      connections[index].send(Self.message(announced))
      connections[index].flush()
      if connections[index].isClogged { connections[index].stage = .done }
    }
  }

  private static func message(_ newest: EventID) -> [UInt8] {
    let json = JSONWriter.object { $0.member("sequence", newest.rawValue) }
    return Array("data: ".utf8) + json.bytes + Array("\n\n".utf8)
  }
}
