public import BrowserModel
internal import EventCoding
internal import Notation
internal import RetraceEventLog
public import RetraceStore
public import RetraceTimeline

// Opening stores.
extension Store {
  /// Opens the profile in a directory for reading and writing, with the system's clock.
  ///
  /// - Parameter directory: An absolute or relative path. `~` has no special meaning. If the
  ///   directory is missing or empty, a profile is created.
  /// - Throws: `LogError`, like `EventLog.init(profile:access:making:)` and `Store.init`.
  /// - Complexity: O(tabs + events since the newest checkpoint), or O(events) when the profile is
  ///   first opened.
  public convenience init(profile directory: String) throws {
    try self.init(try EventLog(profile: directory, access: .readWrite)) {
      Timestamp.now.milliseconds
    }
  }

  /// Returns a store in memory, with the system's clock. Nothing is written to disk.
  public static func inMemory() -> Store {
    do {
      return try Store(EventLog()) { Timestamp.now.milliseconds }
    } catch {
      preconditionFailure("An empty log in memory can be read.")
    }
  }
}

// Reading sessions.
extension Store {
  /// The present, which includes everything that this store and other processes have written.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(1) if no other process has written. The first call also reads the library,
  ///   like `Store.readLibrary()`.
  public var session: Session {
    get throws {
      try catchUp()
      return Session(try readState(), log)
    }
  }

  /// The present of the private windows of this process.
  public var privateSession: Session { session(ofPrivate: privateTimeline) }

  /// Returns the state of the store's branch at a moment.
  ///
  /// ```swift
  /// let noon = try store.session.sequence
  /// try store.perform(.closeTabs([tab]))
  /// let urls = try store.session(at: Moment(newest: noon)).tabs.map(\.url)
  /// ```
  ///
  /// - Parameter moment: The moment. A moment after a private event is a moment of the private
  ///   windows.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(bookmarks + tabs + events since the nearest checkpoint before the moment)
  public func session(at moment: Moment) throws -> Session {
    try session(of: try self.moment(moment))
  }

  /// Returns the state of the store's branch at a time, after the newest event that was written up
  /// to that time.
  ///
  /// - Parameter milliseconds: The time in milliseconds since 1970 UTC.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events since that time), plus the complexity of ``session(at:)``
  public func session(asOf milliseconds: Int64) throws -> Session {
    var newest = EventID.nothing
    try catchUp()
    try visitLog(isPrivate: false, backwards: true) { event, _ in
      guard event.milliseconds <= milliseconds else { return true }
      newest = event.sequence
      return false
    }
    return try session(at: Moment(newest: newest))
  }

  /// Returns a timeline of this store as a session. The timeline can be a moment of another branch
  /// or a hypothetical state.
  ///
  /// - Parameter timeline: A result of `Store.moment(_:on:)` or `Store.whatIf(skipping:)`.
  /// - Throws: `LogError` if the log cannot be read.
  public func session(of timeline: Timeline) throws -> Session {
    if timeline.position.isPrivate { return session(ofPrivate: timeline) }
    var timeline = timeline
    return Session(try readState(of: &timeline), log)
  }

  /// Returns the windows and tabs of a device of the profile, as far as this device has received
  /// them. The session's library is empty, because all devices share the library of ``session``.
  ///
  /// - Parameter number: The number of the device (`Timeline.devices`).
  /// - Returns: The session, or nil if the device is unknown.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events), or O(1) for this device.
  public func session(ofDevice number: UInt32) throws -> Session? {
    let browser = try readDevice(number)
    return browser.map { Session(ProfileState(browser: $0, library: Library()), log) }
  }

  private func session(ofPrivate timeline: Timeline) -> Session {
    Session(ProfileState(browser: timeline.browser), log, privateEvents: privateEvents)
  }

  /// Returns the changes from now on, or since an event, by this store and by other processes. See
  /// `StoreChanges`.
  ///
  /// - Parameter cursor: The newest event that the caller knows, or nil for the store's newest
  ///   event.
  public func changes(since cursor: EventID? = nil) -> StoreChanges {
    StoreChanges(of: self, since: cursor)
  }
}

