internal import BrowserModel
internal import EventCoding
internal import EventLog

/// Finds which events lose which words, in two passes over the log: one for pages, bookmarks and what
/// led there, one for what was said about them.
struct CoverageFinder {
  private let scope: ForgettingScope
  private let matcher: PageMatcher?
  private(set) var redactions = Redactions()
  private(set) var counts = ForgettingCounts()
  /// The words that go.
  private(set) var words: Set<String> = []
  /// The events whose page is forgotten.
  private var pages: Set<Sequence> = []
  /// Searches with their words, each of which may prove to have led to such a page.
  private var searches: [Sequence: [String]] = [:]
  /// The bookmarks that are forgotten with all that was ever said about them.
  private var bookmarks: Set<Sequence> = []
  /// Whether another page of the same host stays.
  private var keepsHost = false

  /// - Parameter browser: The newest state.
  static func find(
    _ scope: ForgettingScope, _ reader: borrowing Reader, _ browser: Browser
  ) throws(LogFailure) -> CoverageFinder {
    var finder = CoverageFinder(scope)
    try visit(reader, &finder) { $0.takePage($1) }
    finder.redactions.settle()
    finder.bookmarks = Set(
      browser.bookmarks.all.filter { bookmark in
        // What keeps words lost only some that speak of the page, as a note does.
        bookmark.kind == .bookmark && finder.redactions.kept(of: bookmark.url)?.isEmpty == true
      }.map(\.id))
    try visit(reader, &finder) { $0.takeReport($1) }
    finder.redactions.settle()
    finder.counts.events = finder.redactions.count
    finder.counts.pages = finder.pages.count
    return finder
  }

  private init(_ scope: ForgettingScope) {
    self.scope = scope
    switch scope {
    case .url(let url): matcher = PageMatcher(url: url)
    case .site(let host): matcher = PageMatcher(site: host)
    case .between, .tab, .everything: matcher = nil
    }
  }

  /// What tells lines of a history that are about it.
  var forgottenWords: ForgottenWords { ForgottenWords(scope, matcher, words) }

  /// A record as both passes look at it.
  private struct Item {
    let sequence: Sequence
    let bytes: [UInt8]
    /// Nil for a damaged record.
    let event: Event?
    let texts: EventTexts?
  }

  private static func visit(
    _ reader: borrowing Reader, _ finder: inout CoverageFinder,
    _ take: (inout CoverageFinder, Item) -> Void
  ) throws(LogFailure) {
    try reader.scan { (number, bytes) throws(LogFailure) in
      let sequence = Sequence(Int32(truncatingIfNeeded: number))
      bytes.withUnsafeBytes { bytes in
        do throws(EventDecoder.Damage) {
          let event = try EventDecoder.decode(bytes, sequence: sequence)
          let texts = EventTexts(event) { EventDecoder.string($0, in: bytes) }
          let isUnknown = if case .unknown = event.body { true } else { false }
          let item = Item(
            sequence: sequence, bytes: isUnknown ? Array(bytes) : [], event: event, texts: texts)
          take(&finder, item)
        } catch {
          take(&finder, Item(sequence: sequence, bytes: Array(bytes), event: nil, texts: nil))
        }
      }
      return true
    }
  }

  // MARK: The first pass

  private mutating func takePage(_ item: Item) {
    guard let event = item.event, let texts = item.texts else { return takeDamaged(item) }
    switch event.body {
    case .session, .time: return
    case .unknown: return takeUnknown(item)
    default: break
    }
    guard !texts.fields.isEmpty else { return }
    if texts["search_words"] != nil { searches[event.sequence] = texts.fields.map(\.words) }
    switch scope {
    case .everything: cover(event, texts)
    case .between(let first, let last):
      if event.sequence > first, event.sequence <= last { cover(event, texts) }
    case .tab(let tab):
      if event.isAboutPage(of: tab) { coverPage(event, texts) }
    case .url, .site: match(event, texts)
    }
  }

  /// Covers an event of a range whatever it says, but for settings that are no words.
  private mutating func cover(_ event: Event, _ texts: EventTexts) {
    if case .setting(let body) = event.body {
      guard body.name.holdsAddresses else { return }
    }
    if texts["url"] != nil, event.isVisit { pages.insert(event.sequence) }
    redactions.add(event.sequence)
    words.formUnion(texts.fields.map(\.words))
  }

