import BrowserModel

/// The properties of a state that changes describe, as plain sets and sequences.
struct ChangeSketch: Equatable {
  var windows: [WindowID] = []
  var focus = WindowID.nothing
  var frames: [WindowID: Frame] = [:]
  /// The tabs of each window and the children of each folder, in order.
  var orders: [EventID: [TabID]] = [:]
  var tabs: [TabID: TabFacts] = [:]
  var groups: [GroupID: GroupFacts] = [:]
  var closed: [ClosedFacts] = []
  var bookmarks: [BookmarkID: BookmarkFacts] = [:]
  var bookmarkOrders: [EventID: [BookmarkID]] = [:]
  var defaultZoom = ZoomLevel.actual
  var sites: [EventID: ZoomLevel] = [:]
  var settings: [Settings.Name: EventID] = [:]
  /// The events that set the custom values of each thing that is open, and of the profile.
  var values: [ValueOwner: Set<EventID>] = [:]

  struct Frame: Equatable {
    var bounds: Window.Bounds
    var showState: Window.ShowState
    var title: EventID
    var activeTab: TabID
  }

  struct TabFacts: Equatable {
    var isPinned: Bool
    var isMuted: Bool
    var group: GroupID?
    var opener: TabID?
    var entries: [EntryFacts]
    var current: EntryID?
    var pending: EventID?
    var status: Tab.Status
    var failure: EventID?
    var temporaryZoom: ZoomLevel
  }

  struct EntryFacts: Equatable {
    var entry: EntryID
    var content: EventID
    var title: EventID
    var scroll: EventID
    var picture: EventID
    var marks: HistoryEntry.Flags
  }

  struct GroupFacts: Equatable {
    var title: EventID
    var color: TabGroup.Color
    var isCollapsed: Bool
  }

  struct ClosedFacts: Equatable {
    var id: ClosedItemID
    var kind: ClosedItem.Kind
    var window: WindowID
    var bounds: Window.Bounds
    var showState: Window.ShowState
    var title: EventID
    var activeTab: TabID
    var tabs: [TabFacts]
    var ids: [TabID]
    var indexes: [Int]
    var openers: [TabID?]
    var groups: [GroupFacts?]
    var values: [ContiguousArray<ValueTable.Entry>]
  }

  struct BookmarkFacts: Equatable {
    var parent: BookmarkID
    var title: EventID
    var url: EventID
    var tags: EventID
    var keyword: EventID
    var note: EventID
  }

  init(_ state: ProfileState) {
    let browser = state.browser
    windows = Array(browser.windowOrder)
    focus = browser.focusedWindow
    for window in browser.windows {
      frames[window.id] = Frame(
        bounds: window.bounds, showState: window.showState, title: window.title,
        activeTab: window.activeTab)
      orders[window.id.event] = Array(window.tabs)
    }
    for tab in browser.tabs { tabs[tab.id] = Self.facts(of: tab, in: browser) }
    for group in browser.groups { groups[group.id] = Self.facts(of: group) }
    closed = browser.closed.map { Self.facts(of: $0, in: browser) }
    bookmarkOrders[.nothing] = Array(state.library.bookmarks.top)
    for bookmark in state.library.bookmarks.all {
      bookmarks[bookmark.id] = BookmarkFacts(
        parent: bookmark.parent, title: bookmark.title, url: bookmark.url, tags: bookmark.tags,
        keyword: bookmark.keyword, note: bookmark.note)
      if bookmark.kind == .folder { bookmarkOrders[bookmark.id.event] = Array(bookmark.children) }
    }
    defaultZoom = browser.zoom.default
    for site in browser.zoom.sites.set { sites[site.name] = site.level }
    for name in Settings.Name.allCases {
      settings[name] = state.settings(with: name).source(of: name)
    }
    let owners: [ValueOwner] =
      windows.map { .window($0) } + tabs.keys.map { .tab($0) } + groups.keys.map { .group($0) }
    for owner in owners + [.profile] {
      values[owner] = Set(state.valueTable(of: owner)[owner].map(\.source))
    }
  }

  private static func facts(of tab: Tab, in browser: Browser) -> TabFacts {
    TabFacts(
      isPinned: tab.isPinned, isMuted: tab.isMuted, group: tab.group, opener: tab.opener,
      entries: tab.entries.map {
        EntryFacts(
          entry: $0.id, content: $0.content, title: $0.title, scroll: $0.scroll,
          picture: $0.picture, marks: $0.flags)
      },
      current: tab.currentEntry?.id,
      pending: tab.pending == nil ? nil : browser.wantedContent(of: tab),
      status: tab.status, failure: tab.failure, temporaryZoom: tab.temporaryZoom)
  }

  private static func facts(of group: TabGroup) -> GroupFacts {
    GroupFacts(title: group.title, color: group.color, isCollapsed: group.isCollapsed)
  }

  private static func facts(of item: ClosedItem, in browser: Browser) -> ClosedFacts {
    ClosedFacts(
      id: item.id, kind: item.kind, window: item.window, bounds: item.bounds,
      showState: item.showState, title: item.title, activeTab: item.activeTab,
      tabs: item.tabs.map { facts(of: $0.tab, in: browser) }, ids: item.tabs.map(\.tab.id),
      indexes: item.tabs.map(\.index), openers: item.tabs.map(\.opener),
      groups: item.tabs.map { $0.group.map(facts) }, values: item.tabs.map(\.values))
  }
}
