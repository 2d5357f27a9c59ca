internal import Addresses
internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// Traces of forgotten pages that a forget request does not cover: bookmarks of these pages, the
/// zoom of their sites, and visits to these pages outside the request.
///
/// Addresses are compared by their hashes, so that a long range of the log takes a few bytes per
/// page.
struct RemainingTraces {
  private var pages: Set<Int> = []
  private var hosts: Set<String> = []
  private var visits = ForgettingList()

  /// Adds a forgotten page.
  mutating func addForgotten(url: String) {
    pages.insert(Self.key(url))
    if let host = BrowserModel.host(ofURL: url) { hosts.insert(String(host)) }
  }

  /// Adds a visit that remains, if other visits to its page were forgotten.
  mutating func addVisit(url: String) {
    guard !url.isEmpty, pages.contains(Self.key(url)) else { return }
    visits.add(ForgettingItem(.page, url))
  }

  /// Returns all remaining traces in a state, in the order of their kinds. Each count is the number
  /// of events with the trace.
  func all(in state: ProfileState, _ words: RedactedWords) -> [(item: ForgettingItem, count: Int)] {
    var found = visits.all
    var others = ForgettingList()
    for bookmark in state.library.bookmarks.all where bookmark.kind == .bookmark {
      guard let url = words.text(.url, of: bookmark.url), pages.contains(Self.key(url)) else {
        continue
      }
      others.add(ForgettingItem(.bookmark, url))
    }
    for site in state.browser.zoom.sites.set {
      guard let host = words.text(.host, of: site.name), hosts.contains(host) else { continue }
      others.add(ForgettingItem(.zoom, host))
    }
    found += others.all
    return found
  }

  /// Returns the hash of a URL without its fragment. Fragments are ignored, because they do not
  /// identify different pages.
  private static func key(_ url: String) -> Int { PageMatcher.withoutFragment(url).hashValue }
}
