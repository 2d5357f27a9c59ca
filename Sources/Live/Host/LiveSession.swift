internal import BrowserModel
internal import Exchange
package import Notation
internal import RetraceEventLog
internal import RetraceStore

/// A browser with the extension, and the profile that follows it.
///
/// The extension reports states, not changes. A state is all windows, or the list of one tab. Each
/// report is compared with the model (``Recording``), and the actions that lead from the model to
/// the browser are performed. If another program changes the profile, the differences become orders
/// for the browser. The browser's next report then equals the model, so the effect of an order is
/// not recorded again.
///
/// A session performs no input or output except in the store. It accepts messages, and collects
/// outgoing messages in ``messages``.
package final class LiveSession {
  /// The version of the messages. An extension with another version is refused.
  package static let messageVersion: Int64 = 1

  /// The relation of a browser to the profile.
  enum Relation {
    /// The profile belongs to the browser. Tabs that the browser does not restore are closed, and
    /// changes that other programs have made in the meantime are applied to the browser.
    case owner
    /// The browser shares the profile for one run. Tabs that it restores continue, if it can
    /// restore any.
    case guest(restoresTabs: Bool)
  }

  let store: Store
  let relation: Relation
  let recording: Recording
  private(set) var popup: PopupAnswers
  let memory: LiveMemory
  /// The browsers of the profile, with their windows.
  let browsers: ConnectedBrowsers
  /// The name of the browser, or nil to use the name that the extension reports.
  private let name: String?
  /// The id of the browser among the browsers of the profile.
  private(set) var id = ""
  /// The messages to send, oldest first.
  package var messages: [JSON] = []
  /// The mask that hides the pages that are not recorded.
  var mask = PageMask()
  /// Whether the user has paused recording, or nil if this was not sent to the extension yet.
  var isPaused: Bool?
  /// The value that the popup requested for the pause and that must be stored, or nil if there is
  /// none.
  package var requestedPause: Bool?
  /// The popup's request for the page of the inspector, or nil if there is none.
  var inspectorRequest: JSON?

  /// The browser's windows at the last report.
  var strip = ObservedStrip()
  /// Whether the focus at the last report has been recorded. Later reports about tabs do not move
  /// the focus back to a browser that has lost it to another one.
  private var isFocusRecorded = false
  var histories: [Int64: LookedHistory] = [:]
  /// The ids that the browser's tabs have in the profile, as far as they were sent to the
  /// extension.
  var assigned: [Int64: Int64] = [:]
  /// The state of the profile that the browser currently shows.
  var shown: Browser
  /// Orders that the extension has not carried out yet.
  var inFlight: OrderBatch?
  var newestOrder: Int64 = 0
  /// Pages that were ordered but have not arrived yet.
  var expectations: [Int64: PageExpectation] = [:]
  /// The time that an ordered page may take to arrive.
  var pagePatience = Duration.seconds(30)
  /// Tabs that were sent to an entry a second time, because they had arrived at a different entry.
  var corrected: Set<Int64> = []
  /// Tabs whose next page will be ordered once the expected page has arrived.
  var lagging: Set<Int64> = []
  /// The reported zoom of tabs that has not been compared yet.
  var zooms: [Int64: ObservedZoom] = [:]
  /// Hosts whose zoom will be set in the browser once a tab shows them.
  var awaitedZooms: Set<String> = []
  /// Reports about pages that have not been recorded yet.
  var pageReports: [PageReport] = []
  /// The recorded scroll positions, by the contents of entries.
  var scrolls: [EventID: [Int32]] = [:]
  /// The browser's bookmarks at the last report, or nil if the extension may not read them.
  var bookmarks: ObservedBookmarks?
  /// Whether the reported bookmarks have not been compared with the model yet.
  var areBookmarksChanged = false
  /// The bookmarks of the profile that the browser shows, or nil before the first comparison.
  var shownLibrary: Bookmarks?
  /// Whether some bookmarks of the profile have not been created in the browser yet.
  var isBookmarkLagging = false
  /// Whether the next report of bookmarks shows the effect of orders, or is the first report.
  var areBookmarksByEngine = false
  /// Bookmarks that the browser has refused.
  var refusedBookmarks: Set<BookmarkID> = []
  /// Orders that were not fulfilled and whose effects have not been reverted in the model yet.
  var unfulfilled: [UnfulfilledOrder] = []
  /// Sentences for the user about actions that the browser could not perform, oldest first.
  package internal(set) var notices: [String] = []
  /// Whether the popup has not shown the last notice yet.
  var hasNewNotice = false
  /// Open tabs of the profile that the browser has not shown since it started.
  var missing: Set<TabID> = []

  /// Whether the extension takes pictures of pages in this run, without asking the user.
  var takesPictures = false

  /// The time until which a browser that shares the profile may restore tabs.
  var restoringEnd = ContinuousClock.now
  /// The time after a start in which a browser that shares the profile may restore tabs.
  static let restoringTime = Duration.seconds(60)

  private var isConnected = false
  /// Whether the browser has reported its windows.
  private(set) var hasBegun = false
  /// The name of the cursor that marks the newest event that the browser has shown, or empty before
  /// the first report.
  private var cursor = ""
  /// Tabs whose list must be compared, and those that were reloaded or failed to load.
  private var changed: Set<Int64> = []
  private var reloaded: Set<Int64> = []
  private var failed: Set<Int64> = []
  /// The time when a missing window counts as closed by the user.
  private var windowDeadline: ContinuousClock.Instant?
  /// The time when missing tabs count as closed by the browser, or nil if they stay open.
  private var missingDeadline: ContinuousClock.Instant?

  /// The time after which a missing window counts as closed by the user. A browser that quits
  /// closes its windows one by one. If the browser is still running after this time, the user
  /// closed the window.
  private static let windowPatience = Duration.seconds(2)
  /// The time that a browser may take to restore its tabs after a start.
  var restoringPatience = Duration.seconds(20)
  /// The time to wait for an earlier host of the same browser, which may not have ended yet.
  var hostPatience = Duration.seconds(10)

  init(
    _ store: Store, _ relation: Relation = .owner, memory: LiveMemory = LiveMemory(folder: nil),
    browsers: ConnectedBrowsers? = nil, name: String? = nil
  ) {
    self.store = store
    self.relation = relation
    self.memory = memory
    self.browsers = browsers ?? ConnectedBrowsers(folder: store.log.directory)
    self.name = name
    recording = Recording(store)
    popup = PopupAnswers(store)
    shown = store.browser
  }

  /// The time at which ``passTime()`` must be called, or nil if there is none.
  package var deadline: ContinuousClock.Instant? {
    let pages = lagging.compactMap { expectations[$0]?.deadline }
    return (pages + [windowDeadline, missingDeadline, inFlight?.deadline].compactMap(\.self)).min()
  }

  /// Returns the message with the reason why the browser is not recorded, which the popup shows.
  static func refusal(because reason: String) -> JSON {
    .object([("kind", .string("refused")), ("reason", .string(reason))])
  }

  /// The status for “retrace live”.
  package var status: HostStatus {
    var status = HostStatus()
    status.id = id
    status.label = browsers.label(of: id) ?? ""
    for history in histories.values where history.unseenCount > 0 {
      status.tabsWithUnknownPages += 1
      status.unknownPages += history.unseenCount
    }
    status.notices = notices
    return status
  }

  /// Accepts a message of the extension.
  package func receive(_ report: JSON) throws {
    let message = mask.masking(report)
    let kind = message["kind"]?.string
    if kind == "ask" { return try answer(message) }
    if kind == "paused" { return pauseByPopup(message) }
    guard isPaused != true else { return }
    if kind == "hello" { return try begin(message) }
    guard isConnected else { return }
    switch kind {
    case "strip":
      takeStrip(message)
      try record()
    case "tab":
      takeTab(ObservedTab(message["tab"] ?? .null))
      try record()
    case "look": try takeLook(message)
    case "bookmarks":
      let isFirst = bookmarks == nil
      takeBookmarks(message)
      if isFirst { try beginBookmarks(after: nil) }
      try record()
    case "page":
      if let report = PageReport(message) { pageReports.append(report) }
      try record()
    case "zoom":
      takeZooms([message["zoom"] ?? .null])
      try record()
    case "replaced": rename(message["former"]?.integer, to: message["tab"]?.integer)
    case "done": try finishOrders(message)
    default: break
    }
  }

  /// Stops recording until the next snapshot.
  func disconnect() { isConnected = false }

  /// Handles the passing of a deadline.
  package func passTime() throws {
    if let inFlight, inFlight.deadline <= .now { self.inFlight = nil }
    for tab in lagging where expectations[tab].map({ $0.deadline <= .now }) ?? false {
      expectations[tab] = nil
    }
    if let missingDeadline, missingDeadline <= .now {
      self.missingDeadline = nil
      let gone = missing.filter { id in
        store.browser.tab(id).map { owns($0.window) } ?? false
      }
      missing.subtract(gone)
      if !gone.isEmpty, isConnected {
        try recording.perform(.closeTabs(gone.sorted()), by: .engine)
        shown = store.browser
      }
    }
    if isConnected { try record() }
  }

  /// Handles a possible change of the profile by another program.
  package func followProfile() throws {
    guard isConnected, inFlight == nil else { return }
    if try orderChanges() { return }
    // An order that cannot even be sent.
    if !unfulfilled.isEmpty { try record() }
  }

  /// Ends the session, because the browser has quit. Its tabs stay open in the profile.
  package func end() throws {
    guard hasBegun else { return }
    if case .owner = relation { try store.acknowledge(cursor, through: recording.known) }
    try store.perform(.endSession, by: Origin(.engine))
  }
}

