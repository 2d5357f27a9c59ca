import Sync

/// The view that one device has of a stream whose servers fail or return wrong data.
final class LyingStream: SharedStream {
  var truth: MemoryStream
  /// Converts the messages of the stream to the messages that the device reads.
  var retold: ([StreamMessage]) -> [StreamMessage] = { $0 }
  /// The outcomes of the next appends, in order. All later appends succeed.
  var answers: [Answer] = []
  /// The number of calls after which the servers become unreachable, or nil.
  var callsLeft: Int?
  /// Called after each append attempt, with the last position of the stream.
  var whenAppended: (UInt64) -> Void = { _ in }
  /// Called before each call.
  var whenCalled: () -> Void = {}
  /// The messages that the device has tried to append, in order.
  private(set) var attempts: [Attempt] = []

  enum Answer {
    /// The message is appended, and the answer is lost.
    case lostAfter
    /// The message is lost in transit.
    case lostBefore
    /// The message is not appended, but acknowledged.
    case falselyAppended
    /// The message is appended, but rejected in the answer.
    case falselyRefused
  }

  struct Attempt: Equatable {
    let id: String
    let bytes: [UInt8]
    let position: UInt64
  }

  init(_ truth: MemoryStream) { self.truth = truth }

  var largestMessage: Int { truth.largestMessage }

  /// Ends all faults.
  func recover() {
    callsLeft = nil
    answers = []
    retold = { $0 }
    whenCalled = {}
    whenAppended = { _ in }
  }

  /// The creation time of the stream that the device has last queried.
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
    _ bytes: [UInt8], id: String, after last: UInt64
  ) throws -> AppendOutcome {
    try call()
    attempts.append(Attempt(id: id, bytes: bytes, position: last))
    defer { whenAppended(truth.state().last) }
    if let created, created != truth.created { return .conflict }
    guard !answers.isEmpty else { return truth.append(bytes, id: id, after: last) }
    switch answers.removeFirst() {
    case .lostAfter:
      _ = truth.append(bytes, id: id, after: last)
      return .unknown
    case .lostBefore: return .unknown
    case .falselyAppended: return .appended(at: last + 1)
    case .falselyRefused:
      _ = truth.append(bytes, id: id, after: last)
      return .conflict
    }
  }

  func messages(after position: UInt64, limit: Int) throws -> [StreamMessage] {
    try call()
    return Array(retold(truth.messages).filter { $0.position > position }.prefix(limit))
  }

  func wait(after position: UInt64, milliseconds: Int) throws -> Bool {
    try call()
    return truth.wait(after: position, milliseconds: milliseconds)
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
