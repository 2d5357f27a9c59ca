public import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

extension Session {
  /// The page of a tab, an entry or a bookmark.
  public struct Page: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The URL, which is `about:start` for the start page, or nil if the URL is missing.
    public let url: String?
    /// The title, or nil if the title is unknown or missing.
    public let title: String?
    /// The reason why text that once existed is missing, or nil if no text is missing.
    public let missingReason: MissingReason?

    /// The reason why text is missing.
    public enum MissingReason: String, Sendable, Codable {
      /// The text was permanently forgotten.
      case forgotten
      /// The event with the text is damaged.
      case damaged
    }

    /// Creates a page from its URL and title.
    public init(url: String?, title: String?, missingReason: MissingReason? = nil) {
      self.url = url
      self.title = title
      self.missingReason = missingReason
    }

    /// The title and the URL, such as `Swift — https://swift.org/`, as far as they are available.
    public var description: String {
      let words = [title, url].compactMap { $0 }
      switch missingReason {
      case .forgotten where words.isEmpty: return "a forgotten page"
      case .damaged where words.isEmpty: return "a page that cannot be read"
      default: return words.joined(separator: " — ")
      }
    }
  }

  /// A window with its tabs.
  public struct Window: Identifiable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id, which is the event that opened the window.
    public let id: WindowID
    /// The tabs from left to right, pinned tabs first. A window has at least one tab.
    public let tabs: [Tab]
    /// Whether the window has the focus.
    public let isFocused: Bool
    /// The name that the user gave the window, or nil if it has no name.
    public let title: String?
    /// The position on the screen in device-independent pixels, or nil if no front end has reported
    /// it.
    public let bounds: Bounds?
    /// The show state, such as maximized.
    public let showState: ShowState

    /// A rectangle on the screen.
    public typealias Bounds = BrowserModel.Window.Bounds
    /// Whether a window is at its bounds, minimized, maximized, or shown on the full screen.
    public typealias ShowState = BrowserModel.Window.ShowState

    /// Whether this is a private window.
    public var isPrivate: Bool { id.isPrivate }

    /// The active tab.
    public var activeTab: Tab? { tabs.first(where: \.isActive) }

    /// A line for the window and a line for each tab.
    public var description: String {
      let lines = tabs.map { "  \($0.isActive ? "▸" : " ") \($0)" }
      return (["window #\(id.rawValue)"] + lines).joined(separator: "\n")
    }
  }

  /// An open tab.
  public struct Tab: Identifiable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id, which is the event that opened the tab.
    public let id: TabID
    /// The window of the tab.
    public let window: WindowID
    /// The page that the tab shows. If that page was forgotten, this is the nearest page that was
    /// not forgotten.
    public let page: Page
    /// Whether the tab is the active tab of its window.
    public let isActive: Bool
    /// Whether the tab is pinned.
    public let isPinned: Bool
    /// Whether the tab is muted.
    public let isMuted: Bool
    /// The group of the tab, or nil if the tab is not in a group.
    public let group: GroupID?
    /// The tab that opened this tab, or nil if no tab did, or the opener is closed.
    /// ``Session/children(of:)`` returns the tabs that a tab opened.
    public let opener: TabID?
    /// The loading status of the page.
    public let status: Status
    /// Whether `Action.step(_:by:isLoading:)` can go back. Forgotten pages are skipped.
    public let canGoBack: Bool
    /// Whether `Action.step(_:by:isLoading:)` can go forward. Forgotten pages are skipped.
    public let canGoForward: Bool

    /// The loading status of a page.
    public typealias Status = BrowserModel.Tab.Status

    /// The title of the page, or nil if it is unknown or missing.
    public var title: String? { page.title }
    /// The URL of the page, or nil if it is missing.
    public var url: String? { page.url }
    /// Whether the tab is in a private window.
    public var isPrivate: Bool { id.isPrivate }

    /// The id and the page, such as `#2  Swift — https://swift.org/`.
    public var description: String { "#\(id.rawValue)  \(page)" }
  }

  /// A page in the history of a tab.
  public struct Entry: Identifiable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id, which is the event that created the entry.
    public let id: EntryID
    /// The page of the entry.
    public let page: Page
    /// The distance from the current entry. 0 is the current entry, and −1 is one step back.
    /// `Action.travel(_:by:isLoading:)` accepts this distance.
    public let offset: Int

    /// Whether this is the tab's current entry.
    public var isCurrent: Bool { offset == 0 }

    /// The page, with a mark if this is the current entry.
    public var description: String { "\(isCurrent ? "▸" : " ") \(page)" }
  }

  /// A group of adjacent tabs.
  public struct Group: Identifiable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id, which is the event that created the group.
    public let id: GroupID
    /// The window of the group.
    public let window: WindowID
    /// The title, or nil if the group has no title, or if the title was forgotten or cannot be
    /// read.
    public let title: String?
    /// The color of the group.
    public let color: TabGroup.Color
    /// Whether the tabs of the group are hidden in the tab strip.
    public let isCollapsed: Bool

    /// The title, or the color of a group without a title.
    public var description: String { title ?? "\(color)" }
  }

  /// A tab, a window or several tabs that were closed together and can be reopened together.
  public struct ClosedItem: Identifiable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id for `Action.reopen(_:)`.
    public let id: ClosedItemID
    /// The kind of item.
    public let kind: BrowserModel.ClosedItem.Kind
    /// The pages that the closed tabs showed, from left to right. There is at least one page.
    public let pages: [Page]

    /// The pages, separated by commas.
    public var description: String { pages.map(\.description).joined(separator: ", ") }
  }
}