// MARK: Reports

extension LiveSession {
  private func begin(_ message: JSON) throws {
    guard message["version"]?.integer == Self.messageVersion else {
      let reason = "The extension and retrace-live have different versions. Install both again."
      messages.append(Self.refusal(because: reason))
      return
    }
    try store.catchUp()
    if !hasBegun {
      try store.perform(
        .openSession(frontEnd: message["browser"]?.string ?? "browser"), by: Origin(.engine))
    }
    hasBegun = true
    isConnected = false
    let id = LiveMemory.name(of: message["profile"]?.string ?? "")
    guard browsers.connect(id, name: name(in: message), patience: hostPatience) else {
      // The user has copied the folder of a browser that is running.
      messages.append(.object([("kind", .string("copied"))]))
      return
    }
    self.id = id
    popup.id = id
    cursor = "live \(id)"
    memory.open(id)
    inFlight = nil
    unfulfilled = []
    recording.tabs = [:]
    recording.windows = [:]
    recording.groups = [:]
    histories = [:]
    expectations = [:]
    lagging = []
    takeStrip(message)
    let looks = (message["looks"]?.elements ?? []).compactMap { answer in
      answer["tab"]?.integer.map { tab in (tab, PageLook(answer["look"] ?? .null)) }
    }
    isConnected = true
    if takesPictures { messages.append(.object([("kind", .string("pictures"))])) }
    var followed: EventID?
    if case .owner = relation, let acknowledged = try store.cursor(named: cursor) {
      followed = min(max(acknowledged, memory.shown), store.browser.sequence)
    }
    if followed != nil, !browsers.hasWindows { claimWindowsOfOlderVersion() }
    let closed = resume(Dictionary(looks, uniquingKeysWith: { $1 }), after: followed)
    browsers.update { claimShownWindows() }
    recording.known = followed ?? store.browser.sequence
    shown = store.browser
    changed = Set(histories.keys)
    awaitedZooms = Set(followed.map(zooms(setAfter:)) ?? []).union(awaitedZoomsOfEarlierHost)
    takeAllZooms(message["zooms"]?.elements ?? [])
    bookmarks = nil
    takeBookmarks(message)
    try beginBookmarks(after: followed)
    missingDeadline = followed != nil && !missing.isEmpty ? .now + restoringPatience : nil
    if case .owner = relation {
      try store.acknowledge(cursor, through: store.browser.sequence)
    }
    if try followed != nil && orderChanges(closing: closed) { return }
    recording.actor = .engine
    defer { recording.actor = .user }
    try record()
  }

