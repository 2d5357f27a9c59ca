internal import BrowserModel
internal import EventLog
internal import Timeline

/// A reader whose events are read, verified and decoded on a thread of their own while the caller
/// folds them: replay takes as long as the slower half instead of both.
///
/// It pays where there is much to fold; a short way is read directly.
struct ReadAhead: ~Copyable {
  private let reader: UnsafePointer<Reader>

  /// Below this, starting a thread costs more than it saves.
  private static let worthwhileCount: Int32 = 50_000

  /// Lends a reader that reads ahead; it is used up when `body` returns.
  static func lend<Value>(
    _ reader: borrowing Reader, _ body: (borrowing ReadAhead) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try withUnsafePointer(to: reader) { pointer throws(LogFailure) in
      try body(ReadAhead(reader: pointer))
    }
  }

}

extension ReadAhead: EventSource {
  typealias Failure = LogFailure

  func newestEvent() throws(LogFailure) -> Sequence { try reader.pointee.newestEvent() }

  func text(_ field: TextField, of event: Sequence) -> String? {
    reader.pointee.text(field, of: event)
  }

  func withCheckpoint<Value>(
    atOrBefore place: CheckpointPlace, _ body: (Sequence, UnsafeRawBufferPointer) -> Value?
  ) throws(LogFailure) -> Value? {
    try reader.pointee.withCheckpoint(atOrBefore: place, body)
  }

  func visitEvents(
    from first: Sequence, through last: Sequence, backwards: Bool,
    damaged: (Sequence) -> Void, _ body: (borrowing Event) -> Bool
  ) throws(LogFailure) {
    let isWorthwhile = !backwards && last.rawValue &- first.rawValue >= Self.worthwhileCount
    guard isWorthwhile,
      let decoding = DecodingThread.start(reader, from: first, through: last)
    else {
      return try reader.pointee.visitEvents(
        from: first, through: last, backwards: backwards, damaged: damaged, body)
    }
    while let block = decoding.nextBlock() {
      if block.visit(body) {
        decoding.giveBack(block)
      } else {
        decoding.cancel()
      }
    }
    if let failure = decoding.finish(damaged) { throw failure }
  }
}
