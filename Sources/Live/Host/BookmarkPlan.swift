internal import BrowserModel
internal import Exchange
internal import RetraceStore

/// The orders that make a browser show the bookmarks that other programs have changed in the
/// profile.
struct BookmarkPlan {
  private let store: Store
  private let former: Bookmarks
  private let now: Bookmarks
  private let observed: ObservedBookmarks
  /// The ids that the browser uses for the bookmarks of the profile.
  private let ids: [BookmarkID: String]
  /// Bookmarks that the browser has refused.
  private let refused: Set<BookmarkID>
  /// The members of each folder of the browser, after the orders planned so far. A placeholder
  /// represents a bookmark that is still to be created.
  private var rows: [String: ContiguousArray<Place>] = [:]
  private var folderOf: [String: String] = [:]
  private var titles: [String: String] = [:]
  private let roots: Set<String>

  private enum Place: Hashable {
    case known(String)
    case fresh(BookmarkID)
  }

  private(set) var orders: [LiveOrder] = []
  /// Whether there are more bookmarks to create than fit into one message.
  private(set) var isCut = false
  /// Bookmarks that are too long for any message.
  private(set) var tooLong: [BookmarkID] = []
  private var createdCount = 0
  private var createdBytes = 0

  /// The maximum number of bookmarks that one message creates, and the maximum number of bytes of
  /// their titles and addresses. Browsers refuse messages of more than 1 MiB.
  private static let batchCount = 400
  private static let batchBytes = 1 << 18

  /// - Parameter former: The bookmarks of the profile that the browser shows, except for changes
  ///   that were made in the browser.
  init(
    _ recording: Recording, _ observed: ObservedBookmarks, from former: Bookmarks,
    to now: Bookmarks, refused: Set<BookmarkID>
  ) {
    store = recording.store
    self.former = former
    self.now = now
    self.observed = observed
    self.refused = refused
    ids = Dictionary(
      recording.bookmarks.map { ($0.value, $0.key) }, uniquingKeysWith: { max($0, $1) })
    roots = Set(observed.roots.map(\.folder.id))
    for root in observed.roots { rows[root.folder.id] = [] }
    for (node, folder) in observed.all {
      rows[folder, default: []].append(.known(node.id))
      folderOf[node.id] = folder
      titles[node.id] = node.title
      if node.kind == .folder { rows[node.id] = [] }
    }
  }

  mutating func planAll() {
    remove()
    for folder in folders { create(in: folder.id, folder.browser) }
    for folder in folders { moveInto(folder.id, folder.browser) }
    for folder in folders { sort(folder.id, folder.browser) }
    for bookmark in now.all { edit(bookmark) }
  }

  /// The folders that exist in both the profile and the browser, outermost first.
  private var folders: [(id: BookmarkID, browser: String)] {
    var found = now.all.filter { $0.kind == .folder }.compactMap { folder in
      ids[folder.id].map { (id: folder.id, browser: $0) }
    }
    // What is outside the roots goes into “Other bookmarks”.
    if let other = observed.other { found.append((.nothing, other.id)) }
    return found.filter { rows[$0.browser] != nil }
  }

  /// The members of a folder of the profile that the browser can show in this folder.
  private func members(of folder: BookmarkID) -> [BookmarkID] {
    now.children(of: folder).filter { id in
      guard !refused.contains(id), let bookmark = now[id] else { return false }
      if ids[id].map(roots.contains) ?? false { return false }
      return observed.hasSeparators || bookmark.kind != .separator
    }
  }

  // MARK: Removing

  private mutating func remove() {
    let gone = ids.filter { now[$0.key] == nil }
    for (_, browser) in gone.sorted(by: { $0.value < $1.value }) {
      if roots.contains(browser) {
        // A root cannot be removed, but its contents can.
        for case .known(let child) in rows[browser] ?? [] { remove(child) }
      } else {
        remove(browser)
      }
    }
  }

