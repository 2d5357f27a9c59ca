import Sync

/// What one device sees of a stream whose servers fail, or lie.
final class LyingStream: SharedStream {
  var truth: MemoryStream
  /// Makes what the device sees of what there is.
  var retold: ([StreamMessage]) -> [StreamMessage] = { $0 }
  /// What is done with the next messages to be appended, one after the other; then all goes well.
  var answers: [Answer] = []
  /// After how many calls no server is reached any longer; nil for never.
  var callsLeft: Int?
  /// Called with the position of the end behind each message that was to be appended.
  var whenAppended: (UInt64) -> Void = { _ in }
  /// Called before each call.
  var whenCalled: () -> Void = {}
  /// What was to be appended, in its order.
  private(set) var attempts: [Attempt] = []

  enum Answer {
    /// It is appended, and the answer is lost.
    case lostAfter
    /// It is lost on its way.
    case lostBefore
    /// It is not appended, and the answer is that it was.
    case falselyAppended
    /// It is appended, and the answer is that it was not.
    case falselyRefused
  }

  struct Attempt: Equatable {
    let id: String
    let bytes: [UInt8]
    let position: UInt64
  }

  init(_ truth: MemoryStream) { self.truth = truth }

  var largestMessage: Int { truth.largestMessage }

  /// From now on all goes well.
  func recover() {
    callsLeft = nil
    answers = []
    retold = { $0 }
    whenCalled = {}
    whenAppended = { _ in }
  }

  /// When the stream was made that the device has asked about last.
  private var created: Int64?

  private func call() throws {
    whenCalled()
    guard let callsLeft else { return }
    guard callsLeft > 0 else {
      throw SyncError(.stream, "No server can be reached.", isTemporary: true)
    }
    self.callsLeft = callsLeft - 1
  }

  func state() throws -> StreamState {
    try call()
    created = truth.created
    return truth.state()
  }

  func append(
    _ bytes: [UInt8], id: String, behind last: UInt64
  ) throws -> AppendOutcome {
    try call()
    attempts.append(Attempt(id: id, bytes: bytes, position: last))
    defer { whenAppended(truth.state().last) }
    if let created, created != truth.created { return .conflict }
    guard !answers.isEmpty else { return truth.append(bytes, id: id, behind: last) }
    switch answers.removeFirst() {
    case .lostAfter:
      _ = truth.append(bytes, id: id, behind: last)
      return .unknown
    case .lostBefore: return .unknown
    case .falselyAppended: return .appended(at: last + 1)
    case .falselyRefused:
      _ = truth.append(bytes, id: id, behind: last)
      return .conflict
    }
  }

  func messages(behind position: UInt64, limit: Int) throws -> [StreamMessage] {
    try call()
    return Array(retold(truth.messages).filter { $0.position > position }.prefix(limit))
  }

  func wait(behind position: UInt64, milliseconds: Int) throws -> Bool {
    try call()
    return truth.wait(behind: position, milliseconds: milliseconds)
  }

  func erase(_ position: UInt64) throws {
    try call()
    truth.erase(position)
  }

  func renew() throws {
    try call()
    truth.renew()
  }
}
