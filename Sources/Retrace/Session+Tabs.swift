public import BrowserModel
internal import RetraceEventLog
public import RetraceStore

extension Session {
  /// What a tab, an entry or a bookmark says of its page.
  public struct Page: Hashable, Sendable, CustomStringConvertible {
    /// The URL; `about:start` for the start page, nil where it is lacking.
    public let url: String?
    /// The title; nil while none is known, and where it is lacking.
    public let title: String?
    /// Why words are lacking that were there once, or nil if none are.
    public let lack: MissingReason?

    /// Why words are lacking.
    public enum MissingReason: Sendable {
      /// They were forgotten, for good.
      case forgotten
      /// The event that says them is damaged.
      case damaged
    }

    /// Makes a page of its words.
    public init(url: String?, title: String?, lack: MissingReason? = nil) {
      self.url = url
      self.title = title
      self.lack = lack
    }

    /// `Swift — https://swift.org/`, or what there is of it.
    public var description: String {
      let words = [title, url].compactMap { $0 }
      switch lack {
      case .forgotten where words.isEmpty: return "a forgotten page"
      case .damaged where words.isEmpty: return "a page that cannot be read"
      default: return words.joined(separator: " — ")
      }
    }
  }

  /// A window with its tabs.
  public struct Window: Identifiable, Hashable, Sendable, CustomStringConvertible {
    /// The event that opened it.
    public let id: WindowID
    /// The tabs from left to right, the pinned ones first; at least one.
    public let tabs: [Tab]
    /// Whether it has the focus.
    public let isFocused: Bool
    /// How it is shown.
    public let showState: BrowserModel.Window.ShowState

    /// The tab in front.
    public var activeTab: Tab? { tabs.first(where: \.isActive) }

    /// A line for the window and one for each tab.
    public var description: String {
      let lines = tabs.map { "  \($0.isActive ? "▸" : " ") \($0)" }
      return (["window #\(id.rawValue)"] + lines).joined(separator: "\n")
    }
  }

  /// An open tab.
  public struct Tab: Identifiable, Hashable, Sendable, CustomStringConvertible {
    /// The event that opened it.
    public let id: TabID
    /// Its window.
    public let window: WindowID
    /// The page that it shows. Where that was forgotten, it is the nearest one that was not.
    public let page: Page
    /// Whether it is in front in its window.
    public let isActive: Bool
    /// Whether it is pinned.
    public let isPinned: Bool
    /// Whether it is muted.
    public let isMuted: Bool
    /// Its group, or nil.
    public let group: GroupID?
    /// How far its page is.
    public let status: BrowserModel.Tab.Status
    /// Whether `Action.step(_:by:isLoading:)` leads back. Forgotten pages are passed by.
    public let canGoBack: Bool
    /// Whether it leads forward.
    public let canGoForward: Bool

    /// The title of its page; nil while none is known.
    public var title: String? { page.title }
    /// The URL of its page, or nil if it is lacking.
    public var url: String? { page.url }

    /// `#2  Swift — https://swift.org/`
    public var description: String { "#\(id.rawValue)  \(page)" }
  }

  /// A page in the history of a tab.
  public struct Entry: Identifiable, Hashable, Sendable, CustomStringConvertible {
    /// The event that made it.
    public let id: EntryID
    /// What is there.
    public let page: Page
    /// How far it is from the current entry: −1 is one back, 0 the current one. What
    /// `Action.travel(_:by:isLoading:)` takes.
    public let offset: Int

    /// Whether the tab is at this entry.
    public var isCurrent: Bool { offset == 0 }

    /// The page, the current one marked.
    public var description: String { "\(isCurrent ? "▸" : " ") \(page)" }
  }

  /// A group of neighbouring tabs.
  public struct Group: Identifiable, Hashable, Sendable {
    /// The event that made it.
    public let id: GroupID
    /// Its window.
    public let window: WindowID
    /// Its title, or nil for none, and where it was forgotten or cannot be read.
    public let title: String?
    /// Its colour.
    public let color: TabGroup.Color
    /// Whether its tabs are hidden in the tab strip.
    public let isCollapsed: Bool
  }

  /// Something that was closed as one and is reopened as one.
  public struct ClosedItem: Identifiable, Hashable, Sendable, CustomStringConvertible {
    /// What `Action.reopen(_:)` takes.
    public let id: ClosedItemID
    /// What was closed.
    public let kind: BrowserModel.ClosedItem.Kind
    /// The pages that its tabs showed, from left to right; at least one.
    public let pages: [Page]

    /// The pages with commas between them.
    public var description: String { pages.map(\.description).joined(separator: ", ") }
  }
}

