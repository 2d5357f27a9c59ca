internal import BrowserModel
internal import Notation
internal import RetraceStore

/// The order in which `tabs --sort` lists tabs.
enum TabOrder: String, CaseIterable {
  /// Least recently used first.
  case age
  /// Most recently used first.
  case used
  /// Most recently opened first.
  case opened
  /// By host. Tabs with the same host are in the order of the windows.
  case site

  /// Returns the tabs in this order, each with the time used for sorting, if any.
  func sorted(
    _ tabs: [(tab: Tab, browser: Browser)], _ words: LogText
  ) -> [(tab: Tab, browser: Browser, time: Timestamp?)] {
    if self == .site {
      let sites = tabs.map { tab, browser in
        BrowserModel.host(ofURL: browser.url(of: tab, text: words)).map(String.init) ?? ""
      }
      return tabs.indices.sorted { (sites[$0], $0) < (sites[$1], $1) }
        .map { (tabs[$0].tab, tabs[$0].browser, nil) }
    }
    let times = tabs.map { tab, _ in
      let use = TabUse(tab, words)
      return self == .opened ? use.opened : use.lastUsed
    }
    let places = tabs.indices.sorted { left, right in
      let (first, second) = self == .age ? (left, right) : (right, left)
      let (earlier, later) = (
        times[first]?.milliseconds ?? .min, times[second]?.milliseconds ?? .min
      )
      return earlier == later ? left < right : earlier < later
    }
    return places.map { (tabs[$0].tab, tabs[$0].browser, times[$0]) }
  }
}
