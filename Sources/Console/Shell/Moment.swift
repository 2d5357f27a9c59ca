internal import BrowserModel
internal import Session
internal import Timeline

/// A state that commands look at instead of the present one of the console's own line.
struct Moment {
  /// The line that it is of.
  let line: Line
  /// The durable state, perhaps without the bookmarks and the zoom of sites.
  let strip: Browser
  private let shelf: LateShelf?
  /// The batches that are left out of the state.
  let undoneBatches: Set<Sequence>
  /// The time of the newest event of the line then; nil at the start.
  var time: Timestamp?
  /// Whether it never was, but would be: what `whatif` supposes.
  let isSupposed: Bool

  /// A line as it was or is.
  init(_ timeline: Timeline, in session: Session) {
    line = timeline.line
    strip = timeline.browser
    shelf = LateShelf(timeline, in: session)
    undoneBatches = timeline.undoneBatches
    isSupposed = false
  }

  /// The present of a line, were it not for some batches.
  init(_ timeline: Timeline, supposing browser: Browser, without batches: Set<Sequence>) {
    line = timeline.line
    strip = browser
    shelf = nil
    undoneBatches = timeline.undoneBatches.union(batches)
    isSupposed = true
  }

  /// The moment as it could be typed.
  var point: Point { position.exists ? .event(Int64(position.rawValue)) : .start }

  /// The newest event of the log then; nothing at the start.
  var position: Sequence { strip.sequence }

  /// The durable state.
  var browser: Browser { shelf?.browser ?? strip }
}
