internal import BrowserModel
internal import Session
internal import Timeline

/// A line at a moment, whose bookmarks and zoom of sites are read when somebody looks at them.
final class LateShelf {
  private let session: Session
  private var timeline: Timeline

  init(_ timeline: Timeline, in session: Session) {
    self.timeline = timeline
    self.session = session
  }

  var line: Line { timeline.line }

  var undoneBatches: Set<EventID> { timeline.undoneBatches }

  /// The state, perhaps without them.
  var strip: Browser { timeline.browser }

  /// The state with everything in it.
  var browser: Browser {
    timeline = session.completed(timeline)
    return timeline.browser
  }

  /// Goes to another moment of the line.
  func step(to point: EventID) throws(SessionFailure) { try session.step(&timeline, to: point) }
}
