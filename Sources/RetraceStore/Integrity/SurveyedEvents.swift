internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// The events of a log on their way from the survey that looks at their records to the thread that folds
/// them: each is read and decoded once for both. They come without their words, which a fold does not need.
final class SurveyedEvents: @unchecked Sendable {
  private let ring: BlockRing
  /// What is folded again, as for an undo, is read again.
  private let events: PageEvents
  /// Whether the fold has begun. It belongs to the thread that folds.
  private var isFolding = false
  /// To compare a library takes as long as to survey some twenty thousand events; so many are surveyed
  /// ahead, and both threads are busy.
  private static let blockCount = 64
  // What follows belongs to the thread that surveys.
  /// The block that is being filled.
  private var block: EventBlock?
  /// The event that comes next.
  private var next = EventID(1)
  private var hasEnded = false

  /// - Parameters:
  ///   - events: The same events, page by page.
  ///   - last: The last one that is folded.
  init(_ events: PageEvents, through last: EventID) {
    self.events = events
    ring = BlockRing(from: next, through: last, blockCount: Self.blockCount)
  }

  /// What the survey must ask of each record.
  var checks: ContentChecks {
    var checks = ContentChecks.ofProfiles
    let isWhole = checks.isWholeRecord
    checks.isWholeRecord = { number, record in
      self.take(record, of: EventID(Int32(clamping: number))) ?? isWhole(number, record)
    }
    return checks
  }

  /// Takes a record that the survey has met.
  ///
  /// - Returns: Whether it is whole, or nil if the fold is past it.
  private func take(_ record: RawSpan, of sequence: EventID) -> Bool? {
    // Records without an order are damage, and nothing behind it is folded.
    if sequence < next { end() }
    while !hasEnded, next < sequence { _ = take(nil) }
    return take(record)
  }

  /// Takes the record of the next event, or that there is none.
  private func take(_ record: RawSpan?) -> Bool? {
    guard !hasEnded else { return nil }
    guard let block = block ?? ring.nextToDecode() else {
      hasEnded = true
      return nil
    }
    let isWhole = block.take(record, of: next)
    if next == block.last {
      ring.didDecode(block)
      self.block = nil
    } else {
      self.block = block
    }
    next = next.advanced(by: 1)
    return isWhole
  }

  /// Says that no more events come.
  func end() {
    hasEnded = true
    if let block { ring.didDecode(block) }
    block = nil
    ring.close()
  }
}

extension SurveyedEvents: EventSource {
  typealias Failure = Never

  func newestEvent() -> EventID { events.newestEvent() }

  func transition(of event: EventID) -> Transition? { events.transition(of: event) }

  func text(_ field: TextField, of event: EventID) -> String? { events.text(field, of: event) }

  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) {
    guard !isFolding else {
      return events.visitEvents(
        from: first, through: last, backwards: backwards, damaged: damaged, body)
    }
    isFolding = true
    defer { ring.close() }
    while let block = ring.nextToFold() {
      guard block.visit(damaged: damaged, body) else { return }
      ring.didFold()
    }
  }
}
