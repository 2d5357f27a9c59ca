internal import CNATS
internal import Platform

/// A stream that NATS servers keep (JetStream): one alone, or three that hold it together.
///
/// ```swift
/// let stream = try JetStream("7f3c", on: ["tls://one.example.org", "tls://two.example.org"])
/// try stream.make()
/// ```
///
/// One server at a time is spoken to. When it does not answer twice in a row, or breaks the connection off,
/// the next one of the list is. Those that answer nothing let a call fail after half a minute.
package final class JetStream: ServedStream {
  let name: String
  /// By what messages come to stand in the stream that was asked about last: each that takes the place of
  /// another has a subject of its own.
  private var subject: String?
  let credentials: ServerCredentials?
  let inbox: StreamInbox
  /// The one that is asked first comes first.
  var servers: [ServerAddress]
  var connection: JetStreamConnection?
  /// Brings what comes behind ``position``.
  var subscription: JetStreamSubscription?
  /// Behind it nothing was taken or dropped of what the subscription brings.
  var position: UInt64 = 0
  /// How often in a row the server that is connected did not answer.
  var failures = 0

  package var wakingDescriptors: [Int32] = []
  package private(set) var absentServers: [String] = []

  /// After this a question has failed that nobody answers: servers that have lost the one that led them
  /// take up to 26 s to agree on another.
  static let patience = Duration.seconds(30)
  /// After this a server that sends nothing is asked whether there is nothing.
  private static let silence = Duration.seconds(8)
  /// A server that has a message sends it sooner than this.
  private static let deliveryMilliseconds = 500
  private static let headerRoom = 1_024
  private static let largestPayload = 1 << 20
  /// A server that takes less is not spoken to.
  static let smallestPayload = 1 << 16
  /// By how many servers a stream is kept, where there are as many.
  private static let replicas: Int64 = 3

  /// A stream on its servers. They are connected to when something is asked of them.
  ///
  /// - Parameters:
  ///   - name: The stream: letters, digits, `-` and `_`.
  ///   - servers: The addresses of all servers that hold it (``ServerAddress``), one at least.
  ///   - credentials: How this device shows the servers who it is.
  /// - Throws: A ``StreamFailure`` for an address that is none. All calls throw one that says of each server
  ///   why it cannot be used: because it cannot be reached, does not let this device in, or is older than
  ///   2.10.25.
  package init(
    _ name: String, on servers: [String], credentials: ServerCredentials? = nil
  ) throws(StreamFailure) {
    guard !servers.isEmpty else { throw StreamFailure("No server is named.", isTemporary: false) }
    self.name = name
    self.credentials = credentials
    self.servers = try servers.map { text throws(StreamFailure) in try ServerAddress(text) }
    do throws(Errno) {
      inbox = try StreamInbox()
    } catch {
      throw StreamFailure("There is no pipe left: \(error.text).")
    }
  }

  /// What the server takes, less its headers; a mebibyte at most, and as long as none is connected.
  package var largestMessage: Int {
    let payload = connection?.largestPayload ?? Self.largestPayload
    return min(max(payload, Self.smallestPayload), Self.largestPayload) - Self.headerRoom
  }

  /// Makes the stream, unless it is there: on three servers where there are three. Where one of them cannot
  /// take it just now, as it is away, it is on the two others, and on the third once that can.
  package func make() throws(StreamFailure) { try make(subject: "retrace.\(name)") }

  private func make(subject: String) throws(StreamFailure) {
    // Servers that were just started take some seconds to agree on who leads them.
    try asking { (connection) throws(JetStreamFault) in
      do throws(JetStreamFault) {
        try connection.makeStream(name, subject: subject, replicas: Self.replicas)
      } catch {
        let replicas: Int64
        switch jsErrCode(error.code) {
        case JSStreamNameExistErr: return
        case JSStreamReplicasNotSupportedErr: replicas = 1
        case JSClusterNoPeersErr: replicas = isOnThree ? Self.replicas - 1 : 1
        default: throw error
        }
        try connection.makeStream(name, subject: subject, replicas: replicas)
      }
    }
  }

  /// Whether there are servers enough to stand in for each other.
  private var isOnThree: Bool { servers.count >= Self.replicas }

  package func state() throws(StreamFailure) -> StreamState {
    let stream = try describe()
    subject = stream.subject
    absentServers = absentServers(of: stream)
    if lacksOne(stream), (try? connected().raise(name, to: Self.replicas)) != nil {
      absentServers = stream.absentServers
    }
    return StreamState(created: stream.created, last: stream.last)
  }

  /// Whether a stream was made on two servers, as the third one was away.
  private func lacksOne(_ stream: StreamDescription) -> Bool {
    isOnThree && stream.replicas == Self.replicas - 1
  }

  private func absentServers(of stream: StreamDescription) -> [String] {
    stream.absentServers + (lacksOne(stream) ? [""] : [])
  }

  package func append(
    _ bytes: [UInt8], id: String, behind last: UInt64
  ) throws(StreamFailure) -> AppendOutcome {
    let subject = if let subject { subject } else { try describe().subject }
    let connection = try connected()
    do throws(JetStreamFault) {
      let outcome = try append(bytes, to: subject, id, behind: last, on: connection)
      failures = 0
      return outcome
    } catch {
      guard error.isTemporary, !error.isOutOfRoom, connection.refusal == nil else {
        throw failure(error, of: connection)
      }
      noteFailure()
      return .unknown
    }
  }

  private func append(
    _ bytes: [UInt8], to subject: String, _ id: String, behind last: UInt64,
    on connection: JetStreamConnection
  ) throws(JetStreamFault) -> AppendOutcome {
    do throws(JetStreamFault) {
      let position = try connection.append(bytes, to: subject, id: id, behind: last)
      // Some servers answer 0 for a message that they know and never kept.
      return position > 0 ? .appended(at: position) : .unknown
    } catch {
      guard error.code == JSStreamWrongLastSequenceErr.rawValue else { throw error }
      // Servers from 2.12 on look at the position first, and at the id only then.
      return try connection.id(at: last + 1, of: name) == id ? .appended(at: last + 1) : .conflict
    }
  }

  package func messages(
    behind position: UInt64, limit: Int
  ) throws(StreamFailure) -> [StreamMessage] {
    for _ in 0...servers.count {
      try subscribe(behind: position)
      if let messages = take(behind: position, limit) { return messages }
      guard try describe().hasMessage(behind: position) else { return [] }
      // Another server is asked now.
      if subscription == nil { continue }
      let end = ContinuousClock.now + Self.silence
      var isFirstLook = true
      while ContinuousClock.now < end, connection?.isClosed == false {
        _ = inbox.wait(milliseconds: Self.deliveryMilliseconds, or: [])
        if let messages = take(behind: position, limit) { return messages }
        // All that is left there may have been erased.
        if isFirstLook, try !hasMessage(behind: position) { return [] }
        isFirstLook = false
      }
      leaveServer()
    }
    throw StreamFailure("The servers say that there is more, and do not send it.")
  }

  /// Waits until there is a message behind a position, there is input at one of ``wakingDescriptors``, or
  /// the time is over; whether there is a message, less than up to the position, or another server away.
  package func wait(behind position: UInt64, milliseconds: Int) throws(StreamFailure) -> Bool {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    var silenceEnd = ContinuousClock.now + Self.silence
    while true {
      try subscribe(behind: position)
      if inbox.hasMessage(behind: position) { return true }
      let now = ContinuousClock.now
      guard now < end else { return false }
      if now >= silenceEnd {
        let stream = try describe()
        // It was lost, another one is in its place, or somebody is to hear which servers are away.
        if stream.last < position || absentServers(of: stream) != absentServers { return true }
        if try hasMessage(behind: position, in: stream), !inbox.hasMessage(behind: position) {
          leaveServer()
        }
        silenceEnd = now + Self.silence
        continue
      }
      let left = (min(end, silenceEnd) - now) / .milliseconds(1)
      if inbox.wait(milliseconds: Int(left.rounded(.up)), or: wakingDescriptors) {
        return inbox.hasMessage(behind: position)
      }
    }
  }

  package func erase(_ position: UInt64) throws(StreamFailure) {
    try asking { (connection) throws(JetStreamFault) in
      // Another stream may have come in its place, also since this was asked for the first time.
      if let subject, try connection.describe(name).subject != subject { return }
      do throws(JetStreamFault) {
        try connection.erase(position, of: name)
      } catch {
        guard
          error.code == JSSequenceNotFoundErr.rawValue || error.code == JSNoMessageFoundErr.rawValue
        else { throw error }
      }
    }
  }

  package func renew() throws(StreamFailure) {
    subscription = nil
    try asking { (connection) throws(JetStreamFault) in
      do throws(JetStreamFault) {
        try connection.removeStream(name)
      } catch {
        guard error.code == JSStreamNotFoundErr.rawValue else { throw error }
      }
    }
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    try make(subject: "retrace.\(name).\(number)")
  }
}
