package import BrowserModel
internal import CommandKit
package import Notation
internal import RetraceStore

/// A page found by `find`, with the place of the page that is nearest to the user.
package struct FoundPage {
  /// The place of a page, nearest first.
  enum Place {
    /// The page shown in a tab.
    case tab(TabID)
    /// A page in the history of an open tab, with the number of `travel` steps from the page that
    /// the tab shows.
    case entry(TabID, steps: Int)
    /// A page in the history of a closed tab, with the event that closed the tab, and the number of
    /// `travel` steps from the page that the tab showed.
    case closed(TabID, by: EventID, steps: Int)
    case bookmark(BookmarkID)
    /// No place: the page was only visited in the past.
    case visit
  }

  var place: Place
  package let url: String
  package private(set) var title: String
  /// The id of the tab, entry, bookmark or visit.
  package private(set) var id: EventID
  /// The number of visits.
  var visits = 0
  /// The newest event that visited the page. If there is no visit, the event that put the page at
  /// its place.
  var newest: EventID
  var frecency: Frecency
  /// The closed tab that shows the page, if the list of closed tabs no longer contains it.
  var previousTab: Tab?
  /// The command that opens the page, or empty until the page is listed.
  var line = ""
  /// The time of ``newest``. For a page in a closed tab, the time when the tab was closed.
  package var time: Timestamp?
  /// The number of the device that wrote the event to which ``time`` belongs, or 0 for this device.
  var device: UInt32 = 0
}

extension FoundPage {
  /// Creates a page that has no place because it was only visited.
  init(_ page: Page) {
    self.init(
      place: .visit, url: page.url, title: page.title, id: page.newestVisit,
      visits: page.visitCount, newest: page.newestVisit,
      frecency: page.frecency)
  }

  /// Adds the data about visits of the page.
  mutating func add(_ page: Page) {
    visits += page.visitCount
    frecency = page.frecency
    if title.isEmpty { title = page.title }
    if case .closed = place { return }
    newest = page.newestVisit
  }

  /// Sets the place to an open tab, if the tab contains the page.
  mutating func setPlace(in open: Tab, _ browser: Browser, _ words: LogText) {
    let tab = browser.shown(open, text: words)
    guard let steps = nearest(in: tab, browser, words) else { return }
    place = steps == 0 ? .tab(open.id) : .entry(open.id, steps: steps)
    id = steps == 0 ? open.id.event : tab.entries[tab.index + steps].id.event
  }

  /// Sets the place to a closed tab, if the tab contains the page.
  mutating func setPlace(in closed: Tab, by event: EventID, _ browser: Browser, _ words: LogText) {
    let tab = browser.shown(closed, text: words)
    guard let steps = nearest(in: tab, browser, words) else { return }
    place = .closed(closed.id, by: event, steps: steps)
    previousTab = closed
  }

  /// Returns the number of steps from the shown entry of a tab to the nearest entry with the page's
  /// address, or nil if there is none.
  private func nearest(in tab: Tab, _ browser: Browser, _ words: LogText) -> Int? {
    tab.entries.indices.filter { browser.url(of: tab.entries[$0], text: words) == url }
      .map { $0 - tab.index }.min { $0.magnitude < $1.magnitude }
  }

  /// Returns the command that opens the page, as it can be typed now.
  func line(in context: CommandContext, _ words: LogText) -> String {
    switch place {
    case .tab(let id): return "tab \(name(of: id, in: context))"
    case .closed(let id, _, let steps):
      let reopening = "reopen #\(id.rawValue)"
      guard steps != 0, let tab = previousTab ?? context.browser(of: id).closedTab(id) else {
        return reopening
      }
      return reopening + " ; "
        + Self.line(by: steps, in: context.browser(of: id).shown(tab, text: words))
    case .bookmark(let id): return "bookmark open #\(id.rawValue)"
    case .visit: return "open \(url)"
    case .entry(let id, let steps):
      let way = id == context.activeTab?.id ? "" : "tab \(name(of: id, in: context)) ; "
      let browser = context.browser(of: id)
      guard let tab = browser.tab(id) else { return "" }
      return way + Self.line(by: steps, in: browser.shown(tab, text: words))
    }
  }

  private func name(of id: TabID, in context: CommandContext) -> SafeText {
    context.browser(of: id).tab(id).map { context.place(of: $0) } ?? "#\(id.rawValue)"
  }

  /// Returns `back 2`, or `travel -2` for a page that Back and Forward skip.
  private static func line(by steps: Int, in tab: Tab) -> String {
    let index = tab.index + steps
    guard !tab.entries[index].flags.contains(.skippable) else { return "travel \(steps)" }
    let passed = steps < 0 ? index..<tab.index : tab.index + 1..<index + 1
    let count = tab.entries[passed].count { !$0.flags.contains(.skippable) }
    return steps < 0 ? "back \(count)" : "forward \(count)"
  }

  /// The name of the place in JSON.
  package var placeName: String {
    switch place {
    case .tab: "tab"
    case .entry(_, let steps): steps < 0 ? "back" : "forward"
    case .closed: "closed"
    case .bookmark: "bookmark"
    case .visit: "visit"
    }
  }

  /// The tab that contains the page, or nil.
  package var tab: EventID? {
    switch place {
    case .tab(let tab), .entry(let tab, _), .closed(let tab, _, _): tab.event
    case .bookmark, .visit: nil
    }
  }

  /// The event whose time is shown.
  var told: EventID {
    if case .closed(_, let event, _) = place { return event }
    return newest
  }
}
