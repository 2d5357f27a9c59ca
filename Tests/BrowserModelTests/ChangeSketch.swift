import BrowserModel

/// What changes tell of a state, as plain sets and orders.
struct ChangeSketch: Equatable {
  var windows: [EventID] = []
  var focus = EventID.nothing
  var frames: [EventID: Frame] = [:]
  /// The tabs of each window, the children of each folder, in order.
  var orders: [EventID: [EventID]] = [:]
  var tabs: [EventID: TabFacts] = [:]
  var groups: [EventID: GroupFacts] = [:]
  var closed: [ClosedFacts] = []
  var bookmarks: [EventID: BookmarkFacts] = [:]
  var bookmarkOrders: [EventID: [EventID]] = [:]
  var defaultZoom = ZoomLevel.actual
  var sites: [EventID: ZoomLevel] = [:]
  var settings: [Settings.Name: EventID] = [:]

  struct Frame: Equatable {
    var bounds: Window.Bounds
    var showState: Window.ShowState
    var activeTab: EventID
  }

  struct TabFacts: Equatable {
    var isPinned: Bool
    var isMuted: Bool
    var group: EventID
    var opener: EventID
    var entries: [EntryFacts]
    var current: EventID
    var pending: EventID
    var status: Tab.Status
    var failure: EventID
    var temporaryZoom: ZoomLevel
  }

  struct EntryFacts: Equatable {
    var entry: EventID
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
    var id: EventID
    var kind: ClosedItem.Kind
    var window: EventID
    var bounds: Window.Bounds
    var showState: Window.ShowState
    var activeTab: EventID
    var tabs: [TabFacts]
    var ids: [EventID]
    var indexes: [Int]
    var openers: [EventID]
    var groups: [GroupFacts?]
  }

  struct BookmarkFacts: Equatable {
    var parent: EventID
    var title: EventID
    var url: EventID
    var tags: EventID
    var keyword: EventID
    var note: EventID
  }

  init(_ browser: Browser) {
    windows = Array(browser.windowOrder)
    focus = browser.focusedWindow
    for window in browser.windows {
      frames[window.id] = Frame(
        bounds: window.bounds, showState: window.showState, activeTab: window.activeTab)
      orders[window.id] = Array(window.tabs)
    }
    for tab in browser.tabs { tabs[tab.id] = Self.facts(of: tab, in: browser) }
    for group in browser.groups { groups[group.id] = Self.facts(of: group) }
    closed = browser.closed.map { Self.facts(of: $0, in: browser) }
    bookmarkOrders[.nothing] = Array(browser.bookmarks.top)
    for bookmark in browser.bookmarks.all {
      bookmarks[bookmark.id] = BookmarkFacts(
        parent: bookmark.parent, title: bookmark.title, url: bookmark.url, tags: bookmark.tags,
        keyword: bookmark.keyword, note: bookmark.note)
      if bookmark.kind == .folder { bookmarkOrders[bookmark.id] = Array(bookmark.children) }
    }
    defaultZoom = browser.zoom.default
    for site in browser.zoom.sites.set { sites[site.name] = site.level }
    for name in Settings.Name.allCases { settings[name] = browser.settings.source(of: name) }
  }

  private static func facts(of tab: Tab, in browser: Browser) -> TabFacts {
    TabFacts(
      isPinned: tab.isPinned, isMuted: tab.isMuted, group: tab.group, opener: tab.opener,
      entries: tab.entries.map {
        EntryFacts(
          entry: $0.id, content: $0.content, title: $0.title, scroll: $0.scroll,
          picture: $0.picture, marks: $0.flags)
      },
      current: tab.currentEntry?.id ?? .nothing,
      pending: tab.pending.exists ? browser.wantedContent(of: tab) : .nothing,
      status: tab.status, failure: tab.failure, temporaryZoom: tab.temporaryZoom)
  }

  private static func facts(of group: TabGroup) -> GroupFacts {
    GroupFacts(title: group.title, color: group.color, isCollapsed: group.isCollapsed)
  }

  private static func facts(of item: ClosedItem, in browser: Browser) -> ClosedFacts {
    ClosedFacts(
      id: item.id, kind: item.kind, window: item.window, bounds: item.bounds,
      showState: item.showState, activeTab: item.activeTab,
      tabs: item.tabs.map { facts(of: $0.tab, in: browser) }, ids: item.tabs.map(\.tab.id),
      indexes: item.tabs.map(\.index), openers: item.tabs.map(\.opener),
      groups: item.tabs.map { $0.group.map(facts) })
  }
}
