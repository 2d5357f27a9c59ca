internal import BrowserModel

/// A thing in the state that `why` explains.
enum WhySubject {
  case tab(Tab)
  /// A closed tab, and the item of the closed list that contains it.
  case closedTab(ClosedTab, item: ClosedItem)
  /// A tab's own zoom.
  case zoom(Tab)
  /// An entry of a tab's history.
  case entry(HistoryEntry, tab: TabID)
  case window(Window)
  case group(TabGroup)
  case bookmark(Bookmark)
  case site(Zoom.Site)
  case defaultZoom
  case setting(Settings.Name)
}

extension WhySubject {
  /// Finds the thing with an id: an open or closed tab, a window, a group, a bookmark or, if none
  /// of these matches, an entry.
  init?(_ id: EventID, in state: ProfileState) {
    let browser = state.browser
    if let tab = browser.tab(TabID(id)) {
      self = .tab(tab)
    } else if let window = browser.window(WindowID(id)) {
      self = .window(window)
    } else if let group = browser.group(GroupID(id)) {
      self = .group(group)
    } else if let bookmark = state.library.bookmarks[BookmarkID(id)] {
      self = .bookmark(bookmark)
    } else if let closed = Self.closedTab(id, in: browser) ?? Self.entry(id, in: browser) {
      self = closed
    } else {
      return nil
    }
  }

  /// Whether the thing belongs to the private windows.
  var isPrivate: Bool {
    switch self {
    case .tab(let tab), .zoom(let tab): tab.id.isPrivate
    case .entry(_, let tab): tab.isPrivate
    case .closedTab(let closed, _): closed.tab.id.isPrivate
    case .window(let window): window.id.isPrivate
    case .group(let group): group.id.isPrivate
    case .bookmark, .site, .defaultZoom, .setting: false
    }
  }

  private static func closedTab(_ id: EventID, in browser: Browser) -> WhySubject? {
    for item in browser.closed {
      if let tab = item.tabs.first(where: { $0.tab.id.event == id }) {
        return .closedTab(tab, item: item)
      }
    }
    return nil
  }

  /// Returns an entry of an open tab's history or, if there is none, of a closed tab's history.
  /// O(tabs · entries).
  static func entry(_ id: EventID, in browser: Browser) -> WhySubject? {
    for tab in browser.tabs + browser.closed.flatMap({ $0.tabs.map(\.tab) }) {
      if let entry = tab.entries.last(where: { $0.id.event == id }) {
        return .entry(entry, tab: tab.id)
      }
    }
    return nil
  }
}

extension TabEvent {
  /// Whether the event decides the place of a tab.
  func places(_ tab: TabID) -> Bool {
    switch self {
    case .moved(let body): body.tab == tab
    case .pinned(let body): body.tab == tab
    case .reopened(let body): body.tab == tab
    case .restored(let body): body.tab == tab
    default: false
    }
  }
}