  private mutating func coverPage(_ event: Event, _ texts: EventTexts) {
    if event.isVisit { pages.insert(event.sequence) }
    redactions.add(event.sequence)
    words.formUnion(texts.fields.map(\.words))
    guard case .navigation(.committed(let body)) = event.body else { return }
    // The search from whose results it was reached.
    if let search = searches[body.parent] {
      pages.insert(body.parent)
      redactions.add(body.parent)
      words.formUnion(search)
    }
  }

  private mutating func match(_ event: Event, _ texts: EventTexts) {
    guard let matcher else { return }
    if let url = texts["url"] {
      if matcher.matches(url: url) { return coverPage(event, texts) }
      if matcher.isMentioned(in: url) { return coverPage(event, texts) }
      if let host = matcher.host, host == BrowserModel.host(ofURL: url).map({ String($0) }) {
        keepsHost = true
      }
    }
    var dropped: [String] = []
    if let chain = texts["redirects"], leadsThere(chain, matcher) {
      dropped += ["redirects", "input", "reason", "search_words"]
    }
    if let host = texts["host"], matcher.matches(host: host) { dropped.append("host") }
    for name in ["input", "reason", "search_words", "value", "note"] {
      if let words = texts[name], matcher.isMentioned(in: words) { dropped.append(name) }
    }
    if case .group = event.body, let title = texts["title"], matcher.isMentioned(in: title) {
      dropped.append("title")
    }
    if !dropped.isEmpty {
      words.formUnion(texts.fields.filter { dropped.contains($0.name) }.map(\.words))
      redactions.add(event.sequence, keeping: texts.kept(without: dropped))
    }
  }

  private func leadsThere(_ chain: String, _ matcher: PageMatcher) -> Bool {
    chain.split(separator: "\n").contains { step in
      matcher.matches(url: String(step)) || matcher.isMentioned(in: String(step))
    }
  }

  // MARK: What cannot be understood

  private func isInScope(_ item: Item) -> Bool {
    switch scope {
    case .everything: true
    case .between(let first, let last): item.sequence > first && item.sequence <= last
    case .tab: false
    case .url, .site: matcher?.isMentioned(in: item.bytes) ?? false
    }
  }

  private mutating func takeDamaged(_ item: Item) {
    guard isInScope(item) else { return }
    counts.damaged += 1
    redactions.add(item.sequence)
  }

  private mutating func takeUnknown(_ item: Item) {
    guard isInScope(item) else { return }
    counts.unknown += 1
    redactions.add(item.sequence)
  }

  // MARK: The second pass

  private mutating func takeReport(_ item: Item) {
    guard let event = item.event, let texts = item.texts, !texts.fields.isEmpty else { return }
    guard isReport(event, texts) else { return }
    redactions.add(event.sequence)
    words.formUnion(texts.fields.map(\.words))
  }

  private func isReport(_ event: Event, _ texts: EventTexts) -> Bool {
    switch event.body {
    case .page(.titled(let body)): pages.contains(body.content)
    case .page(.pictured(let body)): pages.contains(body.content)
    case .bookmark(.added): bookmarks.contains(event.sequence)
    case .bookmark(.edited(let body)): bookmarks.contains(body.bookmark)
    case .zoom(.siteSet):
      // The zoom of a page's host goes with the last page of it.
      if case .url = scope { !keepsHost && texts["host"] == matcher?.host } else { false }
    default: false
    }
  }
}

extension Event {
  /// Whether it says which page a tab shows, or that one was visited.
  fileprivate var isVisit: Bool {
    switch body {
    case .tab(.opened), .navigation(.committed), .page(.visited): true
    default: false
    }
  }

  /// Whether it says something in words about what a tab shows.
  fileprivate func isAboutPage(of tab: Sequence) -> Bool {
    switch body {
    case .tab(.opened): sequence == tab
    case .navigation(.committed(let body)): body.tab == tab
    case .navigation(.started(let body)): body.tab == tab
    case .navigation(.failed(let body)): body.tab == tab
    case .page(.titled(let body)): body.tab == tab
    case .page(.pictured(let body)): body.tab == tab
    default: false
    }
  }
}
