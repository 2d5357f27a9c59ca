import Sync

/// A stream in memory, shared by the devices of a test.
final class MemoryStream: SharedStream {
  var largestMessage = 1 << 16
  private(set) var messages: [StreamMessage] = []
  private var last: UInt64 = 0
  private var answers: [String: UInt64] = [:]
  /// The time of the next messages.
  var clock: Int64 = 1_000
  /// The creation time of the stream.
  var created: Int64 = 1

  init() {}

  /// Creates a copy that is independent of the original.
  init(_ other: MemoryStream) {
    (messages, last, answers) = (other.messages, other.last, other.answers)
  }

  func state() -> StreamState {
    StreamState(created: created, last: last)
  }

  func append(_ bytes: [UInt8], id: String, after expected: UInt64) -> AppendOutcome {
    if let position = answers[id] { return .appended(at: position) }
    guard expected == last else { return .conflict }
    last += 1
    messages.append(StreamMessage(position: last, milliseconds: clock, bytes: bytes))
    answers[id] = last
    return .appended(at: last)
  }

  func messages(after position: UInt64, limit: Int) -> [StreamMessage] {
    Array(messages.drop { $0.position <= position }.prefix(limit))
  }

  func wait(after position: UInt64, milliseconds: Int) -> Bool { last > position }

  /// Loses the messages after a position, like servers after a power cut.
  func lose(after position: UInt64) {
    messages.removeAll { $0.position > position }
    answers = answers.filter { $0.value <= position }
    last = min(last, position)
  }

  func renew() {
    (messages, last, answers) = ([], 0, [:])
    created += 1
  }

  /// Restores the messages of another stream, like servers that were restored from a backup.
  func putBack(_ other: MemoryStream) {
    (messages, last, answers) = (other.messages, other.last, other.answers)
    created += 1
  }

  /// Replaces the bytes at a position.
  func change(_ position: UInt64, to bytes: [UInt8]) {
    for index in messages.indices where messages[index].position == position {
      messages[index].bytes = bytes
    }
  }

  func erase(_ position: UInt64) { messages.removeAll { $0.position == position } }
}
