internal import BrowserModel
internal import Store

/// From what was typed to what is meant: a position in what has the focus, or an id.
extension Shell {
  /// A tab; the active one when none was named.
  func tab(_ reference: Reference?) throws(CommandFailure) -> Tab {
    let browser = browser
    switch reference {
    case nil:
      guard let window = browser.window(browser.focusedWindow),
        let tab = browser.tab(window.activeTab)
      else { throw CommandFailure("emptyBrowser", "No tab is open; “open” or “go” opens one.") }
      return tab
    case .position(let position):
      return try tab(at: position, in: browser)
    case .id(let id):
      guard let known = TabID(id: id), let tab = self.browser(of: known).tab(known)
      else { throw CommandFailure("noSuchTab", "There is no open tab #\(id).") }
      return tab
    }
  }

  /// Several tabs; the active one when none was named.
  func tabs(_ references: [Reference]) throws(CommandFailure) -> [Tab] {
    if references.isEmpty { return [try tab(nil)] }
    var tabs: [Tab] = []
    for reference in references {
      let tab = try tab(reference)
      if !tabs.contains(where: { $0.id == tab.id }) { tabs.append(tab) }
    }
    return tabs
  }

  /// A tab; one that was closed as well, by its id.
  func openOrClosedTab(_ reference: Reference?) throws(CommandFailure) -> Tab {
    if case .id(let id)? = reference, let id = TabID(id: id),
      browser(of: id).tab(id) == nil, let closed = browser(of: id).closedTab(id)
    {
      return closed
    }
    return try tab(reference)
  }

  /// A tab of any time, by position or by id.
  func loggedTab(_ reference: Reference) throws(CommandFailure) -> TabID {
    if case .id(let id) = reference, let tab = TabID(id: id) { return tab }
    return try tab(reference).id
  }

  private func tab(at position: Int, in browser: Browser) throws(CommandFailure) -> Tab {
    guard let window = browser.window(browser.focusedWindow) else {
      throw CommandFailure("emptyBrowser", "No tab is open; “open” or “go” opens one.")
    }
    guard window.tabs.indices.contains(position - 1),
      let tab = browser.tab(window.tabs[position - 1])
    else {
      let count = window.tabs.count
      throw CommandFailure(
        "outOfRange",
        count == 1
          ? "There is no tab \(position): the window has one tab."
          : "There is no tab \(position): the window has tabs 1 to \(count).")
    }
    return tab
  }

  /// A window; the focused one when none was named.
  func window(_ reference: Reference?) throws(CommandFailure) -> Window {
    switch reference {
    case nil:
      guard let window = browser.window(browser.focusedWindow) else {
        throw CommandFailure("emptyBrowser", "No window is open; “window new” opens one.")
      }
      return window
    case .position(let position):
      return try windows.element(at: position, "window", ifNone: "No window is open.")
    case .id(let id):
      guard let known = WindowID(id: id), let window = browser(of: known).window(known)
      else { throw CommandFailure("noSuchWindow", "There is no open window #\(id).") }
      return window
    }
  }

  /// A group of what has the focus: its place in `groups`, or its id.
  func group(_ reference: Reference) throws(CommandFailure) -> TabGroup {
    switch reference {
    case .position(let position):
      return try browser.groups.element(at: position, "group", ifNone: "There is no group.")
    case .id(let id):
      guard let known = GroupID(id: id), let group = browser(of: known).group(known)
      else { throw CommandFailure("noSuchGroup", "There is no group #\(id).") }
      return group
    }
  }

  /// A bookmark: its place in `bookmarks`, or its id.
  func bookmark(_ reference: Reference) throws(CommandFailure) -> Bookmark {
    let bookmarks = try readDurableBrowser().bookmarks
    switch reference {
    case .position(let position):
      return try bookmarks.all.element(at: position, "bookmark", ifNone: "There is no bookmark.")
    case .id(let id):
      guard let known = BookmarkID(id: id), let bookmark = bookmarks[known] else {
        throw CommandFailure("noSuchBookmark", "There is no bookmark #\(id).")
      }
      return bookmark
    }
  }

  /// The position of a tab in its window, from 1.
  func position(of tab: Tab) -> Int {
    let window = browser(of: tab.id).window(tab.window)
    return (window?.tabs.firstIndex(of: tab.id) ?? 0) + 1
  }

  /// The tab that is active now, after a command; nil in an empty browser.
  var activeTab: Tab? {
    let browser = browser
    return browser.window(browser.focusedWindow).flatMap { browser.tab($0.activeTab) }
  }
}

extension EventReference {
  /// An id as typed, where it is one that can exist.
  init?(id: Int64) {
    guard let value = Int32(exactly: id), value != 0 else { return nil }
    self.init(value)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The element at a position as typed, counted from 1.
  func element(
    at position: Int, _ name: String, ifNone: String
  ) throws(CommandFailure) -> Element {
    guard indices.contains(position - 1) else {
      throw CommandFailure(
        "outOfRange",
        isEmpty ? ifNone : "There is no \(name) \(position): there are 1 to \(count).")
    }
    return self[position - 1]
  }
}
