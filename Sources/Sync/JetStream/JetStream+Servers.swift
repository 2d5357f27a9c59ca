internal import CNATS
internal import Platform

/// The selection of a server, and the switch to another server if the selected server does not
/// answer.
extension JetStream {
  /// Returns the current connection, or connects to the first server that accepts this device.
  func connected() throws -> JetStreamConnection {
    if let connection, !connection.isClosed {
      connection.noteQuestion()
      return connection
    }
    if let connection {
      let flood = connection.isFlooded ? flood(by: connection) : nil
      leaveServer()
      if let flood { throw flood }
    }
    var refusals: [SyncError] = []
    for (index, server) in servers.enumerated() {
      do {
        let made = try connect(to: server)
        connection = made
        servers = Array(servers[index...] + servers[..<index])
        return made
      } catch let error as SyncError {
        refusals.append(error)
      }
    }
    throw SyncError(ofAll: refusals)
  }

  /// Connects to a server. Throws if the server does not accept this device, or if its version can
  /// lose messages.
  private func connect(to server: ServerAddress) throws -> JetStreamConnection {
    let made = try JetStreamConnection(to: server, credentials: credentials, inbox: inbox)
    guard let version = try version(of: made) else {
      throw SyncError(
        .stream,
        "\(server) does not report its version. It is too old, and could lose acknowledged "
          + "messages. Install nats-server \(ServerVersion.oldest) or newer.")
    }
    guard version >= .oldest else {
      throw SyncError(
        .stream,
        "\(server) runs nats-server \(version), which can lose acknowledged messages. Install "
          + "\(ServerVersion.oldest) or newer.")
    }
    guard made.largestPayload >= Self.smallestPayload else {
      throw SyncError(
        .stream,
        "\(server) does not accept messages of \(Self.smallestPayload / 1_024) KiB. Raise its "
          + "max_payload.")
    }
    return made
  }

  /// Returns the version of a server, or nil if the server does not report it. Servers before
  /// version 2.10 do not report it.
  private func version(
    of server: JetStreamConnection
  ) throws -> ServerVersion? {
    do {
      return try server.serverVersion().flatMap(ServerVersion.init)
    } catch {
      throw cause(of: error, on: server)
    }
  }

  /// Switches to the next server for the following queries.
  func leaveServer() {
    subscription = nil
    connection = nil
    failures = 0
    servers.append(servers.removeFirst())
  }

  /// Counts a missing answer. After two missing answers in a row, switches to the next server.
  func noteFailure() {
    failures += 1
    if failures > 1 || connection?.isClosed == true { leaveServer() }
  }

  /// Repeats a query until a server answers or the time limit is reached.
  func asking<Answer>(
    _ question: (JetStreamConnection) throws -> Answer
  ) throws -> Answer {
    let end = ContinuousClock.now + Self.patience
    while true {
      let connection = try connected()
      do {
        let answer = try question(connection)
        failures = 0
        return answer
      } catch let error as SyncError
        where error.isTemporary && error.reason != .lost && !connection.isFlooded
        && ContinuousClock.now < end
      {
        noteFailure()
        usleep(200_000)
      } catch {
        if connection.isFlooded { leaveServer() }
        throw cause(of: error, on: connection)
      }
    }
  }

  /// Returns the failure for a server that sends more than an answer can contain.
  private func flood(by connection: JetStreamConnection) -> SyncError {
    SyncError(.stream, "\(connection.address) sends more data than devices have written.")
  }

  /// Returns the error to report for a failed query. If the server has sent a refusal, this is the
  /// last refusal, because libnats reports only that the server does not answer.
  func cause(of error: any Error, on connection: JetStreamConnection) -> any Error {
    if connection.isFlooded { return flood(by: connection) }
    guard let refusal = connection.refusal else { return error }
    return SyncError(.stream, "\(connection.address) does not allow it: \(refusal).")
  }

  func describe(listsErased: Bool = false) throws -> StreamDescription {
    try asking { connection in
      try connection.describe(name, listsErased: listsErased)
    }
  }

  /// Whether the servers have a message after a position.
  func hasMessage(after position: UInt64) throws -> Bool {
    try hasMessage(after: position, in: describe())
  }

  /// Whether a stream that was just described has a message after a position.
  func hasMessage(
    after position: UInt64, in stream: StreamDescription
  ) throws -> Bool {
    guard stream.hasMessage(after: position), stream.erasedCount > 0 else {
      return stream.hasMessage(after: position)
    }
    return try describe(listsErased: true).hasMessage(after: position)
  }

  /// Requests the messages after a position, unless they are already being delivered.
  func subscribe(after position: UInt64) throws {
    if subscription != nil, connection?.isClosed == false, position >= self.position {
      // Messages up to this position are dropped when they arrive. Reading them again would require
      // a new subscription.
      self.position = position
      return
    }
    subscription = nil
    let subject = try describe().subject
    subscription = try asking { connection in
      try connection.subscribe(to: name, subject: subject, after: position)
    }
    self.position = position
  }

  /// Removes messages from the inbox and returns them. Returns nil if the inbox has no such
  /// messages.
  func pop(after position: UInt64, _ limit: Int) -> [StreamMessage]? {
    let messages = inbox.pop(after: position, limit: limit)
    guard let last = messages.last else { return nil }
    self.position = last.position
    return messages
  }
}
