internal import BrowserModel
internal import Store

/// What words name among the things in view.
extension Shell {
  /// Open tabs, by title, URL, host or group.
  func searchOfTabs(_ text: String, _ words: LogText) -> NameSearch {
    var search = NameSearch(text, .tab)
    visitTabs(words) { tab, place in
      search.look(
        at: tab.id, title: place.title(words), url: place.url(words), names: place.group(words),
        position: place.name)
    }
    return search
  }

  /// The same among the tabs that were closed.
  func searchOfClosedTabs(_ search: NameSearch, _ words: LogText) -> NameSearch {
    var search = search
    for browser in [durableBrowser, privateBrowser] {
      for item in browser.closed.reversed() where !browser.isForgotten(item, text: words) {
        for closed in item.tabs {
          search.look(
            at: closed.tab.id, title: browser.title(of: closed.tab, text: words),
            url: browser.url(of: closed.tab, text: words), position: "")
        }
      }
    }
    return search
  }

  /// Windows, by what names one of their tabs.
  func searchOfWindows(_ text: String, _ words: LogText) -> NameSearch {
    var search = NameSearch(text, .window(for: text))
    visitTabs(words) { tab, place in
      search.look(
        at: tab.window, title: place.title(words), url: place.url(words), names: place.group(words),
        position: "\(place.window)")
    }
    return search
  }

  /// Groups of what has the focus, by title.
  func searchOfGroups(_ text: String, _ words: LogText) -> NameSearch {
    var search = NameSearch(text, .group)
    for (offset, group) in browser.groups.enumerated() {
      search.look(
        at: group.id, title: browser.title(of: group, text: words), url: "",
        names: ["\(group.color)"], position: "\(offset + 1)")
    }
    return search
  }

  /// Visits the open tabs of all windows, each with where it stands.
  func visitTabs(_ words: LogText, _ body: (Tab, TabPlace) -> Void) {
    var number = 0
    let count = windows.count
    for browser in [durableBrowser, privateBrowser] {
      for window in browser.windows {
        number += 1
        for (offset, id) in window.tabs.enumerated() {
          guard let tab = browser.tab(id) else { continue }
          body(
            tab,
            TabPlace(
              tab: tab, browser: browser, window: number, position: offset + 1,
              isAlone: count == 1))
        }
      }
    }
  }
}

/// Where an open tab stands, and what names it.
struct TabPlace {
  let tab: Tab
  let browser: Browser
  let window: Int
  let position: Int
  /// Whether there is no other window.
  let isAlone: Bool

  /// `2:3`, or `3` where there is one window.
  var name: String { isAlone ? "\(position)" : "\(window):\(position)" }

  func title(_ words: LogText) -> String { browser.title(of: tab, text: words) }
  func url(_ words: LogText) -> String { browser.url(of: tab, text: words) }

  func group(_ words: LogText) -> [String] { words.groupNames(of: tab, in: browser) }
}

extension NameSearch {
  /// Looks at a page of a tab's history.
  mutating func look(
    at entry: HistoryEntry, of tab: Tab, in shell: Shell, _ words: LogText,
    position: @autoclosure () -> String
  ) {
    let browser = shell.browser(of: tab.id)
    look(
      at: entry.id, title: browser.title(of: entry, text: words),
      url: browser.url(of: entry, text: words), position: position())
  }

  /// Bookmarks and folders, by title, URL, tags, keyword or note.
  init(_ text: String, in bookmarks: Bookmarks, of kind: Bookmark.Kind?, _ words: LogText) {
    self.init(text, .bookmark)
    for (offset, bookmark) in bookmarks.all.enumerated() {
      guard bookmark.kind != .separator, kind == nil || bookmark.kind == kind,
        !words.isForgotten(bookmark)
      else { continue }
      let others = [
        words.text(.keyword, of: bookmark.keyword), words.text(.note, of: bookmark.note),
      ]
      look(
        at: bookmark.id, title: words.text(.title, of: bookmark.title) ?? "",
        url: words.text(.url, of: bookmark.url) ?? "",
        names: others.compactMap { $0 } + words.tags(of: bookmark), position: "\(offset + 1)")
    }
  }
}

extension NameSearch.Kind {
  static let tab = NameSearch.Kind(
    one: "open tab", many: "tabs", advice: "“tabs --all” lists the tabs.", code: "noSuchTab")
  static let group = NameSearch.Kind(
    one: "group", many: "groups", advice: "“groups” lists them.", code: "noSuchGroup")
  static let bookmark = NameSearch.Kind(
    one: "bookmark", many: "bookmarks", advice: "“bookmarks” lists them.", code: "noSuchBookmark")
  static let closedItem = NameSearch.Kind(
    one: "closed tab or window", many: "things that were closed", advice: "“closed” lists them.",
    code: "noSuchClosedItem")

  /// A word may be a command that was mistyped: “window nwe”.
  static func window(for text: String) -> NameSearch.Kind {
    let near = Nearest.name(to: text, among: Catalogue.table.index.secondWords(after: "window"))
    return NameSearch.Kind(
      one: "window", many: "windows", advice: "“windows” lists them.", code: "noSuchWindow",
      command: near.map { "window \($0)" })
  }

  /// A page behind Back or Forward.
  static func entry(_ direction: String) -> NameSearch.Kind {
    NameSearch.Kind(
      one: "page \(direction)", many: "pages", advice: "“history” lists them.",
      code: "noSuchEntry")
  }
}
