import BrowserModel
import TestSupport

/// The history of a tab as a line of text: paths of `http://a.example/`, with the current path in
/// brackets. `start` is the start page. Addresses with other hosts are written in full.
struct HistoryScene {
  private(set) var driver = ModelDriver()
  let tab: TabID

  /// - Parameter url: The first address of the tab. Nil: the start page.
  init(_ url: String? = "one") throws {
    try driver.perform(.open(OpenTab(url.map { Destination(Self.url($0), transition: .link) })))
    tab = driver.browser.windows[0].activeTab
  }

  var state: Tab { driver.browser.tab(tab) ?? driver.browser.tabs[0] }

  var line: String {
    state.entries.enumerated().map { position, row in
      let url = driver.browser.url(of: row, text: driver.log)
      let name = Self.name(url)
      return position == state.index ? "[\(name)]" : name
    }.joined(separator: " ")
  }

  /// The content of the address field.
  var address: String { driver.browser.address(of: state, text: driver.log) }

  @discardableResult
  mutating func perform(_ actions: Action...) throws(Refusal) -> [Event] {
    var events: [Event] = []
    for action in actions { events += try driver.perform(action) }
    return events
  }

  mutating func go(_ name: String) throws(Refusal) {
    try perform(.go(tab, Destination(Self.url(name))))
  }

  mutating func link(_ name: String, hasActivation: Bool = true) throws(Refusal) {
    try follow(name, .link, hasActivation: hasActivation)
  }

  mutating func follow(
    _ name: String, _ manner: Following.Manner, hasActivation: Bool = true,
    redirects: [String] = []
  ) throws(Refusal) {
    try perform(
      .follow(
        tab, Destination(Self.url(name), transition: .link),
        Following(
          manner, hasActivation: hasActivation, redirects: redirects.map { Self.url($0) })))
  }

  mutating func travel(_ steps: Int) throws(Refusal) { try perform(.travel(tab, by: steps)) }

  static func url(_ name: String) -> String {
    if name == "start" { return Destination.startPage }
    return name.contains(":") ? name : "http://a.example/\(name)"
  }

  private static func name(_ url: String) -> String {
    if url == Destination.startPage { return "start" }
    let site = "http://a.example/"
    return url.hasPrefix(site) ? String(url.dropFirst(site.count)) : url
  }
}
