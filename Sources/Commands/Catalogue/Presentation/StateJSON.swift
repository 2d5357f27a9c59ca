internal import BrowserModel
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// The whole state, and parts of it, as JSON. Field names follow WebExtensions.
struct StateJSON {
  let context: CommandContext
  let words: LogText

  private var durable: Browser { context.durableBrowser }

  private var browsers: [Browser] { [durable, context.privateBrowser] }

  /// The answer of `state`.
  ///
  /// - Parameters:
  ///   - state: The durable state shown.
  ///   - time: The time of its newest event.
  ///   - marks: The marks of the log.
  func state(
    _ json: inout JSONWriter, _ state: ProfileState, at time: Timestamp?,
    marks: [(name: String, mark: Mark)]
  ) {
    json.member("sequence", durable.sequence.rawValue)
    json.member("time", time)
    windows(&json)
    tabs(&json, browsers.flatMap(\.tabs))
    groups(&json)
    closed(&json)
    bookmarks(&json, state.library.bookmarks, of: .nothing)
    zoom(&json)
    settings(&json, of: state)
    Self.marks(marks, &json)
  }

  func windows(_ json: inout JSONWriter) {
    json.array("windows") { json in
      for browser in browsers {
        for window in browser.windows {
          json.object { self.window(window, of: browser, &$0) }
        }
      }
    }
  }

  private func window(_ window: Window, of browser: Browser, _ json: inout JSONWriter) {
    let isPrivate = window.id.isPrivate
    json.member("id", window.id.rawValue)
    json.member("name", browser.title(of: window, text: words))
    json.member("private", isPrivate)
    json.member(
      "focused", browser.focusedWindow == window.id && isPrivate == context.isPrivate)
    json.member("state", "\(window.showState)")
    if window.bounds != .unknown {
      json.member("left", window.bounds.x)
      json.member("top", window.bounds.y)
      json.member("width", window.bounds.width)
      json.member("height", window.bounds.height)
    }
    json.member("activeTab", window.activeTab.rawValue)
    json.array("tabs", of: window.tabs.map(\.rawValue))
  }

  func tabs(_ json: inout JSONWriter, _ tabs: [Tab]) {
    json.array("tabs") { json in
      for tab in tabs { json.object { self.tab(tab, &$0) } }
    }
  }

  private func tab(_ tab: Tab, _ json: inout JSONWriter) {
    let browser = context.browser(of: tab.id)
    let window = browser.window(tab.window)
    json.member("id", tab.id.rawValue)
    json.member("windowId", tab.window.rawValue)
    json.member("index", window?.tabs.firstIndex(of: tab.id) ?? -1)
    json.member("active", window?.activeTab == tab.id)
    json.member("pinned", tab.isPinned)
    json.member("muted", tab.isMuted)
    json.member("private", tab.id.isPrivate)
    json.member("openerTabId", tab.opener?.rawValue)
    json.member("groupId", tab.group?.rawValue)
    json.member("status", "\(tab.status)")
    if tab.status == .failed {
      json.member("failure", tab.failure.flatMap { words.text(.reason, of: $0) } ?? "")
    }
    let use = TabUse(tab, words)
    json.member("openedAt", use.opened)
    json.member("lastUsed", use.lastUsed)
    json.member("url", browser.url(of: tab, text: words))
    json.member("title", browser.title(of: tab, text: words))
    json.member("address", browser.address(of: tab, text: words))
    let shown = browser.shown(tab, text: words)
    json.member("canGoBack", shown.canGoBack)
    json.member("canGoForward", shown.canGoForward)
    json.member("zoom", context.zoom(of: tab, words).level.factor)
    history(of: tab, &json)
  }

  func history(of tab: Tab, _ json: inout JSONWriter) {
    let tab = context.browser(of: tab.id).shown(tab, text: words)
    json.object("history") { json in
      json.member("index", tab.index)
      json.array("entries") { json in
        for row in tab.entries { json.object { entry(row, of: tab, &$0) } }
      }
    }
  }

  private func entry(_ row: HistoryEntry, of tab: Tab, _ json: inout JSONWriter) {
    let browser = context.browser(of: tab.id)
    json.member("id", row.id.rawValue)
    json.member("url", browser.url(of: row, text: words))
    json.member("title", browser.title(of: row, text: words))
    if row.flags.contains(.skippable) { json.member("skippable", true) }
  }

  func groups(_ json: inout JSONWriter) {
    json.array("groups") { json in
      for browser in browsers {
        for group in browser.groups {
          json.object { json in
            json.member("id", group.id.rawValue)
            json.member("windowId", group.window.rawValue)
            json.member("title", browser.title(of: group, text: words))
            json.member("color", "\(group.color)")
            json.member("collapsed", group.isCollapsed)
          }
        }
      }
    }
  }

