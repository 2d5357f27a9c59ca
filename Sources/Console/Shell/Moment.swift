internal import BrowserModel
internal import Timeline

/// A state that commands look at instead of the present one of the console's own line.
struct Moment {
  /// The line that it is of.
  let line: Line
  /// The durable state.
  let browser: Browser
  /// The batches that are left out of the state.
  let undoneBatches: Set<Sequence>
  /// The time of the newest event of the line then; nil at the start.
  var time: Timestamp?
  /// Whether it never was, but would be: what `whatif` supposes.
  let isSupposed: Bool

  /// A line as it was or is.
  init(_ timeline: Timeline) {
    line = timeline.line
    browser = timeline.browser
    undoneBatches = timeline.undoneBatches
    isSupposed = false
  }

  /// The present of a line, were it not for some batches.
  init(_ timeline: Timeline, supposing browser: Browser, without batches: Set<Sequence>) {
    line = timeline.line
    self.browser = browser
    undoneBatches = timeline.undoneBatches.union(batches)
    isSupposed = true
  }

  /// The moment as it could be typed.
  var point: Point { position.exists ? .event(Int64(position.rawValue)) : .start }

  /// The newest event of the log then; nothing at the start.
  var position: Sequence { browser.sequence }
}