// Explanations of the current state.
extension Store {
  /// Returns the events that explain the current state of a subject, oldest first. Undone events
  /// are not included.
  ///
  /// ```swift
  /// try store.perform(.pin(tab, true), by: Origin(agent: "tidier"))
  /// let notes = try store.notes(about: .tab(tab))
  /// let last = notes.last?.description  // #3 tab.pinned by user, tidier
  /// ```
  ///
  /// - Parameter subject: The subject. The events of a tab include the events of its entries.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events since the subject was created)
  public func notes(about subject: Subject) throws -> [EventDescription] {
    var notes: [EventDescription] = []
    let timeline = subject.made.isPrivate ? privateTimeline : timeline
    try visitFoldedEvents(of: timeline, from: subject.made.ifExists) { event, words in
      let about = event.subject
      if about == subject || about?.tab.map({ .tab($0) == subject }) ?? false {
        notes.append(EventDescription(event, words))
      }
      return true
    }
    return notes
  }

  /// Returns a description of an event of the log, even if the event was undone or is on another
  /// branch.
  ///
  /// - Returns: The description, or nil if the event does not exist or is damaged.
  /// - Throws: `LogError` if the log cannot be read.
  public func note(of event: EventID) throws -> EventDescription? {
    var note: EventDescription?
    try visitLog(isPrivate: event.isPrivate, from: event, through: event) { event, words in
      note = EventDescription(event, words)
      return false
    }
    return note
  }

  /// Returns descriptions of the newest events of the durable log, newest first. All branches and
  /// undone events are included.
  ///
  /// - Parameters:
  ///   - event: Only events before this event are returned, such as the last event of the previous
  ///     call. Nil begins with the newest event.
  ///   - limit: The maximum number of events.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(limit)
  public func notes(before event: EventID? = nil, limit: Int = 100) throws -> [EventDescription] {
    var notes: [EventDescription] = []
    let last = event.map { $0.advanced(by: -1) }
    guard limit > 0, last != .nothing else { return [] }
    try visitLog(isPrivate: false, through: last, backwards: true) { event, words in
      notes.append(EventDescription(event, words))
      return notes.count < limit
    }
    return notes
  }
}

// The tabs that may have crashed the program.
extension Store {
  /// Returns the tabs that most likely crashed the program, if the program has crashed twice soon
  /// after its start (C1). The result contains the active tabs, because every start loads them. It
  /// also contains the tab that began to load last in the newest run with loads, and the tabs that
  /// had not finished loading in that run.
  ///
  /// The front end decides what to do with these tabs. Most front ends ask the user and do not
  /// restore them.
  ///
  /// - Returns: Open tabs of windows that are not private. Call this function only if
  ///   `SessionHealth.isSuspect` is true. Otherwise, it returns tabs although nothing is wrong with
  ///   them.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: The complexity of ``session(at:)`` for each run that is examined
  public func crashSuspects() throws -> Set<TabID> {
    var loaded: [TabID] = []
    var run = browser.health.running
    while loaded.isEmpty, run.exists {
      let previous = try session(at: .after(run.advanced(by: -1))).state.browser
      loaded = (previous.loadingTabs + [previous.health.lastLoadingTab]).filter {
        browser.tab($0) != nil
      }
      run = previous.health.running
    }
    return Set(browser.windows.map(\.activeTab) + loaded)
  }
}

// The trail of a tab.
extension Store {
  /// A page of a tab's trail, shown as one row of a tree.
  public struct TrailPlace: Identifiable, Hashable, Sendable, Codable {
    /// The entry, as the identity of the row.
    public var id: EntryID { entry }
    /// The entry of the tab's history, which may no longer exist.
    public let entry: EntryID
    /// The page of the entry.
    public let page: Session.Page
    /// The number of paths to the left of the page that continue in rows below.
    public let depth: Int
    /// Whether the entry is the tab's current entry.
    public let isCurrent: Bool
  }