  /// Newest first, private items before the others.
  func closed(_ json: inout JSONWriter) {
    let items = browsers.reversed().flatMap { browser in
      browser.closed.reversed().compactMap { browser.shown($0, text: words) }
    }
    closed(items, &json)
  }

  func closed(_ items: [ClosedItem], _ json: inout JSONWriter) {
    let times = ClosingTimes(items.map(\.id.event), in: context)
    json.array("closed") { json in
      for item in items { json.object { closed(item, times[item.id.event], &$0) } }
    }
  }

  private func closed(_ item: ClosedItem, _ time: Timestamp?, _ json: inout JSONWriter) {
    json.member("id", item.thing.rawValue)
    json.member("kind", "\(item.kind)")
    json.member("event", item.id.rawValue)
    if let time { json.member("closedAt", time) }
    json.member("windowId", item.window.rawValue)
    if item.title.exists {
      json.member("name", words.text(.title, of: item.title) ?? "")
    }
    json.array("tabs") { json in
      for closed in item.tabs {
        json.object { json in
          let browser = context.browser(of: closed.tab.id)
          json.member("id", closed.tab.id.rawValue)
          json.member("index", closed.index)
          json.member("pinned", closed.tab.isPinned)
          json.member("url", browser.url(of: closed.tab, text: words))
          json.member("title", browser.title(of: closed.tab, text: words))
          history(of: closed.tab, &json)
        }
      }
    }
  }

  func bookmarks(_ json: inout JSONWriter, _ bookmarks: Bookmarks, of folder: BookmarkID) {
    json.array("bookmarks") { children(of: folder, in: bookmarks, &$0) }
  }

  private func children(
    of folder: BookmarkID, in bookmarks: Bookmarks, _ json: inout JSONWriter
  ) {
    for id in bookmarks.children(of: folder) {
      guard let bookmark = bookmarks[id], !words.isForgotten(bookmark) else { continue }
      json.object { self.bookmark(bookmark, of: bookmarks, &$0) }
    }
  }

  func bookmark(_ bookmark: Bookmark, of bookmarks: Bookmarks, _ json: inout JSONWriter) {
    json.member("id", bookmark.id.rawValue)
    json.member("kind", "\(bookmark.kind)")
    if bookmark.kind == .separator { return }
    json.member("title", words.text(.title, of: bookmark.title) ?? "")
    if bookmark.kind == .folder {
      json.member("note", said(.note, by: bookmark.note))
      json.array("children") { children(of: bookmark.id, in: bookmarks, &$0) }
      return
    }
    json.member("url", words.text(.url, of: bookmark.url) ?? "")
    json.array("tags", of: words.tags(of: bookmark))
    json.member("keyword", said(.keyword, by: bookmark.keyword))
    json.member("note", said(.note, by: bookmark.note))
  }

  /// A text that may have been forgotten, in which case it is empty.
  private func said(_ field: TextField, by event: EventID) -> String? {
    words.text(field, of: event).flatMap { $0.isEmpty ? nil : $0 }
  }

  func zoom(_ json: inout JSONWriter) {
    json.object("zoom") { json in
      json.member("default", durable.zoom.default.factor)
      json.object("sites") { json in
        for site in durable.zoom.sites.set {
          let host = words.text(.host, of: site.name) ?? "#\(site.name.rawValue)"
          if !host.isEmpty { json.member(host, site.level.factor) }
        }
      }
    }
  }

  func settings(_ json: inout JSONWriter, of state: ProfileState) {
    json.object("settings") { json in
      for name in Settings.Name.allCases {
        let value = SettingText.value(of: name, in: state.settings(with: name), words)
        json.member("\(name)", value)
      }
    }
  }

  /// `"marks":{"before-trip":17}`.
  static func marks(_ marks: [(name: String, mark: Mark)], _ json: inout JSONWriter) {
    json.object("marks") { json in
      for (name, mark) in marks { json.member(name, mark.moment.rawValue) }
    }
  }
}

extension LogText {
  /// Whether a bookmark was forgotten: its URL is present but empty. An undo can restore such a
  /// bookmark.
  func isForgotten(_ bookmark: Bookmark) -> Bool {
    bookmark.kind == .bookmark && text(.url, of: bookmark.url)?.isEmpty ?? false
  }

  /// The tags of a bookmark, in their original order.
  func tags(of bookmark: Bookmark) -> [String] {
    guard bookmark.tags.exists, let joined = text(.tags, of: bookmark.tags) else { return [] }
    return joined.split(separator: "\n").map(String.init)
  }
}
