internal import BrowserModel

/// Something of a state that events made what it is.
enum Thing {
  case tab(Tab)
  /// A closed tab, and the item of the closed list that it is in.
  case closedTab(ClosedTab, item: ClosedItem)
  /// A tab's own zoom.
  case zoom(Tab)
  /// An entry of a tab's history.
  case entry(Row, tab: EventID)
  case window(Window)
  case group(TabGroup)
  case bookmark(Bookmark)
  case site(Zoom.Site)
  case defaultZoom
  case setting(Settings.Name)
}

extension Browser {
  /// What an id names: a tab, open or closed, a window, a group, a bookmark, else an entry.
  func thing(_ id: EventID) -> Thing? {
    if let tab = tab(id) { return .tab(tab) }
    if let window = window(id) { return .window(window) }
    if let group = group(id) { return .group(group) }
    if let bookmark = bookmarks[id] { return .bookmark(bookmark) }
    for item in closed {
      if let tab = item.tabs.first(where: { $0.tab.id == id }) {
        return .closedTab(tab, item: item)
      }
    }
    return entry(id)
  }

  /// An entry of an open tab's history, else of a closed one's. O(tabs · rows).
  func entry(_ id: EventID) -> Thing? {
    for tab in tabs + closed.flatMap({ $0.tabs.map(\.tab) }) {
      if let row = tab.rows.last(where: { $0.entry == id }) { return .entry(row, tab: tab.id) }
    }
    return nil
  }
}
