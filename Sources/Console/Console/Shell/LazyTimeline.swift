internal import BrowserModel
internal import Store
internal import Timeline

/// A line at a moment, whose bookmarks and zoom of sites are read when somebody looks at them.
final class LazyTimeline {
  private let store: Store
  private var timeline: Timeline

  init(_ timeline: Timeline, in store: Store) {
    self.timeline = timeline
    self.store = store
  }

  var line: Lineage { timeline.lineage }

  var undoneBatches: Set<EventID> { timeline.undoneBatches }

  /// The state, perhaps without them.
  var session: Browser { timeline.browser }

  /// The state with everything in it.
  var browser: Browser {
    timeline = store.completed(timeline)
    return timeline.browser
  }

  /// Goes to another moment of the line.
  func step(to point: EventID) throws(StoreFailure) { try store.step(&timeline, to: point) }
}
