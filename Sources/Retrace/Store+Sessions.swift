public import BrowserModel
internal import EventCoding
internal import Notation
public import RetraceEventLog
public import RetraceStore
public import RetraceTimeline

/// Opening.
extension Store {
  /// Opens the profile in a directory, for reading and writing, with the system's clock.
  ///
  /// - Parameter directory: An absolute or relative path; `~` means nothing. A profile is made where
  ///   nothing or an empty directory is.
  /// - Throws: `LogFailure`, as `EventLog.init(profile:access:making:)` and `Store.init` do.
  /// - Complexity: O(tabs + events since the newest checkpoint); O(events) at the first opening.
  public convenience init(profile directory: String) throws(LogFailure) {
    try self.init(try EventLog(profile: directory, access: .readWrite)) {
      Timestamp.now.milliseconds
    }
  }

  /// Returns a store with nothing on disk, with the system's clock.
  public static func inMemory() -> Store {
    do throws(LogFailure) {
      return try Store(EventLog()) { Timestamp.now.milliseconds }
    } catch {
      preconditionFailure("An empty log in memory can be read.")
    }
  }
}

/// Looking.
extension Store {
  /// The present: what this store and other processes have written.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(1) where nobody else has written; the first one also reads the library, as
  ///   `Store.readLibrary()` says.
  public var session: Session {
    get throws(StoreFailure) {
      try failing { () throws(LogFailure) in
        try catchUp()
        return Session(try readState(), log)
      }
    }
  }

  /// The present of the private windows of this process.
  public var privateSession: Session { session(ofPrivate: privateTimeline) }

  /// Returns the store's branch as it was at a moment.
  ///
  /// ```swift
  /// let noon = try store.session.sequence
  /// try store.perform(.closeTabs([tab]))
  /// let urls = try store.session(at: Moment(newest: noon)).tabs.map(\.url)
  /// ```
  ///
  /// - Parameter moment: The moment. After a private event it is one of the private windows.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(bookmarks + tabs + events since the nearest checkpoint before it)
  public func session(at moment: Moment) throws(StoreFailure) -> Session {
    try session(of: try failing { () throws(LogFailure) in try self.moment(moment) })
  }

  /// Returns the store's branch as it was at a time: after the newest event that is not newer.
  ///
  /// - Parameter milliseconds: The time, since 1970 UTC.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(events since), and that of ``session(at:)``
  public func session(asOf milliseconds: Int64) throws(StoreFailure) -> Session {
    var newest = EventID.nothing
    try failing { () throws(LogFailure) in
      try catchUp()
      try visitLog(isPrivate: false, backwards: true) { event, _ in
        guard event.milliseconds <= milliseconds else { return true }
        newest = event.sequence
        return false
      }
    }
    return try session(at: Moment(newest: newest))
  }

  /// Returns a timeline of this store as a session: a moment of another branch, or what would be.
  ///
  /// - Parameter timeline: From `Store.moment(_:on:)` or `Store.whatIf(skipping:)`.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func session(of timeline: Timeline) throws(StoreFailure) -> Session {
    if timeline.position.isPrivate { return session(ofPrivate: timeline) }
    return try failing { () throws(LogFailure) in
      var timeline = timeline
      return Session(try readState(of: &timeline), log)
    }
  }

  /// Returns what is open on a device of the profile, as far as this one has heard. Its library is
  /// empty: that of ``session`` is the one that all devices share.
  ///
  /// - Parameter number: The number of the device (`Timeline.devices`).
  /// - Returns: Nil if nothing is known of such a device.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(events); O(1) for this device.
  public func session(ofDevice number: UInt32) throws(StoreFailure) -> Session? {
    let browser = try failing { () throws(LogFailure) in try readDevice(number) }
    return browser.map { Session(ProfileState(browser: $0, library: Library()), log) }
  }

  private func session(ofPrivate timeline: Timeline) -> Session {
    Session(ProfileState(browser: timeline.browser), log, privateEvents: privateEvents)
  }

  /// What becomes different from now on, or since an event, by this store and by other processes;
  /// `StoreChanges` has more.
  ///
  /// - Parameter cursor: The newest event that is known already, or nil for the store's newest.
  public func changes(since cursor: EventID? = nil) -> StoreChanges {
    StoreChanges(of: self, since: cursor)
  }
}

/// Why something is as it is.
extension Store {
  /// Returns the events of the present that are about something, the oldest first. They made it
  /// what it is; what is undone is not among them.
  ///
  /// ```swift
  /// try store.perform(.pin(tab, true), by: Origin(agent: "tidier"))
  /// let notes = try store.notes(about: .tab(tab))
  /// let last = notes.last?.description  // #3 tab.pinned by user, tidier
  /// ```
  ///
  /// - Parameter subject: The thing. To a tab belong its entries.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(events since the thing was made)
  public func notes(about subject: Subject) throws(StoreFailure) -> [EventDescription] {
    var notes: [EventDescription] = []
    let timeline = subject.made.isPrivate ? privateTimeline : timeline
    try failing { () throws(LogFailure) in
      try visitFoldedEvents(of: timeline, from: subject.made.ifExists) { event, words in
        let about = event.subject
        if about == subject || about?.tab.map({ .tab($0) == subject }) ?? false {
          notes.append(EventDescription(event, words))
        }
        return true
      }
    }
    return notes
  }

