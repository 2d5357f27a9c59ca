internal import BrowserModel
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// A timeline at a moment, whose library is read on first use.
final class LazyTimeline {
  private let store: Store
  /// The timeline up to the moment.
  private(set) var timeline: Timeline

  init(_ timeline: Timeline, in store: Store) {
    self.timeline = timeline
    self.store = store
  }

  /// Reads the complete state at the moment.
  func readState() throws -> ProfileState {
    try store.readState(of: &timeline)
  }

  /// Moves to another moment of the timeline.
  func step(to point: EventID) throws {
    try store.step(&timeline, to: Moment(newest: point))
  }
}