  private func name(in message: JSON) -> String {
    name ?? (message["browser"]?.string == "firefox" ? "Firefox" : "Chromium")
  }

  /// Notes that the browser shows the state of the profile.
  func noteShown() {
    shown = store.browser
    if shownLibrary != nil { shownLibrary = try? recording.library }
  }

  func takeStrip(_ message: JSON) {
    strip = ObservedStrip(message["strip"] ?? .null)
    isFocusRecorded = false
    for tab in strip.tabs { note(tab) }
    let open = Set(strip.tabs.map(\.id))
    histories = histories.filter { open.contains($0.key) }
    assigned = assigned.filter { open.contains($0.key) }
  }

  private func takeTab(_ tab: ObservedTab) {
    for window in strip.windows.indices {
      guard let place = strip.windows[window].tabs.firstIndex(where: { $0.id == tab.id })
      else { continue }
      strip.windows[window].tabs[place] = tab
    }
    note(tab)
  }

  /// Notes the title of a tab. Also notes the tab's page if the extension cannot look at it.
  private func note(_ tab: ObservedTab) {
    if let id = tab.assignedID { assigned[tab.id] = id }
    guard isConnected, hasBegun else { return }
    if histories[tab.id] == nil {
      guard tab.isUnloaded || !tab.isLoading, !Self.isEmpty(tab.url) else { return }
      begin(tab, nil)
    }
    if !tab.isLoading { histories[tab.id]?.setTabTitle(tab.title, of: tab.url) }
    changed.insert(tab.id)
  }

