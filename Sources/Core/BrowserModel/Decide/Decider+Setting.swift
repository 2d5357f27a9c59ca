extension Decider {
  /// Sets a setting to a value, or resets it to its default if the value is nil. Throws
  /// ``Refusal/Code/nothingToDo`` if the setting already has this value.
  func set<Source: TextSource & ~Copyable>(
    _ name: Settings.Name, _ value: String?, text source: borrowing Source
  ) throws(Refusal) {
    var body = SettingChanged()
    body.name = name
    let settings = ProfileState(browser: browser, library: library).settings(with: name)
    if let value {
      guard !isSameText(settings.value(of: name, text: source), value) else {
        throw Refusal(.nothingToDo, "The setting already has that value.")
      }
      body.number = try number(name, value)
      body.value = try text(value)
    } else if !settings.source(of: name).exists {
      throw Refusal(.nothingToDo, "The setting already has its default value.")
    }
    append(.setting(body))
  }

  /// Validates a value.
  ///
  /// - Returns: The value of a numeric setting, or 0 for other settings.
  /// - Throws: ``Refusal/Code/invalidValue`` if the setting does not accept the value.
  private func number(_ name: Settings.Name, _ value: String) throws(Refusal) -> Int32 {
    switch name {
    case .historyLimit:
      guard let number = Int32(value), (1...Int32(Settings.largestHistoryLimit)).contains(number)
      else { throw Refusal(.invalidValue, "The history limit must be a number from 1 to 1000.") }
      return number
    case .proposalDays:
      guard let number = Int32(value), (1...Int32(Settings.largestProposalDays)).contains(number)
      else {
        throw Refusal(.invalidValue, "The days of a proposal must be a number from 1 to 3650.")
      }
      return number
    case .zoomLadder:
      guard ZoomLevel.parseLadder(value) != nil else {
        throw Refusal(
          .invalidValue, "The zoom ladder must be an ascending list of percentages from 25 to 500.")
      }
    case .searchTemplate:
      guard containsSearchTerms(value) else {
        throw Refusal(.invalidValue, "A search template must be a URL that contains {searchTerms}.")
      }
    case .searchEngines:
      // Only `Addresses` can validate search engines.
      guard !value.isEmpty else {
        throw Refusal(.invalidValue, "Search engines must be written as KEYWORD=TEMPLATE.")
      }
    case .homePage:
      guard !value.isEmpty else { throw Refusal(.invalidValue, "The home page must be a URL.") }
    }
    return 0
  }

  /// Returns whether a template contains `{searchTerms}` or `{searchTerms?}`, in any case.
  private func containsSearchTerms(_ template: String) -> Bool {
    let wanted = Array("{searchterms".utf8)
    let bytes = template.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return bytes.indices.contains { start in
      guard bytes[start...].starts(with: wanted) else { return false }
      var end = bytes[(start + wanted.count)...]
      if end.first == UInt8(ascii: "?") { end = end.dropFirst() }
      return end.first == UInt8(ascii: "}") && wanted.count + 1 < bytes.count
    }
  }

  /// Records that a front end has started.
  func openSession(_ frontEnd: String) throws(Refusal) {
    var body = SessionOpened()
    body.frontEnd = try text(frontEnd)
    append(.session(.opened(body)))
  }

  /// Changes the zoom of the site that a tab shows (Z2), or only the zoom of the tab if the page
  /// has no host, the tab is private, or the tab has a temporary zoom (Z3).
  func zoom<Source: TextSource & ~Copyable>(
    _ id: TabID, _ change: ZoomChange, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    guard !tab.temporaryZoom.exists, !id.isPrivate,
      let host = host(ofURL: browser.url(of: tab, text: source))
    else { return try zoomTemporarily(id, change, text: source) }
    let level = try level(browser.zoom(of: tab, text: source).level, change, text: source)
    try zoomSite(String(host), level ?? browser.zoom.default, text: source)
  }

  /// Changes only the zoom of a tab (Z3).
  func zoomTemporarily<Source: TextSource & ~Copyable>(
    _ id: TabID, _ change: ZoomChange, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    let level = try level(browser.zoom(of: tab, text: source).level, change, text: source)
    guard level ?? .none != tab.temporaryZoom else {
      throw Refusal(
        .nothingToDo,
        level == nil ? "The tab has no zoom of its own." : "The tab already has that zoom.")
    }
    var body = TemporaryZoomSet()
    body.tab = id
    body.level = level ?? .none
    append(.zoom(.temporarySet(body)))
  }

  /// Sets the zoom of a host. The default level removes the level of the host (Z2).
  func zoomSite<Source: TextSource & ~Copyable>(
    _ host: String, _ level: ZoomLevel, text source: borrowing Source
  ) throws(Refusal) {
    try checkAllowed(level)
    var body = SiteZoomSet()
    body.level = level == browser.zoom.default ? .none : level
    let site = source.site(named: host, among: browser.zoom.sites)
    guard (site.flatMap { browser.zoom.sites[$0]?.level } ?? .none) != body.level else {
      throw Refusal(.nothingToDo, "\(host) already has that zoom.")
    }
    if let site {
      body.site = site
    } else {
      body.host = try text(host)
    }
    append(.zoom(.siteSet(body)))
  }

  /// Sets the default zoom. The fold makes sites with the same level follow the default (Z2).
  func zoomDefault(_ level: ZoomLevel) throws(Refusal) {
    try checkAllowed(level)
    guard level != browser.zoom.default else {
      throw Refusal(.nothingToDo, "That is already the default zoom.")
    }
    var body = DefaultZoomSet()
    body.level = level
    append(.zoom(.defaultSet(body)))
  }

  /// Throws ``Refusal/Code/outOfRange`` for a level outside ``ZoomLevel/allowed``.
  private func checkAllowed(_ level: ZoomLevel) throws(Refusal) {
    guard ZoomLevel.allowed.contains(level) else {
      throw Refusal(.outOfRange, "A zoom level must be between 25 and 500 percent.")
    }
  }

  /// Returns the level that results from a change, or nil if the change removes the level.
  ///
  /// - Throws: ``Refusal/Code/outOfRange`` for a level that is not allowed, and for a step beyond
  ///   the ends of the ladder.
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
        throw Refusal(.outOfRange, "The page is already at the largest zoom level.")
      }
      return level
    case .stepOut:
      guard let level = ladder.last(where: { $0 < current }) else {
        throw Refusal(.outOfRange, "The page is already at the smallest zoom level.")
      }
      return level
    }
  }
}
