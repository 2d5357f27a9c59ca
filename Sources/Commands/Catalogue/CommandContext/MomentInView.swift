package import BrowserModel
internal import CommandKit
package import Notation
internal import RetraceEventLog
internal import RetraceStore
package import RetraceTimeline

/// A state that commands look at instead of the present one of the console's own line.
package struct MomentInView {
  private let line: LazyTimeline
  /// Whether it never was, but would be: what `whatif` shows.
  let isWhatIf: Bool
  /// The time of the line's newest event at that moment, or nil at the start.
  package var time: Timestamp?

  /// A line as it was, is or would be.
  init(_ timeline: Timeline, in store: Store, isWhatIf: Bool = false) {
    line = LazyTimeline(timeline, in: store)
    self.isWhatIf = isWhatIf
  }

  /// The line up to the moment.
  package var timeline: Timeline { line.timeline }

  /// The line that it is of.
  var lineage: Lineage { timeline.lineage }

  /// The moment as it could be typed.
  var point: Point { position.exists ? .event(Int64(position.rawValue)) : .start }

  /// The newest event of the log then; nothing at the start.
  package var position: EventID { browser.sequence }

  /// The durable state of the browser.
  var browser: Browser { timeline.browser }

  /// Reads the whole durable state.
  func readState() throws -> ProfileState { try line.readState() }

  /// Goes to another moment of the line, all copies of this one too; false for what never was.
  func step(to point: EventID) throws -> Bool {
    if isWhatIf { return false }
    try line.step(to: point)
    return true
  }
}
