internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// The addresses of bookmarks, so that adding a bookmark does not require reading all existing
/// bookmarks.
///
/// The index contains hashes of the addresses that bookmarks have had since it was created, and
/// verifies a match in the log. An undo or redo resets it.
struct BookmarkIndex {
  /// The bookmarks that have or once had an address, by the hash of the address.
  private var entries: [Int: [Entry]] = [:]
  /// The newest event that the index covers.
  private var known = EventID.nothing
  /// Whether the index was queried before. The index is built only for the second query.
  private var wasAsked = false

  /// A bookmark, and the event that set its address.
  struct Entry {
    var bookmark: BookmarkID
    /// The event with the address as its text.
    var url: EventID
  }

  /// Resets the index.
  mutating func removeAll() { self = BookmarkIndex() }

  /// Whether a bookmark has an address. `newest` is the newest event of the log.
  ///
  /// The first query scans all bookmarks, because a single command makes only one query, and
  /// building an index would take longer.
  ///
  /// - Complexity: O(bookmarks) the first two times, then O(events since the previous query).
  mutating func has(
    _ url: String, in bookmarks: Bookmarks, at newest: EventID, _ reader: borrowing Reader
  ) throws -> Bool {
    guard wasAsked else {
      wasAsked = true
      return bookmarks.all.contains { reader.text(.url, of: $0.url) == url }
    }
    try catchUp(with: bookmarks, at: newest, reader)
    // The newest entry is the most likely to be still valid.
    return (entries[url.hashValue] ?? []).reversed().contains { entry in
      bookmarks[entry.bookmark]?.url == entry.url
        && reader.text(.url, of: entry.url) == url
    }
  }

  /// Adds the bookmark changes since the last query, or rebuilds the index if rebuilding is faster.
  private mutating func catchUp(
    with bookmarks: Bookmarks, at newest: EventID, _ reader: borrowing Reader
  ) throws {
    defer { known = newest }
    guard known.exists, newest.rawValue - known.rawValue <= Int32(clamping: bookmarks.count)
    else { return begin(with: bookmarks, reader) }
    guard newest > known else { return }
    var said: [Entry] = []
    try reader.visitEvents(
      from: known.advanced(by: 1), through: newest, backwards: false, damaged: { _ in },
      { event, _ in
        if let entry = Entry(event) { said.append(entry) }
        return true
      })
    for entry in said { add(entry, reader) }
  }

  /// Adds all bookmarks, in the order of their addresses in the log.
  private mutating func begin(with bookmarks: Bookmarks, _ reader: borrowing Reader) {
    entries.removeAll()
    let all = bookmarks.all.filter { $0.url.exists }
    entries.reserveCapacity(all.count)
    for bookmark in all.sorted(by: { $0.url < $1.url }) {
      add(Entry(bookmark: bookmark.id, url: bookmark.url), reader)
    }
  }

  /// Adds an entry, unless its address was forgotten or cannot be read.
  private mutating func add(_ entry: Entry, _ reader: borrowing Reader) {
    guard let url = reader.text(.url, of: entry.url) else { return }
    entries[url.hashValue, default: []].append(entry)
  }
}

extension BookmarkIndex.Entry {
  /// Creates the entry for an event, or returns nil if the event does not set the address of a
  /// bookmark.
  init?(_ event: borrowing Event) {
    switch event.body {
    case .bookmark(.added(let body)) where body.url.isPresent:
      self.init(bookmark: BookmarkID(event.sequence), url: event.sequence)
    case .bookmark(.edited(let body)) where body.url.isPresent:
      self.init(bookmark: body.bookmark, url: event.sequence)
    case .bookmark(.restored(let body)) where body.url.exists:
      self.init(bookmark: body.bookmark, url: body.url)
    default: return nil
    }
  }
}
