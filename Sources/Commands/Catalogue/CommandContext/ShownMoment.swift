package import BrowserModel
internal import CommandKit
package import Notation
internal import RetraceEventLog
internal import RetraceStore
package import RetraceTimeline

/// A state that commands show instead of the present of the console's own branch.
package struct ShownMoment {
  private let line: LazyTimeline
  /// Whether the state is hypothetical, as shown by `whatif`.
  let isWhatIf: Bool
  /// The time of the newest event at that moment, or nil at the start.
  package var time: Timestamp?

  /// Creates a moment from a real or hypothetical timeline.
  init(_ timeline: Timeline, in store: Store, isWhatIf: Bool = false) {
    line = LazyTimeline(timeline, in: store)
    self.isWhatIf = isWhatIf
  }

  /// The timeline up to the moment.
  package var timeline: Timeline { line.timeline }

  /// The branch of the timeline.
  var lineage: Lineage { timeline.lineage }

  /// The moment in a form that can be typed.
  var point: Point { position.exists ? .event(Int64(position.rawValue)) : .start }

  /// The newest event of the log at the moment, or `nothing` at the start.
  package var position: EventID { browser.sequence }

  /// The durable state of the browser.
  var browser: Browser { timeline.browser }

  /// Reads the complete durable state at the moment.
  func readState() throws -> ProfileState { try line.readState() }

  /// Moves this value and all its copies to another moment of the timeline. Returns false for a
  /// hypothetical state.
  func step(to point: EventID) throws -> Bool {
    if isWhatIf { return false }
    try line.step(to: point)
    return true
  }
}