  /// Whether nothing has been loaded in a tab yet.
  static func isEmpty(_ url: String) -> Bool { url.isEmpty || url == "about:blank" }

  private func takeLook(_ message: JSON) throws {
    let tab = message["tab"] ?? .null
    var observed = ObservedTab(tab)
    takeTab(observed)
    // The page that is being loaded is not an entry yet, and may redirect.
    observed.url = tab["url"]?.string ?? ""
    let cause = LookCause(message["causes"] ?? .null)
    let look = PageLook(message["look"] ?? .null)
    // Chromium also calls it a reload if it restores a page.
    let wasShown = histories[observed.id]?.current?.key != nil
    if let look, look.key != nil {
      if histories[observed.id] == nil { begin(observed, look) }
      histories[observed.id]?.apply(look, cause)
    } else if !Self.isEmpty(observed.url), !cause.isFrame {
      if histories[observed.id] == nil { begin(observed, nil) }
      histories[observed.id]?.applyUnmarked(observed.url, length: look?.length, cause)
      histories[observed.id]?.setTabTitle(observed.title, of: observed.url)
    }
    if cause.isReload, wasShown { reloaded.insert(observed.id) }
    // Firefox reports an error before most pages that load well.
    if cause.isFailed, look?.key == nil { failed.insert(observed.id) }
    changed.insert(observed.id)
    try record()
  }

  /// Begins the list of a tab that was just opened or that the browser has restored.
  private func begin(_ tab: ObservedTab, _ look: PageLook?) {
    if expectations[tab.id] != nil {
      histories[tab.id] = LookedHistory()
    } else if let id = look?.key.flatMap(missingTab(with:)) ?? missingTab(like: tab) {
      resume(tab, as: id)
    } else {
      var history = LookedHistory()
      if look == nil { history.applyUnmarked(tab.url) }
      histories[tab.id] = history
    }
  }

  /// Follows a tab whose id has changed in the browser.
  private func rename(_ former: Int64?, to tab: Int64?) {
    guard let former, let tab else { return }
    histories[tab] = histories.removeValue(forKey: former)
    recording.tabs[tab] = recording.tabs.removeValue(forKey: former)
    assigned[tab] = assigned.removeValue(forKey: former)
    expectations[tab] = expectations.removeValue(forKey: former)
    if lagging.remove(former) != nil { lagging.insert(tab) }
  }
}

extension ObservedStrip {
  fileprivate mutating func removeFocus() {
    for place in windows.indices { windows[place].isFocused = false }
  }
}

// MARK: Recording

extension LiveSession {
  /// The maximum number of attempts to record while other programs keep writing.
  private static let attempts = 8

