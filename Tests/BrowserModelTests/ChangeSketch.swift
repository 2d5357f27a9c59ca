import BrowserModel

/// What changes tell of a state, as plain sets and orders.
struct ChangeSketch: Equatable {
  var windows: [Sequence] = []
  var focus = Sequence.nothing
  var frames: [Sequence: Frame] = [:]
  /// The tabs of each window, the children of each folder, in order.
  var orders: [Sequence: [Sequence]] = [:]
  var tabs: [Sequence: TabFacts] = [:]
  var groups: [Sequence: GroupFacts] = [:]
  var closed: [ClosedFacts] = []
  var bookmarks: [Sequence: BookmarkFacts] = [:]
  var bookmarkOrders: [Sequence: [Sequence]] = [:]
  var defaultZoom = ZoomLevel.actual
  var sites: [Sequence: ZoomLevel] = [:]
  var settings: [Settings.Name: Sequence] = [:]

  struct Frame: Equatable {
    var bounds: Window.Bounds
    var showState: Window.ShowState
    var activeTab: Sequence
  }

  struct TabFacts: Equatable {
    var isPinned: Bool
    var isMuted: Bool
    var group: Sequence
    var opener: Sequence
    var entries: [EntryFacts]
    var current: Sequence
    var pending: Sequence
    var status: Tab.Status
    var failure: Sequence
    var temporaryZoom: ZoomLevel
  }

  struct EntryFacts: Equatable {
    var entry: Sequence
    var content: Sequence
    var title: Sequence
    var scroll: Sequence
    var picture: Sequence
    var marks: Row.Marks
  }

  struct GroupFacts: Equatable {
    var title: Sequence
    var color: TabGroup.Color
    var isCollapsed: Bool
  }

  struct ClosedFacts: Equatable {
    var id: Sequence
    var kind: ClosedItem.Kind
    var window: Sequence
    var bounds: Window.Bounds
    var showState: Window.ShowState
    var activeTab: Sequence
    var tabs: [TabFacts]
    var ids: [Sequence]
    var indexes: [Int]
    var openers: [Sequence]
    var groups: [GroupFacts?]
  }

  struct BookmarkFacts: Equatable {
    var parent: Sequence
    var title: Sequence
    var url: Sequence
    var tags: Sequence
    var keyword: Sequence
    var note: Sequence
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
      entries: tab.rows.map {
        EntryFacts(
          entry: $0.entry, content: $0.content, title: $0.title, scroll: $0.scroll,
          picture: $0.picture, marks: $0.marks)
      },
      current: tab.row?.entry ?? .nothing,
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
