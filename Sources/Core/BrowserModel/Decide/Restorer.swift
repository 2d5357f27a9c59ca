/// Works out the events that make things what they were at an earlier moment.
///
/// It folds each event as soon as it is decided, and compares what then is with what was: so it says
/// only what differs, and need not foresee what an event brings about.
///
/// Afterwards windows and their order, places and show states, tabs in order, pins, groups, mutes,
/// zooms of tabs, openers, histories with their indexes, and active tabs are what they were. These
/// are not: the status of a tab that came back or got another history, which is discarded; what an
/// engine wants to show in it; when tabs and windows were last active; opener groups (T8); and which event
/// set a zoom or a setting.
struct Restorer {
  let past: Browser
  /// The state with all that was decided so far.
  private(set) var now: Browser
  private(set) var decider: Decider
  private var foldedCount = 0

  init(_ past: Browser, from decider: Decider) {
    self.past = past
    self.decider = decider
    now = decider.browser
  }

  mutating func append(_ body: Body) {
    decider.append(body)
    fold()
  }

  /// Decides something as an action would, on the state before all of this.
  mutating func decide(
    _ body: (inout Decider) throws(Refusal) -> Void
  ) throws(Refusal) {
    try body(&decider)
    fold()
  }

  private mutating func fold() {
    while foldedCount < decider.draft.bodies.count {
      now.apply(
        Event(
          sequence: decider.next.advanced(by: Int32(foldedCount)), batch: decider.next,
          milliseconds: now.health.lastEventMilliseconds,
          body: decider.draft.bodies[foldedCount]))
      foldedCount += 1
    }
  }
}

extension Decider {
  /// - Parameter source: Where settings are looked up, which are said again in words.
  mutating func restore<Source: TextSource & ~Copyable>(
    _ action: Restoration, text source: borrowing Source
  ) throws(Refusal) {
    var restorer = Restorer(action.past, from: self)
    for part in action.parts {
      switch part {
      case .windows: try restorer.restoreWindows()
      case .missingTabs: restorer.restoreMissingTabs()
      case .window(let id): try restorer.restoreWindow(id)
      case .tab(let id): try restorer.restoreTab(id)
      case .bookmarks: restorer.restoreBookmarks()
      case .zoom: restorer.restoreZoom()
      case .settings: try restorer.restoreSettings(text: source)
      }
    }
    self = restorer.decider
    guard !draft.isEmpty else {
      throw Refusal(.nothingToDo, "Everything is as it was then.")
    }
  }
}

extension Restorer {
  /// Folders first, each before what it held, so that none comes to stand inside itself; what is new
  /// is pushed to the ends of the folders and goes last.
  mutating func restoreBookmarks() {
    for bookmark in past.bookmarks.all {
      let siblings = past.bookmarks.children(of: bookmark.parent)
      restore(bookmark, at: siblings.firstIndex(of: bookmark.id) ?? 0)
    }
    for bookmark in now.bookmarks.all
    where past.bookmarks[bookmark.id] == nil && now.bookmarks[bookmark.id] != nil {
      var body = BookmarkRemoved()
      body.bookmark = bookmark.id
      let siblings = now.bookmarks.children(of: bookmark.parent)
      body.index = Int32(siblings.firstIndex(of: bookmark.id) ?? 0)
      append(.bookmark(.removed(body)))
    }
  }

  private mutating func restore(_ bookmark: Bookmark, at index: Int) {
    let siblings = now.bookmarks.children(of: bookmark.parent)
    if let present = now.bookmarks[bookmark.id], present.parent == bookmark.parent,
      siblings.indices.contains(index), siblings[index] == bookmark.id,
      present.title == bookmark.title, present.url == bookmark.url,
      present.tags == bookmark.tags, present.keyword == bookmark.keyword,
      present.note == bookmark.note
    {
      return
    }
    var body = BookmarkRestored()
    body.bookmark = bookmark.id
    body.parent = bookmark.parent
    body.index = Int32(index)
    body.kind = bookmark.kind
    body.title = bookmark.title
    body.url = bookmark.url
    body.tags = bookmark.tags
    body.keyword = bookmark.keyword
    body.note = bookmark.note
    append(.bookmark(.restored(body)))
  }

  /// The default first: sites that equal it lose what is their own (Z2).
  mutating func restoreZoom() {
    if now.zoom.default != past.zoom.default {
      var body = DefaultZoomSet()
      body.level = past.zoom.default
      append(.zoom(.defaultSet(body)))
    }
    for site in now.zoom.sites.named + past.zoom.sites.named {
      let level = past.zoom.sites[site.name]?.level ?? .none
      guard now.zoom.sites[site.name]?.level ?? .none != level else { continue }
      var body = SiteZoomSet()
      body.site = site.name
      body.level = level
      append(.zoom(.siteSet(body)))
    }
  }

  mutating func restoreSettings<Source: TextSource & ~Copyable>(
    text source: borrowing Source
  ) throws(Refusal) {
    for name in Settings.Name.allCases {
      let value = past.value(of: name, text: source)
      guard now.value(of: name, text: source) != value else { continue }
      var body = SettingChanged()
      body.name = name
      if name == .historyLimit { body.number = Int32(past.settings.historyLimit) }
      try decide { (decider) throws(Refusal) in
        body.value = try decider.text(value)
        decider.append(.setting(body))
      }
    }
  }
}
