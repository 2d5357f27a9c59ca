internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The contents of a profile, used to import only new items. They consist of all existing items and
/// of all items from earlier imports. An item from an earlier import counts even if it was changed,
/// but not if the import was undone.
///
/// Items are recognised by their contents, because most formats have no permanent ids.
struct KnownItems {
  /// The known visits. They are collected when the first visit is imported, because most sources
  /// have no visits and a log has many.
  private var visits: Set<Int>?
  /// The number of known tabs with each history.
  private var histories: [Int: Int] = [:]
  private var bookmarks: [Key: [BookmarkID]] = [:]
  private var taken: Set<BookmarkID> = []
  private let store: Store
  private let existing: Bookmarks

  private struct Key: Hashable {
    var folder: BookmarkID
    var content: Int
  }

  /// - Complexity: O(events).
  init(_ store: Store) throws {
    self.store = store
    existing = try store.readLibrary().bookmarks
    var scan = Scan()
    try store.visitFoldedEvents(of: store.timeline) { event, words in
      scan.consume(event, words)
      return true
    }
    for history in scan.histories.values { histories[history, default: 0] += 1 }
    for bookmark in scan.bookmarks { add(bookmark.id, bookmark.folder, bookmark.content) }
    try store.read { words in addChanged(scan.bookmarks, words) }
  }

  /// Adds the current form of bookmarks that were changed. A changed bookmark is recognised in both
  /// its original and its current form.
  private mutating func addChanged(_ added: [Scan.Added], _ words: LogText) {
    let folders = Dictionary(added.map { ($0.id, $0.folder) }) { first, _ in first }
    for bookmark in existing.all {
      let added = bookmark.id.event
      let isAsAdded =
        bookmark.title == added && (bookmark.url == added || !bookmark.url.exists)
      guard !isAsAdded || folders[bookmark.id] != bookmark.parent else { continue }
      let content = Self.content(
        bookmark.kind, title: words.text(.title, of: bookmark.title) ?? "",
        url: ImportedAddress.known(words.text(.url, of: bookmark.url) ?? ""))
      add(bookmark.id, bookmark.parent, content)
    }
  }

  private mutating func add(_ id: BookmarkID, _ folder: BookmarkID, _ content: Int) {
    bookmarks[Key(folder: folder, content: content), default: []].append(id)
  }

  /// Returns whether a visit is new, and adds it to the known visits. Therefore a visit is new only
  /// once.
  ///
  /// - Complexity: O(events) for the first visit, O(1) for further visits.
  mutating func isNew(_ visit: PortableVisit) throws -> Bool {
    if visits == nil { visits = try knownVisits() }
    let content = Self.content(visit.url, visit.milliseconds)
    return visits?.insert(content).inserted ?? true
  }

  private func knownVisits() throws -> Set<Int> {
    var known: Set<Int> = []
    try store.visitFoldedEvents(of: store.timeline) { event, words in
      let url = event.visitedURL
      guard url.isPresent else { return true }
      known.insert(Self.content(ImportedAddress.known(words(url)), event.happenedMilliseconds))
      return true
    }
    return known
  }

  /// Whether a tab is new. Each known tab can match only once.
  mutating func isNew(_ tab: PortableTab) -> Bool {
    let history = tab.entries.reduce(0) { Self.history($0, $1.url) }
    guard let count = histories[history], count > 0 else { return true }
    histories[history] = count - 1
    return false
  }

  /// Returns the known bookmark that matches, or nil if the bookmark is new. Each known bookmark
  /// can match only once.
  mutating func consume(_ bookmark: PortableBookmark, in folder: BookmarkID) -> BookmarkID? {
    let content = Self.content(bookmark.kind, title: bookmark.title, url: bookmark.url)
    let found = bookmarks[Key(folder: folder, content: content)] ?? []
    let free = found.filter { !taken.contains($0) }
    guard let id = free.first(where: { existing[$0] != nil }) ?? free.first else {
      return nil
    }
    taken.insert(id)
    return id
  }

  fileprivate static func content(_ kind: Bookmark.Kind, title: String, url: String) -> Int {
    var hasher = Hasher()
    hasher.combine(kind)
    // Some formats do not preserve spaces around a title.
    hasher.combine(title.trimmed)
    hasher.combine(url)
    return hasher.finalize()
  }

  fileprivate static func content(_ url: String, _ milliseconds: Int64) -> Int {
    var hasher = Hasher()
    hasher.combine(url)
    hasher.combine(milliseconds)
    return hasher.finalize()
  }

  /// Returns the hash of a history after one page was added.
  fileprivate static func history(_ before: Int, _ url: String) -> Int {
    var hasher = Hasher()
    hasher.combine(before)
    hasher.combine(url)
    return hasher.finalize()
  }
}

/// The imported tabs and the added bookmarks, according to the events of a branch.
private struct Scan {
  struct Added {
    var id: BookmarkID
    var folder: BookmarkID
    var content: Int
  }

  private(set) var histories: [TabID: Int] = [:]
  private(set) var bookmarks: [Added] = []

  mutating func consume(_ event: Event, _ words: EventWords) {
    switch event.body {
    case .bookmark(.added(let body)):
      let content = KnownItems.content(
        body.kind, title: words(body.title),
        url: ImportedAddress.known(words(body.url)))
      bookmarks.append(Added(id: BookmarkID(event.sequence), folder: body.parent, content: content))
    case .tab(.opened(let body)) where event.actor == .import && body.url.isPresent:
      histories[TabID(event.sequence)] = KnownItems.history(
        0, ImportedAddress.known(words(body.url)))
    case .navigation(.committed(let body)) where event.actor == .import:
      guard let before = histories[body.tab] else { return }
      histories[body.tab] = KnownItems.history(
        before, ImportedAddress.known(words(body.url)))
    default: break
    }
  }
}