/// Windows, tabs and what was closed.
extension Session {
  /// The open windows, in the order in which they opened.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(tabs), some look-ups of words each.
  public var windows: [Window] {
    get throws(StoreFailure) {
      try read { text in state.browser.windows.map { window($0, text) } }
    }
  }

  /// The open tabs of all windows, window by window, from left to right.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(tabs), some look-ups of words each.
  public var tabs: [Tab] {
    get throws(StoreFailure) {
      try read { text in state.browser.windows.flatMap { tabs(of: $0, text) } }
    }
  }

  /// The tab in front in the window that has the focus, or nil if nothing is open.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public var activeTab: Tab? {
    get throws(StoreFailure) {
      guard let window = state.browser.window(state.browser.focusedWindow) else { return nil }
      return try tab(window.activeTab)
    }
  }

  /// Returns an open window, or nil if none has this id.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func window(_ id: WindowID) throws(StoreFailure) -> Window? {
    try read { text in state.browser.window(id).map { window($0, text) } }
  }

  /// Returns an open tab, or nil if none has this id.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func tab(_ id: TabID) throws(StoreFailure) -> Tab? {
    try read { text in
      guard let tab = state.browser.tab(id), let window = state.browser.window(tab.window) else {
        return nil
      }
      return self.tab(tab, isActive: window.activeTab == id, text)
    }
  }

  /// The groups that have tabs, the oldest first; ``Tab/group`` says which tabs.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public var groups: [Group] {
    get throws(StoreFailure) {
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

  /// Returns the history of an open tab, the oldest entry first, without what was forgotten; empty
  /// where no tab has this id.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(entries), some look-ups of words each.
  public func entries(of id: TabID) throws(StoreFailure) -> [Entry] {
    try read { text in
      guard let tab = state.browser.tab(id) else { return [] }
      let shown = state.browser.shown(tab, text: text)
      return shown.entries.enumerated().map { index, entry in
        Entry(id: entry.id, page: page(of: entry, text), offset: index - shown.index)
      }
    }
  }

  /// Returns what the address field of a tab shows: the words of a search, otherwise the URL; empty
  /// on the start page, and where no tab has this id.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func address(of id: TabID) throws(StoreFailure) -> String {
    try read { text in state.browser.tab(id).map { state.browser.address(of: $0, text: text) } ?? ""
    }
  }

  /// Returns the zoom of a tab and what decided it, or nil if no tab has this id.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(sites with a zoom) look-ups of words.
  public func zoom(of id: TabID) throws(StoreFailure) -> ZoomAnswer? {
    try read { text in state.browser.tab(id).map { state.browser.zoom(of: $0, text: text) } }
  }

  /// What was closed and can be reopened, the newest first, without what was forgotten.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(entries of all closed tabs)
  public var closed: [ClosedItem] {
    get throws(StoreFailure) {
      try read { text in
        state.browser.closed.reversed().compactMap { item in
          guard let shown = state.browser.shown(item, text: text) else { return nil }
          return ClosedItem(
            id: shown.id, kind: shown.kind, pages: shown.tabs.map { page(of: $0.tab, text) })
        }
      }
    }
  }

  // MARK: Words

  private func window(_ window: BrowserModel.Window, _ text: SessionText) -> Window {
    Window(
      id: window.id, tabs: tabs(of: window, text),
      isFocused: window.id == state.browser.focusedWindow, showState: window.showState)
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
      isPinned: tab.isPinned, isMuted: tab.isMuted, group: tab.group, status: tab.status,
      canGoBack: canStep(-1), canGoForward: canStep(1))
  }

  /// Returns the page that a tab shows: that of its current entry, unless that was forgotten and
  /// another one was not.
  private func page(of tab: BrowserModel.Tab, _ text: SessionText) -> Page {
    guard let entry = tab.currentEntry else {
      return Page(url: Destination.startPage, title: nil)
    }
    let page = page(of: entry, text)
    guard page.lack == .forgotten, page.url == nil else { return page }
    let shown = state.browser.shown(tab, text: text)
    return shown.currentEntry.map { self.page(of: $0, text) } ?? page
  }

  func page(of entry: HistoryEntry, _ text: SessionText) -> Page {
    let url = text.text(.url, of: entry.content)
    let title = entry.title.exists ? text.text(.title, of: entry.title) : nil
    if url?.isEmpty ?? false { return Page(url: nil, title: nil, lack: .forgotten) }
    let isDamaged =
      url == nil && text.isDamaged(entry.content) || title == nil && text.isDamaged(entry.title)
    let lack: Page.MissingReason? = isDamaged ? .damaged : nil
    guard let url else {
      // A tab that was opened without an address is at the start page.
      return Page(
        url: text.isDamaged(entry.content) ? nil : Destination.startPage, title: title, lack: lack)
    }
    return Page(url: url, title: title?.isEmpty ?? true ? nil : title, lack: lack)
  }
}
