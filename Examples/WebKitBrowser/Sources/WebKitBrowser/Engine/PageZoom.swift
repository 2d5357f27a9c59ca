import Retrace

/// The model stores scroll positions in units of the page, which are valid at any zoom. WebKit's list
/// has them in points of the view.
extension Session.EngineEntry.Scroll {
  func scaled(by level: ZoomLevel) -> Self {
    Self(x: Self.scaled(x, by: level.factor), y: Self.scaled(y, by: level.factor))
  }

  private static func scaled(_ distance: Int32, by factor: Double) -> Int32 {
    Int32(clamping: Int((Double(distance) * factor).rounded()))
  }
}

extension ZoomLevel {
  /// The level in WebKit's form: 1 for 100 %.
  var factor: Double { Double(hundredths) / 10_000 }
}

extension Profile {
  /// The zoom at which a tab shows a page: the tab's own, that of the page's site, or the default.
  func zoom(ofPageAt url: String, in tab: TabID) -> ZoomLevel {
    let browser = browser(isPrivate: tab.isPrivate)
    if let level = browser.tab(tab)?.temporaryZoom, level.exists { return level }
    guard let host = host(ofURL: url) else { return browser.zoom.default }
    let site = try? store.read { $0.site(named: String(host), among: browser.zoom.sites) }
    guard let name = site ?? nil, let level = browser.zoom.sites[name]?.level, level.exists else {
      return browser.zoom.default
    }
    return level
  }
}
