public import BrowserModel

/// A log and its fold together: the present state, and what was undone.
///
/// With e₁ … eₙ the events of the log, the state is the fold of all that are not undo or redo and
/// whose batch is not undone, where a batch is undone if the last undo or redo event that names it
/// is an undo. Everything here is a faster way to exactly that.
public struct Timeline: Sendable {
  /// The present state.
  public private(set) var browser = Browser()
  /// The batches that are left out of the fold.
  public private(set) var undoneBatches: Set<Sequence> = []
  /// Records that could not be read, in order; the fold goes on behind them.
  public private(set) var damaged: [Sequence] = []
  /// How many events are of a kind that only a newer version knows. They are kept and not folded,
  /// so nothing may be written behind them.
  public private(set) var unknownCount = 0

  public init() {}

  /// The newest event that the state knows of.
  public var position: Sequence { browser.sequence }

  /// Folds what the log has beyond the present position.
  ///
  /// - Complexity: O(new events); O(all events) when something was undone or redone among them.
  public mutating func catchUp<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) {
    let newest = try source.newestEvent()
    guard newest != position else { return }
    // A log that is shorter than it was is another one: an older copy was put back.
    if newest.rawValue.magnitude < position.rawValue.magnitude { self = Timeline() }
    let first = position.exists ? position.advanced(by: 1) : newest.firstOfLog
    let undoneBefore = undoneBatches
    try fold(source, from: first, through: newest)
    browser.skip(to: newest)
    if undoneBatches != undoneBefore { try refold(source) }
  }

  /// Folds everything anew, from the first event to the newest.
  public mutating func refold<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) {
    let newest = try source.newestEvent()
    browser = Browser()
    damaged = []
    unknownCount = 0
    try fold(source, from: newest.firstOfLog, through: newest)
    browser.skip(to: newest)
  }

  /// Folds an event that was just appended to the log behind the present position.
  ///
  /// - Returns: Whether the state is right now; else ``refold(_:)`` has to follow, because the event
  ///   undid or redid something.
  public mutating func append(_ event: borrowing Event) -> Bool {
    let undoneBefore = undoneBatches.count
    take(event)
    return undoneBatches.count == undoneBefore
  }

  private mutating func fold<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, from first: Sequence, through last: Sequence
  ) throws(Source.Failure) {
    var lost: [Sequence] = []
    try source.visitEvents(
      from: first, through: last, backwards: false, damaged: { lost.append($0) },
      { event in
        take(event)
        return true
      })
    damaged += lost
  }

  @inline(__always)
  private mutating func take(_ event: borrowing Event) {
    if !undoneBatches.isEmpty, undoneBatches.contains(event.batch), !event.body.isAboutTime {
      if case .unknown = event.body { unknownCount += 1 }
      browser.skip(to: event.sequence)
      return
    }
    switch event.body {
    case .time(.undone(let body)): undoneBatches.insert(body.batch)
    case .time(.redone(let body)): undoneBatches.remove(body.batch)
    case .unknown: unknownCount += 1
    default: break
    }
    browser.apply(event)
  }
}

extension Body {
  /// Whether it is about the log itself, which no undo leaves out.
  var isAboutTime: Bool {
    if case .time = self { return true }
    return false
  }
}
