/// Whether a text is empty makes no difference to the state: forgetting empties texts, and the state has
/// to stay what it was. What was taken away, as a keyword, is an empty text.
extension Browser {
  mutating func apply(_ event: BookmarkEvent, at sequence: EventID) {
    guard !isLibraryMissing else { return }
    switch event {
    case .added(let body): add(body, at: sequence)
    case .edited(let body): edit(body, at: sequence)
    case .moved(let body): bookmarks.move(body)
    case .removed(let body): bookmarks.remove(body)
    case .restored(let body): restore(body, at: sequence)
    }
  }

  private mutating func restore(_ body: BookmarkRestored, at sequence: EventID) {
    if !bookmarks.table.contains(body.bookmark) {
      guard body.bookmark.isKnown(at: sequence) else { return }
      let bookmark = Bookmark(
        id: body.bookmark, parent: body.parent, kind: body.kind, children: [],
        title: .nothing, url: .nothing, tags: .nothing, keyword: .nothing, note: .nothing)
      bookmarks.add(bookmark, at: Int(body.index))
    } else {
      var move = BookmarkMoved()
      move.bookmark = body.bookmark
      move.parent = body.parent
      move.index = body.index
      bookmarks.move(move)
    }
    let slot = bookmarks.table.slot(of: body.bookmark)
    guard slot >= 0 else { return }
    bookmarks.table[slot].title = body.title
    bookmarks.table[slot].url = body.url
    bookmarks.table[slot].tags = body.tags
    bookmarks.table[slot].keyword = body.keyword
    bookmarks.table[slot].note = body.note
  }

  private mutating func add(_ body: BookmarkAdded, at sequence: EventID) {
    let bookmark = Bookmark(
      id: sequence, parent: body.parent, kind: body.kind, children: [],
      title: body.title.isPresent ? sequence : .nothing,
      url: body.url.isPresent ? sequence : .nothing,
      tags: body.tags.isPresent ? sequence : .nothing,
      keyword: body.keyword.isPresent ? sequence : .nothing,
      note: body.note.isPresent ? sequence : .nothing)
    bookmarks.add(bookmark, at: Int(body.index))
  }

  private mutating func edit(_ body: BookmarkEdited, at sequence: EventID) {
    let slot = bookmarks.table.slot(of: body.bookmark)
    guard slot >= 0 else { return }
    if body.title.isPresent { bookmarks.table[slot].title = sequence }
    if body.url.isPresent { bookmarks.table[slot].url = sequence }
    if body.tags.isPresent { bookmarks.table[slot].tags = sequence }
    if body.keyword.isPresent { bookmarks.table[slot].keyword = sequence }
    if body.note.isPresent { bookmarks.table[slot].note = sequence }
  }
}

extension Bookmarks {
  /// Puts a bookmark into its folder. Nothing happens when that is gone, or is no folder.
  fileprivate mutating func add(_ bookmark: Bookmark, at index: Int) {
    guard isFolder(bookmark.parent) else { return }
    table.insert(bookmark)
    insert(bookmark.id, into: bookmark.parent, at: index)
  }

  /// Moves a bookmark. A folder never comes to stand inside itself.
  fileprivate mutating func move(_ body: BookmarkMoved) {
    let slot = table.slot(of: body.bookmark)
    guard slot >= 0, isFolder(body.parent), !contains(body.parent, within: body.bookmark) else {
      return
    }
    detach(body.bookmark, from: table[slot].parent, hint: -1)
    table[slot].parent = body.parent
    insert(body.bookmark, into: body.parent, at: Int(body.index))
  }

  fileprivate mutating func remove(_ body: BookmarkRemoved) {
    let slot = table.slot(of: body.bookmark)
    guard slot >= 0 else { return }
    detach(body.bookmark, from: table[slot].parent, hint: Int(body.index))
    var waiting = [body.bookmark]
    while let id = waiting.popLast() {
      if let removed = table.remove(id) { waiting.append(contentsOf: removed.children) }
    }
  }

  private func isFolder(_ id: EventID) -> Bool {
    if !id.exists { return true }
    let slot = table.slot(of: id)
    return slot >= 0 && table[slot].kind == .folder
  }

  private mutating func insert(_ id: EventID, into folder: EventID, at index: Int) {
    let slot = table.slot(of: folder)
    if slot >= 0 {
      table[slot].children.insert(id, at: min(max(index, 0), table[slot].children.count))
    } else {
      top.insert(id, at: min(max(index, 0), top.count))
    }
  }

  private mutating func detach(_ id: EventID, from folder: EventID, hint: Int) {
    let slot = table.slot(of: folder)
    if slot >= 0 {
      Self.remove(id, from: &table[slot].children, hint: hint)
    } else {
      Self.remove(id, from: &top, hint: hint)
    }
  }

  private static func remove(
    _ id: EventID, from list: inout ContiguousArray<EventID>, hint: Int
  ) {
    if list.indices.contains(hint), list[hint] == id {
      list.remove(at: hint)
    } else if let position = list.firstIndex(of: id) {
      list.remove(at: position)
    }
  }
}
