internal import CNATS
internal import Platform

/// A stream that NATS servers store with JetStream. Either one server stores the stream, or three
/// servers replicate it.
///
/// ```swift
/// let stream = try JetStream("7f3c", on: ["tls://one.example.org", "tls://two.example.org"])
/// try stream.make()
/// ```
///
/// Only one server is used at a time. If that server does not answer twice in a row, or closes the
/// connection, the next server in the list is used. A call fails after half a minute without an
/// answer.
package final class JetStream: ServedStream {
  let name: String
  /// The subject to which messages for the stream are published, or nil until the stream has been
  /// described. Each replacement stream has a new subject.
  private var subject: String?
  let credentials: ServerCredentials?
  let inbox: StreamInbox
  /// The servers, in the order in which they are tried.
  var servers: [ServerAddress]
  var connection: JetStreamConnection?
  /// The subscription that delivers the messages after ``position``.
  var subscription: JetStreamSubscription?
  /// The position up to which messages of the subscription have been read or dropped.
  var position: UInt64 = 0
  /// The number of times in a row that the connected server did not answer.
  var failures = 0

  package var wakingDescriptors: [Int32] = []
  package private(set) var absentServers: [String] = []

  /// The time after which an unanswered query fails. Servers that lost their leader need up to 26 s
  /// to elect a new leader.
  static let patience = Duration.seconds(30)
  /// The time after which a silent server is asked whether there are messages.
  private static let silence = Duration.seconds(8)
  /// The maximum time that a server needs to deliver an existing message.
  private static let deliveryMilliseconds = 500
  private static let headerRoom = 1_024
  private static let largestPayload = 1 << 20
  /// The smallest acceptable message size limit of a server. A server with a smaller limit is not
  /// used.
  static let smallestPayload = 1 << 16
  /// The number of servers that replicate a stream if there are enough servers.
  private static let replicas: Int64 = 3

  /// Creates a stream object. The first call of a function connects to a server.
  ///
  /// - Parameters:
  ///   - name: The name of the stream, which consists of letters, digits, `-` and `_`.
  ///   - servers: The addresses of all servers that store the stream (``ServerAddress``), at least
  ///     one.
  ///   - credentials: The credentials of this device for the servers.
  /// - Throws: ``SyncError`` for an invalid address. All calls throw ``SyncError`` if no server can
  ///   be used. The error states the reason for each server: it cannot be reached, does not accept
  ///   this device, or is older than 2.10.25.
  package init(
    _ name: String, on servers: [String], credentials: ServerCredentials? = nil
  ) throws {
    guard !servers.isEmpty else { throw SyncError(.stream, "No server was given.") }
    self.name = name
    self.credentials = credentials
    self.servers = try servers.map(ServerAddress.init)
    do {
      inbox = try StreamInbox()
    } catch {
      throw SyncError(.stream, "No pipe could be created: \(error).", isTemporary: true)
    }
  }

  /// The server's limit for the size of a message, but at most 1 MiB, minus the space for headers.
  /// If no server is connected, the limit is assumed to be 1 MiB.
  package var largestMessage: Int {
    let payload = connection?.largestPayload ?? Self.largestPayload
    return min(max(payload, Self.smallestPayload), Self.largestPayload) - Self.headerRoom
  }

  /// Creates the stream unless it exists, on three servers if there are at least three. If one of
  /// these servers is down, the stream is created on the other two servers and added to the third
  /// server later.
  package func make() throws { try make(subject: "retrace.\(name)") }

  private func make(subject: String) throws {
    // Servers that have just started need a few seconds to elect a leader.
    try asking { connection in
      try connection.makeStream(
        name, subject: subject, replicas: Self.replicas,
        orAtLeast: isOnThree ? Self.replicas - 1 : 1)
    }
  }

  /// Whether there are enough servers for replication.
  private var isOnThree: Bool { servers.count >= Self.replicas }

  package func state() throws -> StreamState {
    let stream = try describe()
    subject = stream.subject
    absentServers = absentServers(of: stream)
    if isMissingReplica(stream), (try? connected().raise(name, to: Self.replicas)) != nil {
      absentServers = stream.absentServers
    }
    return StreamState(created: stream.created, last: stream.last)
  }

  /// Whether a stream exists on only two servers because the third server was down when the stream
  /// was created.
  private func isMissingReplica(_ stream: StreamDescription) -> Bool {
    isOnThree && stream.replicas == Self.replicas - 1
  }

  private func absentServers(of stream: StreamDescription) -> [String] {
    stream.absentServers + (isMissingReplica(stream) ? [""] : [])
  }

  package func append(
    _ bytes: [UInt8], id: String, after last: UInt64
  ) throws -> AppendOutcome {
    let subject = if let subject { subject } else { try describe().subject }
    let connection = try connected()
    do {
      let outcome = try append(bytes, to: subject, id, after: last, on: connection)
      failures = 0
      return outcome
    } catch let error as SyncError
      where error.isTemporary && ![.full, .lost].contains(error.reason) && connection.refusal == nil
    {
      noteFailure()
      return .unknown
    } catch {
      throw cause(of: error, on: connection)
    }
  }

  private func append(
    _ bytes: [UInt8], to subject: String, _ id: String, after last: UInt64,
    on connection: JetStreamConnection
  ) throws -> AppendOutcome {
    guard let position = try connection.append(bytes, to: subject, id: id, after: last) else {
      // Servers since 2.12 check the position before the id, so the message may already be stored.
      return try connection.id(at: last + 1, of: name) == id ? .appended(at: last + 1) : .conflict
    }
    // Some servers answer 0 for a message that they know and never stored.
    return position > 0 ? .appended(at: position) : .unknown
  }

  package func messages(
    after position: UInt64, limit: Int
  ) throws -> [StreamMessage] {
    for _ in 0...servers.count {
      try subscribe(after: position)
      if let messages = pop(after: position, limit) { return messages }
      guard try describe().hasMessage(after: position) else { return [] }
      // If the server was changed, there is no subscription, so subscribe to the new server.
      if subscription == nil { continue }
      let end = ContinuousClock.now + Self.silence
      var isFirstLook = true
      while ContinuousClock.now < end, connection?.isClosed == false {
        _ = inbox.wait(milliseconds: Self.deliveryMilliseconds, or: [])
        if let messages = pop(after: position, limit) { return messages }
        // All messages after the position may have been erased.
        if isFirstLook, try !hasMessage(after: position) { return [] }
        isFirstLook = false
      }
      leaveServer()
    }
    throw SyncError(
      .stream, "The servers report more messages but do not send them.", isTemporary: true)
  }

  /// Waits until there is a message after a position, there is input at one of
  /// ``wakingDescriptors``, or the time has passed. Returns true if there is a message, if the
  /// stream ends before the position, or if the set of absent servers has changed.
  package func wait(after position: UInt64, milliseconds: Int) throws -> Bool {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    var silenceEnd = ContinuousClock.now + Self.silence
    while true {
      try subscribe(after: position)
      if inbox.hasMessage(after: position) { return true }
      let now = ContinuousClock.now
      guard now < end else { return false }
      if now >= silenceEnd {
        let stream = try describe()
        // The stream was lost or replaced, or the set of absent servers has changed.
        if stream.last < position || absentServers(of: stream) != absentServers { return true }
        if try hasMessage(after: position, in: stream), !inbox.hasMessage(after: position) {
          leaveServer()
        }
        silenceEnd = now + Self.silence
        continue
      }
      let left = (min(end, silenceEnd) - now) / .milliseconds(1)
      if inbox.wait(milliseconds: Int(left.rounded(.up)), or: wakingDescriptors) {
        return inbox.hasMessage(after: position)
      }
    }
  }

  package func erase(_ position: UInt64) throws {
    try asking { connection in
      // Another stream may have replaced this stream, even since the first attempt.
      if let subject, try connection.describe(name).subject != subject { return }
      try connection.erase(position, of: name)
    }
  }

  package func renew() throws {
    subscription = nil
    try asking { connection in try connection.removeStream(name) }
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    try make(subject: "retrace.\(name).\(number)")
  }
}
