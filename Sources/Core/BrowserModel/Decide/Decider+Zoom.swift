extension Decider {
  /// Zooms the site that a tab shows (Z2), or the tab alone where the page belongs to no site or the
  /// tab has a zoom of its own (Z3).
  mutating func zoom<Source: TextSource & ~Copyable>(
    _ id: EventID, _ change: ZoomChange, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    guard !tab.temporaryZoom.exists, !id.isPrivate,
      let host = host(ofURL: browser.url(of: tab, text: source))
    else { return try zoomTemporarily(id, change, text: source) }
    let level = try level(browser.zoom(of: tab, text: source).level, change, text: source)
    try zoomSite(String(host), level ?? browser.zoom.default, text: source)
  }

  mutating func zoomTemporarily<Source: TextSource & ~Copyable>(
    _ id: EventID, _ change: ZoomChange, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    let level = try level(browser.zoom(of: tab, text: source).level, change, text: source)
    guard level ?? .none != tab.temporaryZoom else {
      throw Refusal(
        .nothingToDo,
        level == nil ? "The tab has no zoom of its own." : "The tab has that zoom already.")
    }
    var body = TemporaryZoomSet()
    body.tab = id
    body.level = level ?? .none
    append(.zoom(.temporarySet(body)))
  }

  mutating func zoomSite<Source: TextSource & ~Copyable>(
    _ host: String, _ level: ZoomLevel, text source: borrowing Source
  ) throws(Refusal) {
    try checkAllowed(level)
    var body = SiteZoomSet()
    body.level = level == browser.zoom.default ? .none : level
    let site = source.site(named: host, among: browser.zoom.sites)
    guard (site.flatMap { browser.zoom.sites[$0]?.level } ?? .none) != body.level else {
      throw Refusal(.nothingToDo, "The site has that zoom already.")
    }
    if let site {
      body.site = site
    } else {
      body.host = try text(host)
    }
    append(.zoom(.siteSet(body)))
  }

  mutating func zoomDefault(_ level: ZoomLevel) throws(Refusal) {
    try checkAllowed(level)
    guard level != browser.zoom.default else {
      throw Refusal(.nothingToDo, "That is the default zoom already.")
    }
    var body = DefaultZoomSet()
    body.level = level
    append(.zoom(.defaultSet(body)))
  }

  private func checkAllowed(_ level: ZoomLevel) throws(Refusal) {
    guard ZoomLevel.allowed.contains(level) else {
      throw Refusal(.outOfRange, "A zoom is between 25 and 500 percent.")
    }
  }

  /// The level that a change leads to; nil: none of its own.
  private func level<Source: TextSource & ~Copyable>(
    _ current: ZoomLevel, _ change: ZoomChange, text source: borrowing Source
  ) throws(Refusal) -> ZoomLevel? {
    let ladder = browser.zoomLadder(text: source)
    switch change {
    case .reset: return nil
    case .set(let level):
      try checkAllowed(level)
      return level
    case .stepIn:
      guard let level = ladder.first(where: { $0 > current }) else {
        throw Refusal(.outOfRange, "The page is at the largest zoom.")
      }
      return level
    case .stepOut:
      guard let level = ladder.last(where: { $0 < current }) else {
        throw Refusal(.outOfRange, "The page is at the smallest zoom.")
      }
      return level
    }
  }
}