  /// Removes a bookmark, or a folder with its contents.
  private mutating func remove(_ browser: String) {
    guard let folder = folderOf.removeValue(forKey: browser) else { return }
    rows[folder]?.removeAll { $0 == .known(browser) }
    orders.append(.removeBookmark(browser))
    for case .known(let child) in rows.removeValue(forKey: browser) ?? [] {
      forget(child)
    }
  }

  private mutating func forget(_ browser: String) {
    folderOf[browser] = nil
    for case .known(let child) in rows.removeValue(forKey: browser) ?? [] { forget(child) }
  }

  // MARK: Creating

  private mutating func create(in folder: BookmarkID, _ browser: String) {
    var former: Place?
    for id in members(of: folder) {
      if ids[id] == nil {
        guard let node = node(id) else {
          if isCut { return }
          continue
        }
        let row = rows[browser] ?? []
        let index = former.flatMap { row.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        rows[browser]?.insert(.fresh(id), at: index)
        orders.append(.createBookmark(in: browser, index: index, node))
      }
      former = ids[id].map { .known($0) } ?? .fresh(id)
    }
  }

  /// Returns a bookmark to create, with all its contents that the browser lacks. Returns nil if the
  /// bookmark is too long, or if it must wait for a later message.
  private mutating func node(_ id: BookmarkID) -> LiveOrder.NewBookmark? {
    guard let bookmark = now[id] else { return nil }
    var node = LiveOrder.NewBookmark(
      id: id, kind: bookmark.kind, title: text(.title, bookmark.title),
      url: text(.url, bookmark.url))
    let size = node.title.utf8.count + node.url.utf8.count
    if size > Self.batchBytes {
      tooLong.append(id)
      return nil
    }
    if createdCount == Self.batchCount || createdBytes + size > Self.batchBytes {
      isCut = true
      return nil
    }
    createdCount += 1
    createdBytes += size
    for child in members(of: id) where ids[child] == nil {
      if let inner = self.node(child) { node.children.append(inner) }
      if isCut { break }
    }
    return node
  }

  private func text(_ field: TextField, _ event: EventID) -> String {
    (try? store.read { words in words.text(field, of: event) ?? "" }) ?? ""
  }

  // MARK: Order

  private mutating func moveInto(_ folder: BookmarkID, _ browser: String) {
    var place: Place?
    for id in members(of: folder) {
      if let known = ids[id], let current = folderOf[known], current != browser,
        former[id]?.parent != folder
      {
        rows[current]?.removeAll { $0 == .known(known) }
        let row = rows[browser] ?? []
        let index = place.flatMap { row.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        rows[browser]?.insert(.known(known), at: index)
        folderOf[known] = browser
        orders.append(.moveBookmark(known, folder: browser, index: index))
      }
      place = ids[id].map { .known($0) } ?? .fresh(id)
    }
  }

  private mutating func sort(_ folder: BookmarkID, _ browser: String) {
    guard folder.exists, former.children(of: folder) != now.children(of: folder) else { return }
    let row = Set(rows[browser] ?? [])
    let wanted = ContiguousArray(
      members(of: folder).map { id in ids[id].map { Place.known($0) } ?? .fresh(id) }
        .filter { row.contains($0) })
    // Bookmarks outside the roots are behind the others.
    guard wanted.count == row.count else { return }
    for _ in wanted {
      guard let row = rows[browser], let move = Recording.move(of: row, towards: wanted),
        case .known(let known) = move.item
      else { return }
      orders.append(.moveBookmark(known, folder: browser, index: move.index))
      rows[browser]?.removeAll { $0 == move.item }
      rows[browser]?.insert(move.item, at: move.index)
    }
  }

  // MARK: Texts

  private mutating func edit(_ bookmark: Bookmark) {
    guard let browser = ids[bookmark.id], folderOf[browser] != nil, bookmark.kind != .separator,
      let before = former[bookmark.id],
      before.title != bookmark.title || before.url != bookmark.url
    else { return }
    let title = text(.title, bookmark.title)
    let hasURL = bookmark.kind == .bookmark && before.url != bookmark.url
    guard hasURL || titles[browser] != title else { return }
    orders.append(
      .editBookmark(browser, title: title, url: hasURL ? text(.url, bookmark.url) : nil))
  }
}
