internal import CNATS
internal import Platform

/// The selection of a server, and the switch to another server if it does not answer.
extension JetStream {
  /// Returns the current connection, or connects to the first server that accepts this device.
  func connected() throws(StreamFailure) -> JetStreamConnection {
    if let connection, !connection.isClosed {
      connection.noteQuestion()
      return connection
    }
    if let connection {
      let flood = connection.isFlooded ? flood(by: connection) : nil
      leaveServer()
      if let flood { throw flood }
    }
    var refusals: [StreamFailure] = []
    for (index, server) in servers.enumerated() {
      do throws(StreamFailure) {
        let made = try connect(to: server)
        connection = made
        servers = Array(servers[index...] + servers[..<index])
        return made
      } catch {
        refusals.append(error)
      }
    }
    throw StreamFailure(
      refusals.map { $0.description.dropLast() }.joined(separator: "; ") + ".",
      isTemporary: refusals.contains { $0.isTemporary })
  }

  /// Connects to a server. Throws if the server does not accept this device, or if its version can
  /// lose messages.
  private func connect(to server: ServerAddress) throws(StreamFailure) -> JetStreamConnection {
    let made: JetStreamConnection
    do throws(JetStreamFault) {
      made = try JetStreamConnection(to: server, credentials: credentials, inbox: inbox)
    } catch {
      throw StreamFailure("\(server) \(error.reason).", isTemporary: error.isTemporary)
    }
    guard let version = try version(of: made) else {
      throw StreamFailure(
        "\(server) does not report its version. It is too old, and could lose acknowledged "
          + "messages. Install nats-server \(ServerVersion.oldest) or newer.", isTemporary: false)
    }
    guard version >= .oldest else {
      throw StreamFailure(
        "\(server) runs nats-server \(version), which can lose acknowledged messages. Install "
          + "\(ServerVersion.oldest) or newer.", isTemporary: false)
    }
    guard made.largestPayload >= Self.smallestPayload else {
      throw StreamFailure(
        "\(server) does not accept messages of \(Self.smallestPayload / 1_024) KiB. Raise its "
          + "max_payload.",
        isTemporary: false)
    }
    return made
  }

  /// Returns the version of a server, or nil if the server does not report it. Versions before 2.10
  /// do not.
  private func version(
    of server: JetStreamConnection
  ) throws(StreamFailure) -> ServerVersion? {
    var triesLeft = 5
    while true {
      do throws(JetStreamFault) {
        return try server.serverVersion().flatMap(ServerVersion.init)
      } catch {
        guard error.status == NATS_NO_RESPONDERS else { throw failure(error, of: server) }
        // A server that has just started may not report its version yet.
        guard triesLeft > 0 else { return nil }
        triesLeft -= 1
        usleep(100_000)
      }
    }
  }

  /// Switches to the next server for the following queries.
  func leaveServer() {
    subscription = nil
    connection = nil
    failures = 0
    servers.append(servers.removeFirst())
  }

  /// Counts a missing answer. After two in a row, switches to the next server.
  func noteFailure() {
    failures += 1
    if failures > 1 || connection?.isClosed == true { leaveServer() }
  }

  /// Repeats a query until a server answers or the time limit is reached.
  func asking<Answer>(
    _ question: (JetStreamConnection) throws(JetStreamFault) -> Answer
  ) throws(StreamFailure) -> Answer {
    let end = ContinuousClock.now + Self.patience
    while true {
      let connection = try connected()
      do throws(JetStreamFault) {
        let answer = try question(connection)
        failures = 0
        return answer
      } catch {
        guard error.isTemporary, !connection.isFlooded, ContinuousClock.now < end else {
          let failure = failure(error, of: connection)
          if connection.isFlooded { leaveServer() }
          throw failure
        }
        noteFailure()
        usleep(200_000)
      }
    }
  }

  /// Returns the failure for a server that sends more than an answer can contain.
  private func flood(by connection: JetStreamConnection) -> StreamFailure {
    StreamFailure(
      "\(connection.address) sends more data than devices have written.", isTemporary: false)
  }

  /// Returns the failure for a fault. If the server has reported a permission error, the failure
  /// contains it.
  func failure(_ fault: JetStreamFault, of connection: JetStreamConnection) -> StreamFailure {
    if connection.isFlooded { return flood(by: connection) }
    if let refusal = connection.refusal {
      return StreamFailure(
        "\(connection.address) does not allow it: \(refusal).", isTemporary: false)
    }
    // A cluster that has just started may not know its streams yet.
    let isMissing = fault.code == JSStreamNotFoundErr.rawValue
    return StreamFailure(
      "\(connection.address) \(fault.reason).", isTemporary: fault.isTemporary || isMissing,
      isMissing: isMissing)
  }

  func describe(listsErased: Bool = false) throws(StreamFailure) -> StreamDescription {
    try asking { (connection) throws(JetStreamFault) in
      try connection.describe(name, listsErased: listsErased)
    }
  }

  /// Whether the servers have a message after a position.
  func hasMessage(behind position: UInt64) throws(StreamFailure) -> Bool {
    try hasMessage(behind: position, in: describe())
  }

  /// Whether a stream that was just described has a message after a position.
  func hasMessage(
    behind position: UInt64, in stream: StreamDescription
  ) throws(StreamFailure) -> Bool {
    guard stream.hasMessage(behind: position), stream.erasedCount > 0 else {
      return stream.hasMessage(behind: position)
    }
    return try describe(listsErased: true).hasMessage(behind: position)
  }

  /// Requests the messages after a position, unless they are already being delivered.
  func subscribe(behind position: UInt64) throws(StreamFailure) {
    if subscription != nil, connection?.isClosed == false, position >= self.position {
      // Messages up to this position are dropped when they arrive. Reading them again would require
      // a new subscription.
      self.position = position
      return
    }
    subscription = nil
    let subject = try describe().subject
    subscription = try asking { (connection) throws(JetStreamFault) in
      try connection.subscribe(to: name, subject: subject, behind: position)
    }
    self.position = position
  }

  /// Removes messages from the inbox and returns them. Returns nil if there are none.
  func take(behind position: UInt64, _ limit: Int) -> [StreamMessage]? {
    let messages = inbox.take(behind: position, limit: limit)
    guard let last = messages.last else { return nil }
    self.position = last.position
    return messages
  }
}
