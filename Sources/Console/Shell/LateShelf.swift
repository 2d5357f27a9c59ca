internal import BrowserModel
internal import Session
internal import Timeline

/// A moment's bookmarks and zoom of sites, which are read when somebody looks at them.
final class LateShelf {
  private let session: Session
  private var timeline: Timeline

  init(_ timeline: Timeline, in session: Session) {
    self.timeline = timeline
    self.session = session
  }

  /// The state with everything in it.
  var browser: Browser {
    timeline = session.completed(timeline)
    return timeline.browser
  }
}