// Windows, tabs and closed items.
extension Session {
  /// The open windows, in the order in which they opened.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(tabs), with several look-ups for each tab.
  public var windows: [Window] {
    get throws {
      try read { text in state.browser.windows.map { window($0, text) } }
    }
  }

  /// The open tabs of all windows, window by window, from left to right.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(tabs), with several look-ups for each tab.
  public var tabs: [Tab] {
    get throws {
      try read { text in state.browser.windows.flatMap { tabs(of: $0, text) } }
    }
  }

  /// Returns the open tabs that a tab opened, or for nil, the tabs that no open tab opened: the
  /// roots of the tree of openers. The tabs are in the order of ``tabs``.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(tabs), with several look-ups for each returned tab.
  public func children(of opener: TabID?) throws -> [Tab] {
    try read { text in
      state.browser.windows.flatMap { window in
        window.tabs.compactMap { id in
          guard let tab = state.browser.tab(id), tab.opener == opener else { return nil }
          return self.tab(tab, isActive: id == window.activeTab, text)
        }
      }
    }
  }

  /// The active tab of the focused window, or nil if nothing is open.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public var activeTab: Tab? {
    get throws {
      guard let window = state.browser.window(state.browser.focusedWindow) else { return nil }
      return try tab(window.activeTab)
    }
  }

  /// Returns the open window with an id, or nil if there is no such window.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func window(_ id: WindowID) throws -> Window? {
    try read { text in state.browser.window(id).map { window($0, text) } }
  }

  /// Returns the open tab with an id, or nil if there is no such tab.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func tab(_ id: TabID) throws -> Tab? {
    try read { text in
      guard let tab = state.browser.tab(id), let window = state.browser.window(tab.window) else {
        return nil
      }
      return self.tab(tab, isActive: window.activeTab == id, text)
    }
  }

  /// The groups that have tabs, oldest first. ``Tab/group`` identifies the group of each tab.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public var groups: [Group] {
    get throws {
      try read { text in
        state.browser.groups.map { group in
          let title = state.browser.title(of: group, text: text)
          return Group(
            id: group.id, window: group.window, title: title.isEmpty ? nil : title,
            color: group.color, isCollapsed: group.isCollapsed)
        }
      }
    }
  }

  /// Returns the history of an open tab, oldest entry first, without forgotten entries. Returns an
  /// empty array if there is no such tab.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(entries), with several look-ups for each entry.
  public func entries(of id: TabID) throws -> [Entry] {
    try read { text in
      guard let tab = state.browser.tab(id) else { return [] }
      let shown = state.browser.shown(tab, text: text)
      return shown.entries.enumerated().map { index, entry in
        Entry(id: entry.id, page: page(of: entry, text), offset: index - shown.index)
      }
    }
  }

  /// Returns the text of a tab's address field, which contains the search terms if the tab shows a
  /// search, and otherwise the URL. Returns an empty string for the start page, or if there is no
  /// such tab.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func address(of id: TabID) throws -> String {
    try read { text in state.browser.tab(id).map { state.browser.address(of: $0, text: text) } ?? ""
    }
  }

  /// Returns the zoom of a tab and its origin, or nil if there is no such tab.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(sites with a zoom) look-ups.
  public func zoom(of id: TabID) throws -> ZoomAnswer? {
    try read { text in state.browser.tab(id).map { state.browser.zoom(of: $0, text: text) } }
  }

  /// The closed items that can be reopened, newest first, without forgotten items.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(entries of all closed tabs)
  public var closed: [ClosedItem] {
    get throws {
      try read { text in
        state.browser.closed.reversed().compactMap { item in
          guard let shown = state.browser.shown(item, text: text) else { return nil }
          return ClosedItem(
            id: shown.id, kind: shown.kind, pages: shown.tabs.map { page(of: $0.tab, text) })
        }
      }
    }
  }

  // MARK: Reading text

  private func window(_ window: BrowserModel.Window, _ text: SessionText) -> Window {
    let title = window.title.exists ? text.text(.title, of: window.title) ?? "" : ""
    return Window(
      id: window.id, tabs: tabs(of: window, text),
      isFocused: window.id == state.browser.focusedWindow, title: title.isEmpty ? nil : title,
      bounds: window.bounds == .unknown ? nil : window.bounds, showState: window.showState)
  }

  private func tabs(of window: BrowserModel.Window, _ text: SessionText) -> [Tab] {
    window.tabs.compactMap { id in
      state.browser.tab(id).map { tab($0, isActive: id == window.activeTab, text) }
    }
  }

  private func tab(_ tab: BrowserModel.Tab, isActive: Bool, _ text: SessionText) -> Tab {
    func canStep(_ steps: Int) -> Bool {
      tab.steppedIndex(by: steps) { state.browser.isForgotten($0, text: text) } != nil
    }
    return Tab(
      id: tab.id, window: tab.window, page: page(of: tab, text), isActive: isActive,
      isPinned: tab.isPinned, isMuted: tab.isMuted, group: tab.group, opener: tab.opener,
      status: tab.status,
      canGoBack: canStep(-1), canGoForward: canStep(1))
  }

  /// Returns the title of an open or closed tab, otherwise its address, or nil if both are unknown.
  func name(of id: TabID, _ text: SessionText) -> String? {
    guard let tab = state.browser.tab(id) ?? state.browser.closedTab(id) else { return nil }
    let page = page(of: tab, text)
    return page.title ?? (page.url == Destination.startPage ? "Start page" : page.url)
  }

  /// Returns the page that a tab shows, which is the page of its current entry. If that page was
  /// forgotten, returns the page of another entry that was not forgotten.
  private func page(of tab: BrowserModel.Tab, _ text: SessionText) -> Page {
    guard let entry = tab.currentEntry else {
      return Page(url: Destination.startPage, title: nil)
    }
    let page = page(of: entry, text)
    guard page.missingReason == .forgotten, page.url == nil else { return page }
    let shown = state.browser.shown(tab, text: text)
    return shown.currentEntry.map { self.page(of: $0, text) } ?? page
  }

  func page(of entry: HistoryEntry, _ text: SessionText) -> Page {
    let url = text.text(.url, of: entry.content)
    let title = entry.title.exists ? text.text(.title, of: entry.title) : nil
    if url?.isEmpty ?? false { return Page(url: nil, title: nil, missingReason: .forgotten) }
    let isDamaged =
      url == nil && text.isDamaged(entry.content) || title == nil && text.isDamaged(entry.title)
    let missingReason: Page.MissingReason? = isDamaged ? .damaged : nil
    guard let url else {
      // A tab that was opened without an address shows the start page.
      return Page(
        url: text.isDamaged(entry.content) ? nil : Destination.startPage, title: title,
        missingReason: missingReason)
    }
    return Page(url: url, title: title?.isEmpty ?? true ? nil : title, missingReason: missingReason)
  }
}