  /// Compares the last report with the model and records the differences, unless the extension is
  /// carrying out orders.
  func record() throws {
    for _ in 0..<Self.attempts {
      guard inFlight == nil else { return }
      if try orderChanges() { return }
      var observation = Observation(strip)
      if isFocusRecorded { observation.strip.removeFocus() }
      observation.reloaded = reloaded
      observation.failed = failed
      observation.zooms = knownZooms
      if areBookmarksChanged { observation.bookmarks = bookmarks }
      observation.areBookmarksByEngine = areBookmarksByEngine
      observation.believesClosedWindows =
        !strip.windows.isEmpty && windowDeadline.map { $0 <= .now } ?? false
      var settled: Set<Int64> = []
      let actor = recording.actor
      defer {
        recording.actor = actor
        recording.label = nil
      }
      do {
        try takeBackUnfulfilled()
        for tab in changed {
          guard let history = histories[tab], !history.isEmpty, try settle(tab, history) else {
            continue
          }
          observation.histories[tab] = history.observed
          settled.insert(tab)
        }
        try recordClaimingWindows(observation)
        recording.label = nil
        try recordContainers()
        try reportPages()
      } catch let error as ExchangeError where error.code == .interrupted {
        continue
      }
      changed.subtract(settled)
      reloaded = []
      failed = []
      let focused = strip.windows.first(where: \.isFocused)
      isFocusRecorded = focused.map { recording.windows[$0.id] != nil } ?? false
      for zoom in observation.zooms { zooms[zoom.tab] = nil }
      noteShown()
      if observation.bookmarks != nil { finishBookmarks() }
      waitForWindows()
      for tab in settled { noteKeys(of: tab) }
      noteUnknownPages(of: settled)
      if lagging.isEmpty, awaitedZooms.isEmpty, !isBookmarkLagging {
        memory.note(shown: store.browser.sequence)
      }
      memory.save()
      assignIDs()
      _ = try orderChanges()
      return
    }
  }

  /// Stores the Firefox containers of new tabs as custom values. A tab never changes its container.
  private func recordContainers() throws {
    let key = ValueKey(name: FirefoxValue.userContextId.rawValue)
    for tab in strip.tabs where tab.container.hasPrefix(Self.containerPrefix) {
      guard let id = recording.tabs[tab.id]?.id, !store.browser.values[.tab(id), key].exists else {
        continue
      }
      let number = tab.container.utf8.dropFirst(Self.containerPrefix.utf8.count)
      try recording.perform(
        .setValue(.tab(id), FirefoxValue.userContextId.rawValue, Array(number)), by: .engine)
    }
  }

  /// Returns the id of a tab's container in Firefox, or nil if it has none.
  func container(of tab: TabID, in browser: Browser) -> String? {
    let number = try? store.read { words in
      ProfileState(browser: browser).value(
        named: FirefoxValue.userContextId.rawValue, of: .tab(tab), text: words)?.text
    }
    return number.flatMap { $0 }.map { Self.containerPrefix + $0 }
  }

  /// The beginning of a container's id (`cookieStoreId`), which its number follows.
  private static let containerPrefix = "firefox-container-"

  private func waitForWindows() {
    guard recording.misses(windowsIn: strip), !strip.windows.isEmpty else {
      windowDeadline = nil
      return
    }
    if windowDeadline == nil { windowDeadline = .now + Self.windowPatience }
  }

  /// Notes the keys of a tab's entries.
  private func noteKeys(of tab: Int64) {
    guard let contents = recording.tabs[tab]?.contents else { return }
    for entry in histories[tab]?.entries ?? [] {
      if let key = entry.key, let content = contents[entry.id] { memory.note(key, of: content) }
    }
  }

  /// Notes the number of unknown pages in tabs for the console.
  private func noteUnknownPages(of tabs: Set<Int64>) {
    let counts = tabs.compactMap { tab in
      recording.tabs[tab].map { ($0.id, histories[tab]?.unseenCount ?? 0) }
    }
    browsers.note(unknownPages: Dictionary(counts, uniquingKeysWith: { $1 }))
  }

  /// Sends the ids of tabs that the extension does not know yet.
  private func assignIDs() {
    var ids: [JSON] = []
    for (tab, recorded) in recording.tabs {
      let id = Int64(recorded.id.rawValue)
      guard assigned[tab] != id else { continue }
      assigned[tab] = id
      ids.append(.array([.integer(tab), .integer(id)]))
    }
    if !ids.isEmpty { messages.append(.object([("kind", .string("ids")), ("ids", .array(ids))])) }
  }
}
