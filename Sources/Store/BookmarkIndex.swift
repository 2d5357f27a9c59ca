internal import BrowserModel
public import EventLog
internal import Timeline

/// Which addresses have a bookmark, so that keeping one does not read all the others.
///
/// Each address that a bookmark had since this began is known by its hash, and is looked at in the log
/// before it is told. What is undone, or redone, begins it anew.
struct BookmarkIndex {
  private var entries: [Int: [Entry]] = [:]
  /// The newest event that it knows of.
  private var known = EventID.nothing
  private var wasAsked = false

  fileprivate struct Entry {
    var bookmark: EventID
    /// The event that said the address.
    var url: EventID
  }

  mutating func removeAll() { self = BookmarkIndex() }

  /// Whether a bookmark of a state has an address.
  ///
  /// The first to ask looks at each bookmark: a single command asks once, and an index would cost it
  /// more.
  ///
  /// - Complexity: O(bookmarks) the first two times, then O(events since).
  mutating func has(
    _ url: String, in browser: Browser, _ reader: borrowing Reader
  ) throws(LogFailure) -> Bool {
    guard wasAsked else {
      wasAsked = true
      return browser.bookmarks.all.contains { reader.text(.url, of: $0.url) == url }
    }
    try catchUp(with: browser, reader)
    // The newest is the likeliest to be there still.
    return (entries[url.hashValue] ?? []).reversed().contains { entry in
      browser.bookmarks[entry.bookmark]?.url == entry.url
        && reader.text(.url, of: entry.url) == url
    }
  }

  private mutating func catchUp(
    with browser: Browser, _ reader: borrowing Reader
  ) throws(LogFailure) {
    let newest = browser.sequence
    defer { known = newest }
    guard known.exists, newest.rawValue - known.rawValue <= Int32(clamping: browser.bookmarks.count)
    else { return begin(with: browser, reader) }
    guard newest > known else { return }
    var said: [Entry] = []
    try reader.visitEvents(
      from: known.advanced(by: 1), through: newest, backwards: false, damaged: { _ in },
      { event in
        if let entry = Entry(event) { said.append(entry) }
        return true
      })
    for entry in said { add(entry, reader) }
  }

  /// Takes in the bookmarks that there are, in the order of the log, where their addresses stand.
  private mutating func begin(with browser: Browser, _ reader: borrowing Reader) {
    entries.removeAll()
    let all = browser.bookmarks.all.filter { $0.url.exists }
    entries.reserveCapacity(all.count)
    for bookmark in all.sorted(by: { $0.url < $1.url }) {
      add(Entry(bookmark: bookmark.id, url: bookmark.url), reader)
    }
  }

  private mutating func add(_ entry: Entry, _ reader: borrowing Reader) {
    guard let url = reader.text(.url, of: entry.url) else { return }
    entries[url.hashValue, default: []].append(entry)
  }
}

extension BookmarkIndex.Entry {
  /// What an event says of the address of a bookmark; nil: nothing.
  fileprivate init?(_ event: borrowing Event) {
    switch event.body {
    case .bookmark(.added(let body)) where body.url.isPresent:
      self.init(bookmark: event.sequence, url: event.sequence)
    case .bookmark(.edited(let body)) where body.url.isPresent:
      self.init(bookmark: body.bookmark, url: event.sequence)
    case .bookmark(.restored(let body)) where body.url.exists:
      self.init(bookmark: body.bookmark, url: body.url)
    default: return nil
    }
  }
}

extension Store {
  /// Whether a bookmark has an address now.
  ///
  /// - Complexity: O(bookmarks) the first two times, then O(events since).
  public func isBookmarked(_ url: String) throws(LogFailure) -> Bool {
    completeLibrary()
    return try lendingReader { (reader) throws(LogFailure) in
      try words.isBookmarked(url, in: timeline.browser, reader)
    }
  }
}

/// The hosts that were ever given a zoom, by name: asked for with every page that is shown.
///
/// The table of sites only grows, but for a refold, after which the store starts this anew.
struct HostIndex {
  private var names: [String: EventID] = [:]
  private var knownCount = 0

  mutating func site(
    named host: String, among sites: SiteTable, _ text: (EventID) -> String?
  ) -> EventID? {
    if sites.namedCount > knownCount { extend(to: sites, text) }
    return names[host]
  }

  mutating func removeAll() { self = HostIndex() }

  private mutating func extend(to sites: SiteTable, _ text: (EventID) -> String?) {
    for site in sites.named[knownCount...] {
      guard let host = text(site.name), !host.isEmpty else { continue }
      if names[host] == nil { names[host] = site.name }
    }
    knownCount = sites.namedCount
  }
}