  /// Returns what one event of the log did, also one that was undone, or of another branch.
  ///
  /// - Returns: Nil where there is no such event, or it is damaged.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func note(of event: EventID) throws(StoreFailure) -> EventDescription? {
    var note: EventDescription?
    try failing { () throws(LogFailure) in
      try visitLog(isPrivate: event.isPrivate, from: event, through: event) { event, words in
        note = EventDescription(event, words)
        return false
      }
    }
    return note
  }
}

/// Why the program may have ended.
extension Store {
  /// Returns the tabs of which one most likely ended the program, where it has ended twice soon after
  /// its start (C1): those in front, as every start loads them, and those that the newest run that
  /// loaded any had begun to load last, or had not finished.
  ///
  /// What to do about them is the front end's: most ask, and leave these out.
  ///
  /// - Returns: Open tabs of the durable windows. Ask where `SessionHealth.isSuspect` says so: in any
  ///   other state it returns such tabs as well, and nothing is wrong with them.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: That of ``session(at:)`` for each run that is looked at
  public func crashSuspects() throws(StoreFailure) -> Set<TabID> {
    var loaded: [TabID] = []
    var run = browser.health.running
    while loaded.isEmpty, run.exists {
      let former = try session(at: .after(run.advanced(by: -1))).state.browser
      loaded = (former.loadingTabs + [former.health.lastLoadingTab]).filter {
        browser.tab($0) != nil
      }
      run = former.health.running
    }
    return Set(browser.windows.map(\.activeTab) + loaded)
  }
}

/// Where a tab has been.
extension Store {
  /// A page of a tab's trail: a row of a tree.
  public struct TrailPlace: Hashable, Sendable {
    /// The entry of the tab's history that it is, or was.
    public let entry: EntryID
    /// What is there.
    public let page: Session.Page
    /// The number of paths to its left that continue further down.
    public let depth: Int
    /// Whether the tab is there.
    public let isCurrent: Bool
  }

  /// Returns all pages that were visited in an open tab as a tree, from top to bottom, with those
  /// that Back left and a new page then dropped. The way to the newest page is not indented.
  ///
  /// ```swift
  /// try store.perform(.step(tab, by: -1))
  /// try store.go("example.org", in: tab)
  /// let urls = try store.trail(of: tab).map(\.page.url)  // also the page that Back has left
  /// ```
  ///
  /// - Returns: An empty list where no tab has this id. Pages that were forgotten are left out.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(events since the tab was opened)
  public func trail(of tab: TabID) throws(StoreFailure) -> [TrailPlace] {
    let timeline = tab.isPrivate ? privateTimeline : timeline
    let current = timeline.browser.tab(tab)?.currentEntry?.id
    guard timeline.browser.tab(tab) != nil else { return [] }
    let trail = try failing { () throws(LogFailure) in try Trail(of: tab, in: self, timeline) }
    return trail.places.map { place in
      TrailPlace(
        entry: place.page.entry,
        page: Session.Page(
          url: place.page.url, title: place.page.title.isEmpty ? nil : place.page.title),
        depth: place.depth, isCurrent: place.page.entry == current)
    }
  }
}

/// Typed text.
extension Store {
  /// Opens a tab, and goes where typed text leads.
  ///
  /// - Parameters:
  ///   - text: As it was typed; see ``Session/destination(_:by:)``.
  ///   - isPrivate: Whether in a private window.
  /// - Returns: The tab.
  /// - Throws: `StoreFailure.refused(_:)` (`invalidAddress`) for text that leads nowhere, and what
  ///   `Store.perform(_:by:isPrivate:if:)` throws.
  @discardableResult
  public func open(_ text: String, isPrivate: Bool = false) throws(StoreFailure) -> TabID {
    let destination = try session.destination(text)
    let opened = try perform(.open(OpenTab(destination)), isPrivate: isPrivate)
    guard let tab = opened.openedTab else { preconditionFailure("An open opens a tab.") }
    return tab
  }

  /// Goes where typed text leads.
  ///
  /// - Parameters:
  ///   - text: As it was typed; see ``Session/destination(_:by:)``.
  ///   - tab: The tab; nil is the active one, and a new one where nothing is open.
  /// - Throws: As ``open(_:isPrivate:)``.
  @discardableResult
  public func go(_ text: String, in tab: TabID? = nil) throws(StoreFailure) -> Commit {
    let session = try session
    let destination = try session.destination(text)
    let browser = session.state.browser
    return try perform(
      .go(tab ?? browser.window(browser.focusedWindow)?.activeTab, destination))
  }
}
