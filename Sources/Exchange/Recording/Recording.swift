package import BrowserModel
internal import RetraceEventLog
package import RetraceStore

/// Makes a session follow a browser. It performs the actions that lead from the recorded state to
/// the observed state. An observation without changes writes nothing.
///
/// The browser is authoritative. If a recorded tab was closed in the log by other means, it is
/// opened there again as soon as something happens in the tab.
package final class Recording {
  package let store: Store
  /// Sentences about things that could not be recorded, one for each kind.
  package private(set) var problems: [String] = []
  /// The recorded tabs, windows and groups, by the browser's ids.
  package var tabs: [Int64: RecordedTab] = [:]
  package var windows: [Int64: WindowID] = [:]
  package var groups: [Int64: GroupID] = [:]
  /// The recorded bookmarks and folders, by the browser's ids.
  package var bookmarks: [String: BookmarkID] = [:]
  /// The bookmarks of the log that the browser showed at the last look.
  var shownBookmarks: Set<BookmarkID> = []
  /// The default zoom at the last look, or nil if it is unknown.
  var reportedDefaultZoom: ZoomLevel?
  /// The actor of actions for which no other actor is specified. This is the user, except for
  /// actions that the browser performed itself, for example when it started.
  package var actor = Event.Actor.user
  /// The name of the actions in the log, or nil for none.
  package var label: String?
  /// The newest event that the observations take into account. If another program has written since
  /// this event, ``record(_:)`` is interrupted. Nil if the actions of other programs do not affect
  /// the browser.
  package var known: EventID?
  package struct RecordedTab {
    package let id: TabID
    package var history = ObservedHistory()
    /// The content of the entry in the log for each entry of the browser, by the browser's id.
    package var contents: [Int64: EventID] = [:]
  }

  package init(_ store: Store) { self.store = store }

  /// The durable state without bookmarks, which recordings do not need.
  package var browser: Browser { store.browser }

  /// - Throws: ``ExchangeError`` (`interrupted`) if another program has written since ``known``. In
  ///   this case, the next observation records the remaining changes.
  package func record(_ observation: Observation) throws {
    forgetVanished()
    let known = observation.strip.keeping { tab in
      tabs[tab.id] != nil || observation.histories[tab.id] != nil
    }
    try open(known, observation.histories)
    try gather(known)
    try close(known, observation)
    for window in known.windows { try arrange(window, known.groups) }
    for tab in known.tabs { try follow(tab, observation) }
    for zoom in observation.zooms { try follow(zoom) }
    if let bookmarks = observation.bookmarks {
      let usual = actor
      if observation.areBookmarksByEngine { actor = .engine }
      defer { actor = usual }
      try follow(bookmarks)
    }
    for window in known.windows { try show(window) }
    try focus(known)
  }

  /// Continues a tab of the log, whose entries have these ids in the browser from now on.
  package func resume(_ observed: Int64, as id: TabID, _ history: ObservedHistory) {
    var recorded = RecordedTab(id: id, history: history)
    for (row, entry) in zip(browser.tab(id)?.entries ?? [], history.entries) {
      recorded.contents[entry.id] = row.content
    }
    tabs[observed] = recorded
  }

  /// Whether an open window of the recording is missing in the browser.
  package func misses(windowsIn strip: ObservedStrip) -> Bool {
    let open = Set(strip.windows.filter { !$0.tabs.isEmpty }.map(\.id))
    return windows.contains { !open.contains($0.key) && browser.window($0.value) != nil }
  }

  /// Performs an action. The recording continues even if the action changes nothing or is refused.
  ///
  /// - Parameter reportsRefusal: Whether a refusal is one of the ``problems``.
  @discardableResult
  package func perform(
    _ action: Action, by actor: Event.Actor? = nil, reportsRefusal: Bool = true
  ) throws -> Commit? {
    try perform(reportsRefusal: reportsRefusal) { precondition in
      let origin = Origin(actor ?? self.actor)
      guard let label else { return try store.perform(action, by: origin, if: precondition) }
      return try store.perform(asOne: [action], named: label, by: origin, if: precondition)
    }
  }

  /// Performs the first of several actions that is not refused.
  func perform(firstOf actions: [Action], by actor: Event.Actor? = nil) throws {
    for action in actions.dropLast() {
      if try perform(action, by: actor, reportsRefusal: false) != nil { return }
    }
    if let last = actions.last { try perform(last, by: actor) }
  }

  /// Performs several actions as one action. If one of them is refused, performs none of them.
  @discardableResult
  func perform(asOne actions: [Action]) throws -> Commit? {
    try perform { precondition in
      try store.perform(asOne: actions, named: label, by: Origin(actor), if: precondition)
    }
  }

  /// Undoes the action of an event.
  ///
  /// - Returns: Whether the action was undone.
  package func undo(_ event: EventID) throws -> Bool {
    do {
      try store.undo(
        event: event, by: Origin(actor), if: Precondition(unchangedSince: known))
      if known != nil { known = store.browser.sequence }
      return true
    } catch let refusal as Refusal where refusal.code == .changedSince {
      throw Self.interruption
    } catch is Refusal {
      return false
    }
  }

  /// Stores a picture of the page that a tab shows.
  package func report(_ picture: [UInt8], of tab: TabID) throws {
    _ = try perform { precondition in try store.reportPicture(tab, picture, if: precondition) }
  }

  private func perform(
    reportsRefusal: Bool = true, _ body: (Precondition) throws -> Commit
  ) throws -> Commit? {
    do {
      let commit = try body(Precondition(unchangedSince: known))
      if let known, let first = commit.events.first {
        guard first.sequence == known.advanced(by: 1) else { throw Self.interruption }
        self.known = commit.sequence
      }
      return commit
    } catch let refusal as Refusal where refusal.code == .changedSince {
      throw Self.interruption
    } catch let refusal as Refusal {
      if reportsRefusal, refusal.code != .nothingToDo, !problems.contains(refusal.message) {
        problems.append(refusal.message)
      }
      return nil
    }
  }

  private static let interruption = ExchangeError(
    .interrupted, "Another program has changed the profile meanwhile.")

  /// Stops recording things that were closed in the log by other means.
  private func forgetVanished() {
    let browser = browser
    tabs = tabs.filter { browser.tab($0.value.id) != nil }
    windows = windows.filter { browser.window($0.value) != nil }
    groups = groups.filter { browser.group($0.value) != nil }
  }

  /// Stops recording windows that were closed. A window of the log may outlive the browser's window
  /// if other tabs were moved into it.
  private func forgetWindows(_ observation: Observation) {
    guard observation.believesClosedWindows else { return }
    let open = Set(observation.strip.windows.map(\.id))
    windows = windows.filter { open.contains($0.key) }
  }

  // MARK: Closing

  private func close(_ strip: ObservedStrip, _ observation: Observation) throws {
    let open = Set(observation.strip.tabs.map(\.id))
    let gone = tabs.filter { !open.contains($0.key) }
    guard !gone.isEmpty else { return forgetWindows(observation) }
    let leaving = Set(gone.values.map(\.id))
    var single: [TabID] = []
    for window in browser.windows {
      let here = window.tabs.filter { leaving.contains($0) }
      guard !here.isEmpty else { continue }
      if here.count < window.tabs.count {
        single += here
      } else if observation.believesClosedWindows {
        try perform(.closeWindow(window.id))
      }
    }
    if !single.isEmpty { try perform(.closeTabs(single)) }
    forgetVanished()
    forgetWindows(observation)
  }
}

extension ObservedStrip {
  /// Returns the tab strip with only the wanted tabs. A window without wanted tabs is omitted.
  fileprivate func keeping(_ isWanted: (ObservedTab) -> Bool) -> ObservedStrip {
    var strip = self
    for place in strip.windows.indices { strip.windows[place].tabs.removeAll { !isWanted($0) } }
    strip.windows.removeAll(where: \.tabs.isEmpty)
    return strip
  }
}
