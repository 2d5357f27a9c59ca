public import BrowserModel
internal import EventLog
internal import Store

/// The windows of another browser, and what was closed in it. All times are in milliseconds since 1970
/// UTC, or 0 where they are not known.
public struct PortableSession: Equatable, Sendable {
  public var windows: [PortableWindow]
  /// What was closed, the oldest first.
  public var closed: [PortableClosing]
  /// The window that had the focus, by its place among the windows.
  public var focused: Int?

  public init(
    windows: [PortableWindow] = [], closed: [PortableClosing] = [], focused: Int? = nil
  ) {
    self.windows = windows
    self.closed = closed
    self.focused = focused
  }
}

public struct PortableWindow: Equatable, Sendable {
  public var tabs: [PortableTab]
  public var groups: [PortableGroup]
  /// The active tab, by its place among the tabs.
  public var active: Int
  public var bounds: Window.Bounds
  public var showState: Window.ShowState
  /// The name that the user gave it; empty if it has none.
  public var title: String

  public init(
    tabs: [PortableTab] = [], groups: [PortableGroup] = [], active: Int = 0,
    bounds: Window.Bounds = .unknown, showState: Window.ShowState = .normal, title: String = ""
  ) {
    self.tabs = tabs
    self.groups = groups
    self.active = active
    self.bounds = bounds
    self.showState = showState
    self.title = title
  }
}

public struct PortableGroup: Equatable, Sendable {
  public var title: String
  public var color: TabGroup.Color
  public var isCollapsed: Bool

  public init(title: String, color: TabGroup.Color = .grey, isCollapsed: Bool = false) {
    self.title = title
    self.color = color
    self.isCollapsed = isCollapsed
  }
}

public struct PortableTab: Equatable, Sendable {
  /// Its history, oldest first.
  public var entries: [PortableEntry]
  /// The entry where it stands, counted from 0. One that is none counts as the nearest that is.
  public var index: Int
  public var isPinned: Bool
  public var isMuted: Bool
  /// Its group, by its place among those of the window.
  public var group: Int?
  /// When it was last shown.
  public var milliseconds: Int64
  /// The zoom of the tab in hundredths of a percent, or nil if it has none of its own.
  public var zoom: Int?

  public init(
    entries: [PortableEntry], index: Int, isPinned: Bool = false, isMuted: Bool = false,
    group: Int? = nil, milliseconds: Int64 = 0
  ) {
    self.entries = entries
    self.index = min(max(index, 0), max(entries.count - 1, 0))
    self.isPinned = isPinned
    self.isMuted = isMuted
    self.group = group
    self.milliseconds = milliseconds
  }
}

public struct PortableEntry: Equatable, Sendable {
  public var url: String
  public var title: String
  public var transition: Transition
  /// Whether it is a place in the document of the entry before it.
  public var isSameDocument: Bool
  public var milliseconds: Int64
  /// The position of the page, or nil if it is not known.
  public var scroll: Scroll?

  /// A position in a page, in CSS pixels.
  public struct Scroll: Equatable, Sendable {
    public var x: Int32
    public var y: Int32

    public init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  public init(
    _ url: String, title: String = "", transition: Transition = .link,
    isSameDocument: Bool = false, milliseconds: Int64 = 0
  ) {
    self.url = url
    self.title = title
    self.transition = transition
    self.isSameDocument = isSameDocument
    self.milliseconds = milliseconds
  }
}

/// Something that was closed.
public struct PortableClosing: Equatable, Sendable {
  public var item: Item
  public var milliseconds: Int64

  public enum Item: Equatable, Sendable {
    /// A tab, where it stood, and its window by its place among those that are open.
    case tab(PortableTab, index: Int, window: Int?)
    case window(PortableWindow)
  }

  public init(_ item: Item, milliseconds: Int64 = 0) {
    self.item = item
    self.milliseconds = milliseconds
  }
}

extension PortableSession {
  /// The open windows of a state, as another browser would hold them. Addresses are in the model's words.
  ///
  /// - Complexity: O(entries).
  init(_ browser: Browser, _ words: LogText) {
    self.init()
    for window in browser.windows {
      if window.id == browser.focusedWindow { focused = windows.count }
      windows.append(PortableWindow(window, browser, words))
    }
  }
}

extension PortableWindow {
  fileprivate init(_ window: Window, _ browser: Browser, _ words: LogText) {
    let tabs = window.tabs.compactMap { browser.tab($0) }
    let groups = browser.groups.filter { $0.window == window.id }
    self.init(
      tabs: tabs.map { PortableTab($0, groups.map(\.id), browser, words) },
      groups: groups.map { group in
        PortableGroup(
          title: browser.title(of: group, text: words), color: group.color,
          isCollapsed: group.isCollapsed)
      },
      active: tabs.firstIndex { $0.id == window.activeTab } ?? 0, bounds: window.bounds,
      showState: window.showState, title: browser.title(of: window, text: words))
  }
}

extension PortableTab {
  fileprivate init(_ tab: Tab, _ groups: [GroupID], _ browser: Browser, _ words: LogText) {
    var entries = tab.entries.map { row in
      PortableEntry(
        browser.url(of: row, text: words), title: browser.title(of: row, text: words))
    }
    if entries.isEmpty { entries = [PortableEntry(Destination.startPage)] }
    self.init(
      entries: entries, index: tab.index, isPinned: tab.isPinned, isMuted: tab.isMuted,
      group: tab.group.flatMap { groups.firstIndex(of: $0) })
  }
}

extension TabGroup.Color {
  /// The colour that browsers call so; grey where there is none of that name.
  init(named name: String) { self = Self.allCases.first { "\($0)" == name } ?? .grey }
}
