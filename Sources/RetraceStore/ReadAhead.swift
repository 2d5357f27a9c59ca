internal import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// A reader whose events are read, verified and decoded by two threads, the caller's thread and a
/// second thread, while the caller folds them. This halves the duration of a long replay.
///
/// A short range is read without a second thread.
struct ReadAhead: ~Copyable {
  /// The reader, valid while the closure of ``withReader(_:_:)`` runs.
  private let reader: BorrowedReader

  /// The minimum number of events to read ahead. For fewer events, starting a thread costs more
  /// than it saves.
  private static let worthwhileCount: Int32 = 8_192

  /// Calls a closure with a reader that reads ahead.
  static func withReader<Value>(
    _ reader: borrowing Reader, _ body: (borrowing ReadAhead) throws -> Value
  ) throws -> Value {
    try BorrowedReader.withReader(reader) { pointer in
      try body(ReadAhead(reader: pointer))
    }
  }

}

extension ReadAhead: EventSource {
  typealias Failure = any Error

  func newestEvent() throws -> EventID { try reader.reader.newestEvent() }

  func transition(of event: EventID) -> Transition? { reader.reader.transition(of: event) }

  func text(_ field: TextField, of event: EventID) -> String? {
    reader.reader.text(field, of: event)
  }

  func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws -> Value? {
    try reader.reader.withFrame(atOrBefore: place, body)
  }

  func reject(_ place: CheckpointPlace) { reader.reader.reject(place) }

  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws {
    let isWorthwhile = !backwards && last.rawValue &- first.rawValue >= Self.worthwhileCount
    if isWorthwhile, try visitTogether(from: first, through: last, damaged: damaged, body) {
      return
    }
    try reader.reader.visitEvents(
      from: first, through: last, backwards: backwards, damaged: damaged, body)
  }

  /// Visits events that this thread and a second thread decode.
  ///
  /// - Returns: False if no second reader or thread is available. In that case, nothing was
  ///   visited.
  private func visitTogether(
    from first: EventID, through last: EventID,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws -> Bool {
    try reader.reader.withTwin { twin in
      try BorrowedReader.withReader(twin) { twin in
        let ring = BlockRing(from: first, through: last)
        guard let decoding = DecodingThread.start(ring, twin) else { return false }
        defer { decoding.join() }
        defer { ring.close() }
        try fold(ring, damaged: damaged, body)
        return true
      }
    } ?? false
  }

  /// Folds the blocks in order, and decodes further blocks while the oldest block is not ready.
  private func fold(
    _ ring: BlockRing, damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws {
    while let step = ring.nextStep() {
      switch step {
      case .decode(let block):
        block.decode(reader.reader)
        ring.didDecode(block)
      case .fold(let block):
        guard block.visit(damaged: damaged, body) else { return }
        if let failure = block.failure { throw failure }
        ring.didFold()
      }
    }
  }
}
