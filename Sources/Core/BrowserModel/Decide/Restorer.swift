/// Works out the events that make things what they were at an earlier moment.
///
/// It folds each event as soon as it is decided, and compares what then is with what was: so it says
/// only what differs, and need not foresee what an event brings about.
///
/// Afterwards windows and their order, places and show states, tabs in order, pins, groups, mutes,
/// zooms of tabs, openers, histories with their indexes, and active tabs are what they were. These
/// are not: the status of a tab that came back or got another history, which is discarded; what an
/// engine wants to show in it; when tabs and windows were last active; opener groups (T8); and which event
/// set a zoom or a setting.
struct Restorer {
  let past: Browser
  /// The state with all that was decided so far.
  private(set) var now: Browser
  private(set) var decider: Decider
  private var foldedCount = 0

  init(_ past: Browser, from decider: Decider) {
    self.past = past
    self.decider = decider
    now = decider.browser
  }

  mutating func append(_ body: Body) {
    decider.append(body)
    fold()
  }

  /// Decides something as an action would, on the state before all of this.
  mutating func decide(
    _ body: (inout Decider) throws(Refusal) -> Void
  ) throws(Refusal) {
    try body(&decider)
    fold()
  }

  private mutating func fold() {
    while foldedCount < decider.draft.bodies.count {
      now.apply(
        Event(
          sequence: decider.next.advanced(by: Int32(foldedCount)), batch: decider.next,
          milliseconds: now.health.lastEventMilliseconds,
          body: decider.draft.bodies[foldedCount]))
      foldedCount += 1
    }
  }
}

extension Decider {
  /// - Parameter source: Where settings are looked up, which are said again in words.
  mutating func restore<Source: TextSource & ~Copyable>(
    _ action: Restoration, text source: borrowing Source
  ) throws(Refusal) {
    var restorer = Restorer(action.past, from: self)
    for part in action.parts {
      switch part {
      case .windows: try restorer.restoreWindows()
      case .missingTabs: restorer.restoreMissingTabs()
      case .window(let id): try restorer.restoreWindow(id)
      case .tab(let id): try restorer.restoreTab(id)
      case .bookmarks: restorer.restoreBookmarks()
      case .zoom: restorer.restoreZoom()
      case .settings: try restorer.restoreSettings(text: source)
      }
    }
    self = restorer.decider
    guard !draft.isEmpty else {
      throw Refusal(.nothingToDo, "Everything is as it was then.")
    }
  }
}
