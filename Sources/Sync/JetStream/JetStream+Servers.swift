internal import CNATS
internal import Glibc

/// Which server is spoken to, and what is done when it does not answer.
extension JetStream {
  /// The server that is connected, or the first one of the list that lets this device in.
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

  /// Connects to a server, if it lets this device in and is of a version that loses nothing.
  private func connect(to server: ServerAddress) throws(StreamFailure) -> JetStreamConnection {
    let made: JetStreamConnection
    do throws(JetStreamFault) {
      made = try JetStreamConnection(to: server, credentials: credentials, inbox: inbox)
    } catch {
      throw StreamFailure("\(server) \(error.reason).", isTemporary: error.isTemporary)
    }
    guard let version = try version(of: made) else {
      throw StreamFailure(
        "\(server) does not say which version it is, as old ones do not, which can lose what they have acknowledged: "
          + "install nats-server \(ServerVersion.oldest) or newer.", isTemporary: false)
    }
    guard version >= .oldest else {
      throw StreamFailure(
        "\(server) is version \(version) of nats-server, which can lose what it has acknowledged: "
          + "install \(ServerVersion.oldest) or newer.", isTemporary: false)
    }
    guard made.largestPayload >= Self.smallestPayload else {
      throw StreamFailure(
        "\(server) takes no messages of \(Self.smallestPayload / 1_024) KiB: give it a larger max_payload.",
        isTemporary: false)
    }
    return made
  }

  /// The version of a server; nil if it does not say which it is, as those before 2.10 do not.
  private func version(
    of server: JetStreamConnection
  ) throws(StreamFailure) -> ServerVersion? {
    var triesLeft = 5
    while true {
      do throws(JetStreamFault) {
        return try server.serverVersion().flatMap(ServerVersion.init)
      } catch {
        guard error.status == NATS_NO_RESPONDERS else { throw failure(error, of: server) }
        // One that has just been started may not have come to that.
        guard triesLeft > 0 else { return nil }
        triesLeft -= 1
        usleep(100_000)
      }
    }
  }

  /// Has another server asked next.
  func leaveServer() {
    subscription = nil
    connection = nil
    failures = 0
    servers.append(servers.removeFirst())
  }

  /// Notes that a server did not answer: after two in a row the next one is asked.
  func noteFailure() {
    failures += 1
    if failures > 1 || connection?.isClosed == true { leaveServer() }
  }

  /// Asks until there is an answer, one server or the other, and does not wait for ever.
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

  /// The failure for a server that sends more than an answer can have.
  private func flood(by connection: JetStreamConnection) -> StreamFailure {
    StreamFailure("\(connection.address) sends more than devices have written.", isTemporary: false)
  }

  /// What a fault is for a person, who is told what the server refused last.
  func failure(_ fault: JetStreamFault, of connection: JetStreamConnection) -> StreamFailure {
    if connection.isFlooded { return flood(by: connection) }
    if let refusal = connection.refusal {
      return StreamFailure(
        "\(connection.address) does not allow it: \(refusal).", isTemporary: false)
    }
    // A cluster that has just been started does not know its streams yet.
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

  /// Whether the servers have a message behind a position.
  func hasMessage(behind position: UInt64) throws(StreamFailure) -> Bool {
    try hasMessage(behind: position, in: describe())
  }

  /// Whether there is a message behind a position in a stream that was just described.
  func hasMessage(
    behind position: UInt64, in stream: StreamDescription
  ) throws(StreamFailure) -> Bool {
    guard stream.hasMessage(behind: position), stream.erasedCount > 0 else {
      return stream.hasMessage(behind: position)
    }
    return try describe(listsErased: true).hasMessage(behind: position)
  }

  /// Has messages behind a position brought, unless they are on their way already.
  func subscribe(behind position: UInt64) throws(StreamFailure) {
    if subscription != nil, connection?.isClosed == false, position >= self.position {
      // What is on its way up to there is dropped, and whoever wants it after all has to ask again.
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

  /// Takes messages that were brought; nil if there are none.
  func take(behind position: UInt64, _ limit: Int) -> [StreamMessage]? {
    let messages = inbox.take(behind: position, limit: limit)
    guard let last = messages.last else { return nil }
    self.position = last.position
    return messages
  }
}