  /// Returns all pages visited in an open tab as a tree, from top to bottom. The tree includes
  /// pages that were dropped from the history when the user went back and opened another page. The
  /// path to the newest page is not indented.
  ///
  /// ```swift
  /// try store.perform(.step(tab, by: -1))
  /// try store.go("example.org", in: tab)
  /// let urls = try store.trail(of: tab).map(\.page.url)  // includes the page left by going back
  /// ```
  ///
  /// - Returns: The pages, except forgotten pages, or an empty array if there is no such tab.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events since the tab was opened)
  public func trail(of tab: TabID) throws -> [TrailPlace] {
    let timeline = tab.isPrivate ? privateTimeline : timeline
    let current = timeline.browser.tab(tab)?.currentEntry?.id
    guard timeline.browser.tab(tab) != nil else { return [] }
    let trail = try Trail(of: tab, in: self, timeline)
    return trail.places.map { place in
      TrailPlace(
        entry: place.page.entry,
        page: Session.Page(
          url: place.page.url, title: place.page.title.isEmpty ? nil : place.page.title),
        depth: place.depth, isCurrent: place.page.entry == current)
    }
  }
}

// Typed text.
extension Store {
  /// Opens a tab and navigates to the destination of typed text.
  ///
  /// - Parameters:
  ///   - text: The typed text. See ``Session/destination(_:by:)``.
  ///   - opener: The tab that contains the link to the page, or nil if the user typed the text. The
  ///     new tab is placed next to the opener, and ``Session/Tab/opener`` returns the opener.
  ///   - isInBackground: Whether the active tab stays active.
  ///   - isPrivate: Whether to open the tab in a private window. Ignored if there is an opener.
  /// - Returns: The tab.
  /// - Throws: `Refusal` (`invalidAddress`) if the text is not valid, and the errors of
  ///   `Store.perform(_:by:isPrivate:if:)`.
  @discardableResult
  public func open(
    _ text: String, from opener: TabID? = nil, inBackground isInBackground: Bool = false,
    isPrivate: Bool = false
  ) throws -> TabID {
    var destination = try session.destination(text)
    if opener != nil, destination.transition == .typed { destination.transition = .link }
    var tab = OpenTab(destination)
    if isInBackground { tab.isSelected = false }
    if let opener {
      tab.place = isInBackground ? .backgroundLink(from: opener) : .foregroundLink(from: opener)
    }
    let opened = try perform(.open(tab), isPrivate: isPrivate)
    guard let tab = opened.openedTab else { preconditionFailure("An open opens a tab.") }
    return tab
  }

  /// Opens a window with one tab and focuses the window.
  ///
  /// - Parameters:
  ///   - text: The typed text, as in ``open(_:from:inBackground:isPrivate:)``, or nil for the start
  ///     page.
  ///   - bounds: The position on the screen, or nil if it is unknown.
  ///   - isPrivate: Whether to open a private window.
  ///   - origin: The author.
  /// - Returns: The window. ``Session/window(_:)`` returns it with its tab.
  /// - Throws: The errors of ``open(_:from:inBackground:isPrivate:)``.
  @discardableResult
  public func openWindow(
    _ text: String? = nil, bounds: Session.Window.Bounds? = nil, isPrivate: Bool = false,
    by origin: Origin = Origin()
  ) throws -> WindowID {
    let destination = try text.map { try session.destination($0) }
    var tab = OpenTab(destination)
    tab.isInNewWindow = true
    let opened = try perform(
      destination == nil ? .openWindow(bounds: bounds ?? .unknown) : .open(tab), by: origin,
      isPrivate: isPrivate)
    guard let window = opened.openedWindow else {
      preconditionFailure("Opening a window opens a window.")
    }
    if destination != nil, let bounds {
      try perform(.placeWindow(window, bounds: bounds, showState: .normal), by: Origin(.engine))
    }
    return window
  }

  /// Navigates to the destination of typed text.
  ///
  /// - Parameters:
  ///   - text: The typed text. See ``Session/destination(_:by:)``.
  ///   - tab: The tab, or nil for the active tab. If nothing is open, a new tab is opened.
  /// - Throws: The errors of ``open(_:from:inBackground:isPrivate:)``.
  @discardableResult
  public func go(_ text: String, in tab: TabID? = nil) throws -> Commit {
    let session = try session
    let destination = try session.destination(text)
    let browser = session.state.browser
    return try perform(
      .go(tab ?? browser.window(browser.focusedWindow)?.activeTab, destination))
  }
}
