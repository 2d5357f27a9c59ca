extension Decider {
  /// Adds a bookmark. Adds any missing folders on its path first.
  func add<Source: TextSource & ~Copyable>(
    _ action: NewBookmark, text source: borrowing Source
  ) throws(Refusal) {
    try checkFolder(action.folder)
    if action.kind == .bookmark, action.url?.isEmpty ?? true {
      throw Refusal(.invalidValue, "A bookmark needs a URL.")
    }
    if action.kind == .folder { try checkTitle(action.title) }
    let existing = library.bookmarks.children(of: action.folder).count
    var body = BookmarkAdded()
    body.parent = try addFolders(action.newFolders, in: action.folder, at: existing)
    let count = action.newFolders.isEmpty ? existing : 0
    body.index = Int32(min(max(action.index ?? count, 0), count))
    body.kind = action.kind
    body.title = try text(action.title)
    body.url = try text(action.url)
    body.tags = try text(action.tags.isEmpty ? nil : try joined(action.tags))
    body.keyword = try text(action.keyword)
    body.note = try text(action.note)
    append(.bookmark(.added(body)))
    try freeKeyword(action.keyword, text: source)
  }

  /// Adds folders, each inside the previous one.
  ///
  /// - Returns: The id of the last folder, or `parent` if there is no folder to add.
  private func addFolders(
    _ titles: [String], in parent: BookmarkID, at index: Int
  ) throws(Refusal) -> BookmarkID {
    var body = BookmarkAdded()
    body.parent = parent
    body.index = Int32(index)
    body.kind = .folder
    for title in titles {
      try checkTitle(title)
      body.title = try text(title)
      let folder = BookmarkID(upcoming)
      append(.bookmark(.added(body)))
      body.parent = folder
      body.index = 0
    }
    return body.parent
  }

  /// Throws ``Refusal/Code/invalidValue`` for a folder without a title.
  private func checkTitle(_ title: String?) throws(Refusal) {
    guard let title, !title.isEmpty else {
      throw Refusal(.invalidValue, "A folder needs a title.")
    }
  }

  /// Changes the text fields of a bookmark to the values in an edit. Throws
  /// ``Refusal/Code/nothingToDo`` if the bookmark already has these values.
  func edit<Source: TextSource & ~Copyable>(
    _ id: BookmarkID, _ edit: BookmarkEdit, text source: borrowing Source
  ) throws(Refusal) {
    let bookmark = try bookmark(id)
    guard !edit.isEmpty else {
      throw Refusal(.nothingToDo, "Specify what to change: the title, URL, tags, keyword or note.")
    }
    if edit.url != nil, bookmark.kind != .bookmark {
      throw Refusal(.notAllowed, "Only a bookmark has a URL.")
    }
    if edit.url?.isEmpty ?? false { throw Refusal(.invalidValue, "A bookmark needs a URL.") }
    let tags = try edit.tags.map { tags throws(Refusal) in try joined(tags) }
    func new(_ words: String?, _ field: TextField, _ event: EventID) -> String? {
      let current = event.exists ? source.text(field, of: event) ?? "" : ""
      return isSameText(words, current) ? nil : words
    }
    let keyword = new(edit.keyword, .keyword, bookmark.keyword)
    var body = BookmarkEdited()
    body.bookmark = id
    body.title = try text(new(edit.title, .title, bookmark.title))
    body.url = try text(new(edit.url, .url, bookmark.url))
    body.tags = try text(new(tags, .tags, bookmark.tags))
    body.keyword = try text(keyword)
    body.note = try text(new(edit.note, .note, bookmark.note))
    let isChange =
      body.title.isPresent || body.url.isPresent || body.tags.isPresent || body.keyword.isPresent
      || body.note.isPresent
    guard isChange else { throw Refusal(.nothingToDo, "The bookmark already has these values.") }
    append(.bookmark(.edited(body)))
    try freeKeyword(keyword, text: source)
  }

  /// Removes a keyword from other bookmarks (B3; Firefox, `PlacesUtils.keywords.insert`).
  ///
  /// - Complexity: O(bookmarks). Only bookmarks with a keyword require a look-up.
  private func freeKeyword<Source: TextSource & ~Copyable>(
    _ keyword: String?, text source: borrowing Source
  ) throws(Refusal) {
    guard let keyword, !keyword.isEmpty else { return }
    for bookmark in library.bookmarks.table.slots where bookmark.keyword.exists {
      guard isSameText(source.text(.keyword, of: bookmark.keyword), keyword) else { continue }
      var body = BookmarkEdited()
      body.bookmark = bookmark.id
      body.keyword = try text("")
      append(.bookmark(.edited(body)))
    }
  }

  /// Moves a bookmark to an index in a folder. Nil is the end of the folder.
  func move(_ id: BookmarkID, folder: BookmarkID, index: Int?) throws(Refusal) {
    let bookmark = try bookmark(id)
    try checkFolder(folder)
    guard !library.bookmarks.contains(folder, within: id) else {
      throw Refusal(.notAllowed, "A folder cannot be moved into itself.")
    }
    let count = library.bookmarks.children(of: folder).count
    let last = bookmark.parent == folder ? count - 1 : count
    let wanted = index ?? last
    guard (0...last).contains(wanted) else {
      throw Refusal(.outOfRange, "The position must be between 1 and \(last + 1).")
    }
    let isFound =
      bookmark.parent == folder
      && library.bookmarks.children(of: folder).firstIndex(of: id) == wanted
    guard !isFound else { throw Refusal(.nothingToDo, "The bookmark is already there.") }
    var body = BookmarkMoved()
    body.bookmark = id
    body.parent = folder
    body.index = Int32(wanted)
    append(.bookmark(.moved(body)))
  }

  /// Removes a bookmark. A non-empty folder is removed only if `all` is true (B1).
  func remove(_ id: BookmarkID, all: Bool) throws(Refusal) {
    let bookmark = try bookmark(id)
    guard all || bookmark.children.isEmpty else {
      throw Refusal(.notEmpty, "The folder is not empty.")
    }
    let siblings = library.bookmarks.children(of: bookmark.parent)
    var body = BookmarkRemoved()
    body.bookmark = id
    body.index = Int32(siblings.firstIndex(of: id) ?? 0)
    append(.bookmark(.removed(body)))
  }

  /// Returns a bookmark, or throws ``Refusal/Code/noSuchBookmark``.
  private func bookmark(_ id: BookmarkID) throws(Refusal) -> Bookmark {
    guard let bookmark = library.bookmarks[id] else {
      throw Refusal(.noSuchBookmark, "There is no bookmark #\(id.rawValue).")
    }
    return bookmark
  }

  /// Throws ``Refusal/Code/noSuchBookmark`` unless the id identifies a folder or the top level.
  private func checkFolder(_ id: BookmarkID) throws(Refusal) {
    guard !id.exists || library.bookmarks[id]?.kind == .folder else {
      throw Refusal(.noSuchBookmark, "There is no folder #\(id.rawValue).")
    }
  }

  /// Joins tags with line feeds, as they are stored. Empty tags are ignored.
  ///
  /// - Throws: ``Refusal/Code/invalidValue`` for a tag with a line feed.
  private func joined(_ tags: [String]) throws(Refusal) -> String {
    var joined = ""
    for tag in tags where !tag.isEmpty {
      guard !tag.utf8.contains(0x0A) else {
        throw Refusal(.invalidValue, "A tag must be a single line of text.")
      }
      if !joined.isEmpty { joined += "\n" }
      joined += tag
    }
    return joined
  }
}
