import BrowserModel
import Retrace

/// Conversion of scroll positions. The model stores them in units of the page, which are valid at
/// any zoom, and WebKit's list stores them in points of the view.
extension Session.EngineEntry.Scroll {
  func scaled(by level: ZoomLevel) -> Self {
    Self(x: Self.scaled(x, by: level.factor), y: Self.scaled(y, by: level.factor))
  }

  private static func scaled(_ distance: Int32, by factor: Double) -> Int32 {
    Int32(clamping: Int((Double(distance) * factor).rounded()))
  }
}

extension ZoomLevel {
  /// The level as WebKit's factor, where 1 is 100 %.
  var factor: Double { Double(hundredths) / 10_000 }
}

extension Profile {
  /// Returns the zoom at which a tab shows a page: the tab's own zoom, the zoom of the page's site,
  /// or the default.
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
