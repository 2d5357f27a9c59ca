internal import BrowserModel
internal import Notation
internal import Store
internal import Timeline

/// A state that commands look at instead of the present one of the console's own line.
struct Moment {
  private let content: Content
  /// The time of the newest event of the line then; nil at the start.
  var time: Timestamp?

  private enum Content {
    case was(LazyTimeline)
    /// What never was, but would be: what `whatif` shows.
    case whatIf(Browser, line: Lineage, undoneBatches: Set<EventID>)
  }

  /// A line as it was or is.
  init(_ timeline: Timeline, in store: Store) {
    content = .was(LazyTimeline(timeline, in: store))
  }

  /// The present of a line, were it not for some batches.
  init(_ timeline: Timeline, whatIf browser: Browser, without batches: Set<EventID>) {
    content = .whatIf(
      browser, line: timeline.lineage, undoneBatches: timeline.undoneBatches.union(batches))
  }

  /// Whether it never was, but would be.
  var isWhatIf: Bool {
    if case .whatIf = content { true } else { false }
  }

  /// The line that it is of.
  var line: Lineage {
    switch content {
    case .was(let timeline): timeline.line
    case .whatIf(_, let line, _): line
    }
  }

  /// The batches that are left out of the state.
  var undoneBatches: Set<EventID> {
    switch content {
    case .was(let timeline): timeline.undoneBatches
    case .whatIf(_, _, let batches): batches
    }
  }

  /// The moment as it could be typed.
  var point: Point { position.exists ? .event(Int64(position.rawValue)) : .start }

  /// The newest event of the log then; nothing at the start.
  var position: EventID { session.sequence }

  /// The durable state, perhaps without the bookmarks and the zoom of sites.
  var session: Browser {
    switch content {
    case .was(let timeline): timeline.session
    case .whatIf(let browser, _, _): browser
    }
  }

  /// Reads the durable state with everything in it.
  func readBrowser() throws(CommandFailure) -> Browser {
    switch content {
    case .was(let timeline): try timeline.readBrowser()
    case .whatIf(let browser, _, _): browser
    }
  }

  /// Goes to another moment of the line, all copies of this one too; false for what never was.
  func step(to point: EventID) throws(StoreFailure) -> Bool {
    guard case .was(let timeline) = content else { return false }
    try timeline.step(to: point)
    return true
  }
}

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

  /// Reads the state with everything in it.
  func readBrowser() throws(CommandFailure) -> Browser {
    timeline = store.completed(timeline)
    return try Self.requireLibrary(of: timeline.browser)
  }

  /// Goes to another moment of the line.
  func step(to point: EventID) throws(StoreFailure) { try store.step(&timeline, to: point) }

  /// A state, refused where its bookmarks and the zoom of sites could not be read: they would seem to
  /// be none.
  static func requireLibrary(of browser: Browser) throws(CommandFailure) -> Browser {
    guard !browser.isLibraryMissing else {
      throw CommandFailure(
        "log", "The bookmarks and the zoom of sites cannot be read from the log.")
    }
    return browser
  }
}
