internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// A state, converted to items for other programs. This is the reverse of an import.
struct ExportedItems {
  /// The session, followed by the bookmarks in order.
  let items: [PortableItem]
  /// The counts of data that some formats do not support.
  let losses: ExportOmissions

  /// - Parameter moment: The moment to export.
  init(_ store: Store, at moment: Moment) throws {
    var past = try store.moment(moment)
    let state = try store.readState(of: &past)
    let times = try EventTimes(Self.dated(state), in: store)
    let items: [PortableItem] = try store.readUncached { words in
      let reader = StateReader(
        state: state, browser: state.browser, bookmarks: state.library.bookmarks, words: words,
        times: times)
      return [.session(reader.session())] + reader.portableBookmarks()
    }
    self.items = items
    var losses = ExportOmissions.inAnyFormat(items)
      .merging(.ofEverySession(state.browser)) { $0 + $1 }
    losses.add(.values, state.library.values[.profile].count)
    self.losses = losses
  }

  /// Returns the events whose times are exported.
  private static func dated(_ state: ProfileState) -> [EventID] {
    let browser = state.browser
    let bookmarks = state.library.bookmarks.all.map(\.id.event)
    let closed = browser.closed.map(\.id.event)
    let tabs = browser.tabs + browser.closed.flatMap { $0.tabs.map(\.tab) }
    return bookmarks + closed + tabs.compactMap(\.lastActive)
  }
}

/// The times of events, in milliseconds since 1970 UTC.
private struct EventTimes {
  private var times: [EventID: Int64] = [:]

  /// - Complexity: O(events · log log), for the given events.
  init(_ events: [EventID], in store: Store) throws {
    for id in events where id.exists && times[id] == nil {
      try store.visitLog(isPrivate: false, from: id, through: id) { event, _ in
        times[id] = event.happenedMilliseconds
        return false
      }
    }
  }

  subscript(event: EventID) -> Int64 { times[event] ?? 0 }
}

/// Reads the texts of a state, and converts the state to items.
private struct StateReader {
  let state: ProfileState
  let browser: Browser
  let bookmarks: Bookmarks
  let words: LogText
  let times: EventTimes

  // MARK: Windows

  func session() -> PortableSession {
    let windows = browser.windows
    var places: [WindowID: Int] = [:]
    for (place, window) in windows.enumerated() { places[window.id] = place }
    return PortableSession(
      windows: windows.map(window),
      closed: browser.closed.compactMap { browser.shown($0, text: words) }
        .flatMap { closings($0, places) },
      focused: places[browser.focusedWindow])
  }

  private func window(_ window: Window) -> PortableWindow {
    var groups = Groups()
    let tabs = window.tabs.compactMap { browser.tab($0) }
    var exported = PortableWindow(
      bounds: window.bounds, showState: window.showState,
      title: browser.title(of: window, text: words))
    exported.tabs = tabs.map { tab(of: $0, group: groups.place(of: browser.group($0.group))) }
    exported.active = tabs.firstIndex { $0.id == window.activeTab } ?? 0
    exported.groups = groups.all.map(group)
    exported.values = values(of: .window(window.id))
    return exported
  }

  /// Returns the custom values that are text, by name.
  private func values(of owner: ValueOwner) -> [String: String] {
    var values: [String: String] = [:]
    for value in state.values(of: owner, text: words) { values[value.name] = value.text }
    return values
  }

  private func tab(of tab: Tab, group: Int?) -> PortableTab {
    let shown = browser.shown(tab, text: words)
    var document = EventID.nothing
    var entries = shown.entries.map { row in
      defer { document = row.document }
      return PortableEntry(
        browser.url(of: row, text: words), title: browser.title(of: row, text: words),
        isSameDocument: row.document == document)
    }
    if entries.isEmpty { entries = [PortableEntry(Destination.startPage)] }
    var exported = PortableTab(
      entries: entries, index: shown.index, isPinned: tab.isPinned, isMuted: tab.isMuted,
      group: group, milliseconds: times[tab.lastActive ?? .nothing])
    exported.values = values(of: .tab(tab.id))
    return exported
  }

  private func group(_ group: TabGroup) -> PortableGroup {
    PortableGroup(
      title: browser.title(of: group, text: words), color: group.color,
      isCollapsed: group.isCollapsed)
  }

  // MARK: Closed items

  private func closings(_ item: ClosedItem, _ places: [WindowID: Int]) -> [PortableClosing] {
    let time = times[item.id.event]
    if item.kind == .window { return [PortableClosing(.window(window(item)), milliseconds: time)] }
    return item.tabs.map { closed in
      let tab = tab(of: closed.tab, group: nil)
      return PortableClosing(
        .tab(tab, index: closed.index, window: places[item.window]), milliseconds: time)
    }
  }

  private func window(_ item: ClosedItem) -> PortableWindow {
    var groups = Groups()
    var exported = PortableWindow(
      bounds: item.bounds, showState: item.showState,
      title: item.title.exists ? words.text(.title, of: item.title) ?? "" : "")
    exported.tabs = item.tabs.map { tab(of: $0.tab, group: groups.place(of: $0.group)) }
    exported.active = item.tabs.firstIndex { $0.tab.id == item.activeTab } ?? 0
    exported.groups = groups.all.map(group)
    exported.values = values(of: .window(item.window))
    return exported
  }

  // MARK: Bookmarks

  /// Returns the bookmarks and folders of the state as items.
  func portableBookmarks() -> [PortableItem] {
    var items: [PortableItem] = []
    // A folder ends after all its contents.
    var waiting: [BookmarkID?] = bookmarks.top.reversed()
    while let next = waiting.popLast() {
      guard let id = next else {
        items.append(.folderEnded)
        continue
      }
      guard let bookmark = bookmarks[id] else { continue }
      guard bookmark.kind == .folder else {
        items.append(.bookmark(self.bookmark(bookmark)))
        continue
      }
      items.append(.folderBegan(self.bookmark(bookmark)))
      waiting.append(nil)
      waiting.append(contentsOf: bookmark.children.reversed().map { $0 })
    }
    return items
  }

  private func bookmark(_ bookmark: Bookmark) -> PortableBookmark {
    var exported = PortableBookmark(bookmark.kind, milliseconds: times[bookmark.id.event])
    // Separators in other programs have no data.
    if bookmark.kind == .separator { return exported }
    exported.title = text(.title, bookmark.title)
    if bookmark.kind == .bookmark { exported.url = text(.url, bookmark.url) }
    exported.tags = text(.tags, bookmark.tags).split(separator: "\n").map(String.init)
    exported.keyword = text(.keyword, bookmark.keyword)
    exported.note = text(.note, bookmark.note)
    return exported
  }

  private func text(_ field: TextField, _ event: EventID) -> String {
    event.exists ? words.text(field, of: event) ?? "" : ""
  }
}

/// The groups of a window, in the order of their tabs.
private struct Groups {
  private(set) var all: [TabGroup] = []

  mutating func place(of group: TabGroup?) -> Int? {
    guard let group else { return nil }
    if let place = all.firstIndex(where: { $0.id == group.id }) { return place }
    all.append(group)
    return all.count - 1
  }
}
