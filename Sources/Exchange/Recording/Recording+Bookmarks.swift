package import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// The bookmarks of the browser. The browser's roots are top-level folders in the log.
extension Recording {
  /// Performs the actions that make the bookmarks of the log equal to the bookmarks of the browser.
  func follow(_ observed: ObservedBookmarks) throws {
    try forgetVanishedBookmarks()
    let nodes = observed.all.map(\.node)
    let shown = Set(nodes.map(\.id))
    shownBookmarks = Set(bookmarks.filter { shown.contains($0.key) }.values)
    for root in observed.roots {
      guard let folder = try folder(of: root) else { continue }
      try fill(folder, with: root.folder.children)
    }
    try describe(nodes)
    try removeBookmarks(except: shown.union(observed.roots.map(\.folder.id)))
  }

  /// Finds the bookmarks of the log that are the same as bookmarks of the browser. Bookmarks are
  /// matched by known ids first, and then by the same contents at the same place.
  ///
  /// - Parameter known: The ids from an earlier connection.
  package func recognize(_ observed: ObservedBookmarks, _ known: [String: BookmarkID]) throws {
    let library = try library
    // Bookmarks that only one side still has stay known, so that they are removed from the other.
    bookmarks = known
    for root in observed.roots {
      bookmarks[root.folder.id] = nil
      guard let folder = try existingFolder(of: root) else { continue }
      bookmarks[root.folder.id] = folder
    }
    var taken = Set(bookmarks.values)
    for root in observed.roots {
      var places = bookmarks[root.folder.id].map { [$0] } ?? []
      if root.kind == .other { places.append(.nothing) }
      try recognize(root.folder.children, in: places, library, &taken)
    }
  }

  private func recognize(
    _ nodes: [ObservedBookmark], in folders: [BookmarkID], _ library: Bookmarks,
    _ taken: inout Set<BookmarkID>
  ) throws {
    var free: [BookmarkText: [BookmarkID]] = [:]
    for id in folders.flatMap({ library.children(of: $0) }).reversed() where !taken.contains(id) {
      guard let text = try text(of: id) else { continue }
      free[text, default: []].append(id)
    }
    for node in nodes where bookmarks[node.id] == nil {
      guard let id = free[BookmarkText(node)]?.popLast() else { continue }
      bookmarks[node.id] = id
      taken.insert(id)
    }
    for node in nodes where node.kind == .folder {
      guard let id = bookmarks[node.id] else { continue }
      try recognize(node.children, in: [id], library, &taken)
    }
  }

  /// The bookmarks of the log.
  package var library: Bookmarks {
    get throws { try store.readLibrary().bookmarks }
  }

  private func forgetVanishedBookmarks() throws {
    let library = try library
    bookmarks = bookmarks.filter { library[$0.value] != nil }
  }

  // MARK: Folders

  /// Returns the folder of the log for a root, or nil if the root is empty and the log has no such
  /// folder.
  private func folder(of root: ObservedBookmarks.Root) throws -> BookmarkID? {
    if let known = try bookmarks[root.folder.id] ?? existingFolder(of: root) {
      bookmarks[root.folder.id] = known
      return known
    }
    guard !root.folder.children.isEmpty else { return nil }
    let commit = try perform(
      .addBookmark(NewBookmark(.folder, title: root.kind.title)), by: .engine)
    guard let id = commit?.addedBookmarks.first else { return nil }
    bookmarks[root.folder.id] = id
    return id
  }

  private func existingFolder(of root: ObservedBookmarks.Root) throws -> BookmarkID? {
    let taken = Set(bookmarks.values)
    return try library.top.first { id in
      guard !taken.contains(id), let text = try text(of: id) else { return false }
      return text.kind == .folder && root.kind.isTitled(text.title)
    }
  }

