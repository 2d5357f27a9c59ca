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
