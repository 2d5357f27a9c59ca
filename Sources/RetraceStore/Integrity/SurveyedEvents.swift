internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Passes the events of a log from the survey that reads their records to the folding thread. Each
/// event is read and decoded only once. Texts are not included, because a fold does not need them.
final class SurveyedEvents: @unchecked Sendable {
  private let ring: BlockRing
  /// The source from which events are read again, for example to fold them without an undone batch.
  private let events: PageEvents
  /// Whether the fold has begun. Owned by the folding thread.
  private var isFolding = false
  /// The number of blocks that the survey can be ahead of the fold. Comparing a library takes as
  /// long as surveying about twenty thousand events, and this number keeps both threads busy
  /// meanwhile.
  private static let blockCount = 64
  // Owned by the surveying thread.
  /// The block that is being filled.
  private var block: EventBlock?
  /// The next event that the survey is expected to pass.
  private var next = EventID(1)
  private var hasEnded = false

  /// - Parameters:
  ///   - events: The same events, read page by page.
  ///   - last: The last event to fold.
  init(_ events: PageEvents, through last: EventID) {
    self.events = events
    ring = BlockRing(from: next, through: last, blockCount: Self.blockCount)
  }

  /// The checks that the survey must perform for each record.
  var checks: ContentChecks {
    var checks = ContentChecks.ofProfiles
    let isIntact = checks.isIntactRecord
    checks.isIntactRecord = { number, record in
      self.accept(record, of: EventID(Int32(clamping: number))) ?? isIntact(number, record)
    }
    return checks
  }

  /// Accepts a record from the survey.
  ///
  /// - Returns: Whether the record is intact, or nil if the fold no longer needs it.
  private func accept(_ record: RawSpan, of sequence: EventID) -> Bool? {
    // Records out of order are damage, and nothing after them is folded.
    if sequence < next { end() }
    while !hasEnded, next < sequence { _ = accept(nil) }
    return accept(record)
  }

  /// Accepts the record of the next event, or nil if it is missing.
  private func accept(_ record: RawSpan?) -> Bool? {
    guard !hasEnded else { return nil }
    guard let block = block ?? ring.nextToDecode() else {
      hasEnded = true
      return nil
    }
    let isIntact = block.accept(record, of: next)
    if next == block.last {
      ring.didDecode(block)
      self.block = nil
    } else {
      self.block = block
    }
    next = next.advanced(by: 1)
    return isIntact
  }

  /// Marks the end of the events.
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
