internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// A page that `find` found, at the place that is nearest to the user.
struct FoundPage {
  /// Where a page is, the nearest place first.
  enum Place {
    /// It is what a tab shows.
    case tab(TabID)
    /// So many steps of `travel` from what a tab shows.
    case entry(TabID, steps: Int)
    /// So many steps of `travel` from what a closed tab showed, and the event that closed it.
    case closed(TabID, by: EventID, steps: Int)
    case bookmark(BookmarkID)
    /// It was visited, and is nowhere now.
    case visit
  }

  var place: Place
  let url: String
  var title: String
  /// The tab, the entry, the bookmark or the visit.
  let id: EventID
  /// How often it was visited.
  var visits = 0
  /// The newest event that visited it; where none did, the event that put it where it is.
  var newest: EventID
  var frecency: Frecency
  /// The closed tab that shows the page, if the list of closed tabs no longer contains it.
  var formerTab: Tab?
  /// The line that brings it back; empty until it is shown.
  var line = ""
  /// When that was; for what was closed, when it was closed.
  var time: Timestamp?
  /// The number of the device on which that was; 0 for this one.
  var device: UInt32 = 0
}

extension FoundPage {
  /// A page that is nowhere now.
  init(_ page: Page) {
    self.init(
      place: .visit, url: page.url, title: page.title, id: page.newestVisit,
      visits: page.visitCount, newest: page.newestVisit,
      frecency: page.frecency)
  }

  /// Takes over what is known of the visits of the page.
  mutating func add(_ page: Page) {
    visits += page.visitCount
    frecency = page.frecency
    if title.isEmpty { title = page.title }
    if case .closed = place { return }
    newest = page.newestVisit
  }

  /// Says that a closed tab has the page, if the tab does. Of several entries with its address, the
  /// nearest to the one that the tab showed counts.
  mutating func setPlace(in closed: Tab, by event: EventID, _ browser: Browser, _ words: LogText) {
    let tab = browser.shown(closed, text: words)
    let steps = tab.entries.indices.filter { browser.url(of: tab.entries[$0], text: words) == url }
      .map { $0 - tab.index }
    guard let nearest = steps.min(by: { $0.magnitude < $1.magnitude }) else { return }
    place = .closed(closed.id, by: event, steps: nearest)
    formerTab = closed
  }

  /// The line that brings it back, as it can be typed now.
  func line(in context: CommandContext, _ words: LogText) -> String {
    switch place {
    case .tab(let id): return "tab \(name(of: id, in: context))"
    case .closed(let id, _, let steps):
      let reopening = "reopen #\(id.rawValue)"
      guard steps != 0, let tab = formerTab ?? context.browser(of: id).closedTab(id) else {
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

  /// `back 2`; `travel -2` for a page that Back and Forward skip.
  private static func line(by steps: Int, in tab: Tab) -> String {
    let index = tab.index + steps
    guard !tab.entries[index].flags.contains(.skippable) else { return "travel \(steps)" }
    let passed = steps < 0 ? index..<tab.index : tab.index + 1..<index + 1
    let count = tab.entries[passed].count { !$0.flags.contains(.skippable) }
    return steps < 0 ? "back \(count)" : "forward \(count)"
  }

  /// The event whose time is told.
  var told: EventID {
    if case .closed(_, let event, _) = place { return event }
    return newest
  }
}
