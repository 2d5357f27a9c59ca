internal import BrowserModel
internal import CommandKit
internal import ExchangeFormats
internal import RetraceStore

/// Notes about lists that a connected browser cannot restore.
extension CommandContext {
  /// The number of closed tabs and windows that Chromium and Firefox keep, with their Back and
  /// Forward lists.
  private static var keptItems: Int { 25 }

  /// Returns a note on reopened tabs whose Back and Forward lists the connected browser no longer
  /// has, or nil if there are no such tabs.
  func noteOfLostLists(since former: Browser) throws -> SafeText? {
    let browser = store.browser
    let run = browser.health.running
    guard run.exists else { return nil }
    let fresh = Set(browser.windows.flatMap(\.tabs)).subtracting(former.windows.flatMap(\.tabs))
    let lists = fresh.filter { browser.tab($0)?.entries.count ?? 0 > 1 }
    guard !lists.isEmpty,
      let name = try store.read({ words in words.text(.title, of: run) })
        .flatMap(LiveBrowser.init)?.name
    else { return nil }
    let kept = Set(former.closed.suffix(Self.keptItems).flatMap(\.tabs).map(\.tab.id))
    let count = lists.subtracting(kept).count
    guard count > 0 else { return nil }
    let what: SafeText = count == 1 ? "this tab" : .counted(count, "of these tabs", "of these tabs")
    return style.apply(
      .yellow,
      to: "\(SafeText(name)) no longer has the Back and Forward list of \(what), and loads only "
        + "the page shown. Back loads the page before it.")
  }
}
