internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// Searches the state shown for things that match words.
extension CommandContext {
  /// Searches open tabs by title, URL, host or group.
  func searchOfTabs(_ text: String, _ words: LogText) -> NameSearch {
    var search = NameSearch(text, .tab)
    visitTabs { place in
      let names = words.names(of: place.tab, in: place.browser)
      search.look(at: place.tab, names, position: place.name)
    }
    return search
  }

  /// Extends a search to closed tabs, by title and URL.
  func searchOfClosedTabs(_ search: NameSearch, _ words: LogText) -> NameSearch {
    var search = search
    for browser in [durableBrowser, privateBrowser] {
      for item in browser.closed.reversed() {
        for closed in browser.shown(item, text: words)?.tabs ?? [] {
          search.look(
            at: closed.tab.id, title: browser.title(of: closed.tab, text: words),
            url: browser.url(of: closed.tab, text: words), position: "")
        }
      }
    }
    return search
  }

  /// Searches windows by their names and the names of their tabs.
  func searchOfWindows(_ text: String, _ words: LogText) -> NameSearch {
    var search = NameSearch(text, .window(for: text))
    visitTabs { place in
      if place.position == 1, let window = place.browser.window(place.window) {
        let title = place.browser.title(of: window, text: words)
        if !title.isEmpty {
          let active = place.browser.tab(window.activeTab)
          search.look(
            at: place.window, title: title,
            url: active.map { place.browser.url(of: $0, text: words) } ?? "",
            position: "\(place.windowNumber)")
        }
      }
      let names = words.names(of: place.tab, in: place.browser)
      search.look(at: place.window, names, position: "\(place.windowNumber)")
    }
    return search
  }

  /// Searches the groups of the focused log by title.
  func searchOfGroups(_ text: String, _ words: LogText) -> NameSearch {
    var search = NameSearch(text, .group)
    for (offset, group) in browser.groups.enumerated() {
      search.look(
        at: group.id, title: browser.title(of: group, text: words), url: "",
        names: ["\(group.color)"], position: "\(offset + 1)")
    }
    return search
  }

  /// Visits the open tabs of all windows with their places.
  func visitTabs(_ body: (TabPlace) -> Void) {
    var number = 0
    let count = windows.count
    for browser in [durableBrowser, privateBrowser] {
      for window in browser.windows {
        number += 1
        for (offset, tab) in window.tabs.enumerated() {
          body(
            TabPlace(
              tab: tab, window: window.id, browser: browser, windowNumber: number,
              position: offset + 1, isAlone: count == 1))
        }
      }
    }
  }
}

extension NameSearch {
  /// Compares the text with the names of a tab.
  mutating func look(
    at id: some EventReference, _ names: TabNames, position: @autoclosure () -> String
  ) {
    look(at: id, title: names.title, url: names.url, names: names.group, position: position())
  }

  /// Compares the text with a page of a tab's history.
  mutating func look(
    at entry: HistoryEntry, of tab: Tab, in context: CommandContext, _ words: LogText,
    position: @autoclosure () -> String
  ) {
    let browser = context.browser(of: tab.id)
    look(
      at: entry.id, title: browser.title(of: entry, text: words),
      url: browser.url(of: entry, text: words), position: position())
  }

  /// Searches bookmarks and folders by title, URL, tags, keyword or note.
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
    one: "closed tab or window", many: "closed items", advice: "“closed” lists them.",
    code: "noSuchClosedItem")

  /// Returns the description of windows for messages. If the text may be a mistyped command, such
  /// as “window nwe”, the description includes that command.
  static func window(for text: String) -> NameSearch.Kind {
    let near = Nearest.name(
      to: text, among: CommandCatalogue.table.index.secondWords(after: "window"))
    return NameSearch.Kind(
      one: "window", many: "windows", advice: "“windows” lists them.", code: "noSuchWindow",
      command: near.map { "window \($0)" })
  }

  /// Returns the description of pages reached by Back or Forward.
  static func entry(_ direction: String) -> NameSearch.Kind {
    NameSearch.Kind(
      one: "page \(direction)", many: "pages", advice: "“history” lists them.",
      code: "noSuchEntry")
  }
}