  /// Makes the members of a folder equal to the members of the browser's folder, in the same order.
  private func fill(_ folder: BookmarkID, with nodes: [ObservedBookmark]) throws {
    var moved: [BookmarkID] = []
    var added: [Action] = []
    var fresh: [ObservedBookmark] = []
    var row = try row(of: folder)
    for (index, node) in nodes.enumerated() {
      if let id = bookmarks[node.id] {
        if !row.contains(id) { moved.append(id) }
      } else {
        let place = try library.children(of: folder).count == row.count ? index : nil
        fresh.append(node)
        added.append(
          .addBookmark(
            NewBookmark(
              node.kind, title: node.title, url: node.url.isEmpty ? nil : node.url, folder: folder,
              index: place)))
      }
    }
    for id in moved { try perform(.moveBookmark(id, folder: folder, index: nil)) }
    if !added.isEmpty { try add(fresh, added) }
    let wanted = ContiguousArray(nodes.compactMap { bookmarks[$0.id] })
    row = try self.row(of: folder)
    for _ in wanted {
      guard let move = Self.move(of: row, towards: wanted) else { break }
      let index = try self.index(of: move.index, in: folder, without: move.item)
      guard try perform(.moveBookmark(move.item, folder: folder, index: index)) != nil else {
        break
      }
      row = try self.row(of: folder)
    }
    for node in nodes where node.kind == .folder {
      if let id = bookmarks[node.id] { try fill(id, with: node.children) }
    }
  }

  /// Adds the members of a folder as one action. If one member is refused, the others are added one
  /// by one.
  private func add(_ nodes: [ObservedBookmark], _ actions: [Action]) throws {
    if let commit = try perform(asOne: actions) {
      for (node, id) in zip(nodes, commit.addedBookmarks) { bind(node, id) }
      return
    }
    for (node, action) in zip(nodes, actions) {
      if let id = try perform(action)?.addedBookmarks.first { bind(node, id) }
    }
  }

  private func bind(_ node: ObservedBookmark, _ id: BookmarkID) {
    bookmarks[node.id] = id
    shownBookmarks.insert(id)
  }

  /// Returns the members of a folder that the browser shows.
  private func row(of folder: BookmarkID) throws -> ContiguousArray<BookmarkID> {
    try library.children(of: folder).filter { shownBookmarks.contains($0) }
  }

  /// Converts an index among the members that the browser shows to an index among all members of
  /// the folder. An item that is being moved does not count.
  private func index(
    of place: Int, in folder: BookmarkID, without item: BookmarkID
  ) throws -> Int {
    let row = try row(of: folder).filter { $0 != item }
    let all = try library.children(of: folder).filter { $0 != item }
    guard place < row.count else { return all.count }
    return all.firstIndex(of: row[place]) ?? all.count
  }

  // MARK: Texts

  private func describe(_ nodes: [ObservedBookmark]) throws {
    for node in nodes {
      guard let id = bookmarks[node.id], let text = try text(of: id), text != BookmarkText(node)
      else { continue }
      var edit = BookmarkEdit()
      if text.title != node.title { edit.title = node.title }
      if text.url != node.url, node.kind == .bookmark { edit.url = node.url }
      try perform(.editBookmark(id, edit))
    }
  }

  private func text(of id: BookmarkID) throws -> BookmarkText? {
    guard let bookmark = try library[id] else { return nil }
    return try store.read { words in
      BookmarkText(
        kind: bookmark.kind, title: words.text(.title, of: bookmark.title) ?? "",
        url: words.text(.url, of: bookmark.url) ?? "")
    }
  }

  // MARK: Removing

  /// Removes bookmarks that the browser no longer has. A folder is removed with its contents.
  private func removeBookmarks(except shown: Set<String>) throws {
    let gone = Set(bookmarks.filter { !shown.contains($0.key) }.values)
    guard !gone.isEmpty else { return }
    let library = try library
    let topmost = gone.filter { id in library[id].map { !gone.contains($0.parent) } ?? false }
    try perform(asOne: topmost.sorted().map { .removeBookmark($0, all: true) })
    try forgetVanishedBookmarks()
  }
}

/// The contents by which a bookmark is recognised.
private struct BookmarkText: Hashable {
  let kind: Bookmark.Kind
  let title: String
  let url: String

  init(kind: Bookmark.Kind, title: String, url: String) {
    self.kind = kind
    self.title = title
    self.url = url
  }

  init(_ node: ObservedBookmark) {
    self.init(kind: node.kind, title: node.title, url: node.url)
  }
}

extension Commit {
  /// The added bookmarks, in order.
  fileprivate var addedBookmarks: [BookmarkID] {
    events.compactMap { event in
      if case .bookmark(.added) = event.body { BookmarkID(event.sequence) } else { nil }
    }
  }
}
