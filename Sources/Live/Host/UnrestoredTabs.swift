internal import BrowserModel
internal import RetraceEventLog
package import RetraceStore

/// The tabs of the previous session that a browser has not restored after its start.
///
/// ``LiveSession`` closes them on behalf of the browser soon after the start. They are no longer
/// unrestored once they are reopened, or once the browser has quit.
package struct UnrestoredTabs {
  /// A tab, with the page that it showed.
  package struct Page: Equatable, Sendable {
    package let title: String
    package let url: String
  }

  package private(set) var pages: [Page] = []
  /// The closed items with the tabs.
  private var items: [EventID] = []

  /// The time after the start of a browser in which it restores its tabs, in milliseconds.
  private static let startMilliseconds: Int64 = 60_000

  /// - Parameter ids: The ids of browsers among the browsers of the profile. The tabs of other
  ///   browsers are omitted.
  package init(in store: Store, of ids: [String]) throws {
    let browser = store.browser
    let browsers = ConnectedBrowsers(folder: store.log.directory)
    let run = browser.health
    guard run.running.exists else { return }
    for item in browser.closed {
      let owner = item.tabs.first.flatMap { browsers.owner(of: $0.tab.window) }
      guard item.id.event > run.running, owner.map(ids.contains) ?? true,
        try Self.isByBrowser(item.id.event, of: run, in: store)
      else { continue }
      let pages = try store.read { words in
        browser.shown(item, text: words)?.tabs.map { closed in
          Page(
            title: closed.tab.currentEntry.map { browser.title(of: $0, text: words) } ?? "",
            url: browser.url(of: closed.tab, text: words))
        }
      }
      guard let pages else { continue }
      self.pages += pages
      items.append(item.id.event)
    }
  }

  /// Whether the browser itself closed a tab while it was starting.
  private static func isByBrowser(
    _ event: EventID, of run: SessionHealth, in store: Store
  ) throws -> Bool {
    var isByBrowser = false
    try store.visitLog(isPrivate: false, from: event, through: event) { closing, _ in
      isByBrowser =
        closing.actor == .engine
        && closing.milliseconds - run.openedMilliseconds <= startMilliseconds
      return false
    }
    return isByBrowser
  }

  /// Reopens the tabs as one action. A running browser then opens them too.
  package func reopen(in store: Store, by origin: Origin = Origin(.user)) throws {
    try store.reopen(all: items, by: origin)
  }
}
