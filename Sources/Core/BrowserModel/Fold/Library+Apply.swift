/// The fold of the library. The state depends on whether a text is present, but not on whether it
/// is empty, because forgetting empties texts in the log, and folding the log must still result in
/// the same state.
extension Library {
  /// Folds one event into the library. Most events are about other things and change nothing.
  ///
  /// Like ``Browser/apply(_:)``, the function is pure, total and deterministic. After every event,
  /// no folder is inside itself, and each bookmark is in exactly one folder or at the top level.
  /// ``brokenInvariants()`` checks these conditions.
  ///
  /// - Complexity: O(members of the folder)
  @inline(__always)
  public mutating func apply(_ event: borrowing Event) {
    switch event.body {
    case .bookmark(let body): apply(body, at: event.sequence)
    case .setting(let body):
      if body.name.isOfLibrary { settings.apply(body, at: event.sequence) }
    case .value(let body):
      if body.owner == .profile { values.apply(body, of: .profile, at: event.sequence) }
    case .window, .tab, .group, .navigation, .page, .zoom, .session, .time, .device, .unknown:
      break
    }
  }

  private mutating func apply(_ event: BookmarkEvent, at sequence: EventID) {
    switch event {
    case .added(let body): add(body, at: sequence)
    case .edited(let body): edit(body, at: sequence)
    case .moved(let body): bookmarks.move(body)
    case .removed(let body): bookmarks.remove(body)
    case .restored(let body): restore(body, at: sequence)
    }
  }

  /// Restores a bookmark. A bookmark that no longer exists is added again if its id is in the past.
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

  /// Adds a bookmark that refers to this event for every text that the event contains.
  private mutating func add(_ body: BookmarkAdded, at sequence: EventID) {
    let bookmark = Bookmark(
      id: BookmarkID(sequence), parent: body.parent, kind: body.kind, children: [],
      title: body.title.isPresent ? sequence : .nothing,
      url: body.url.isPresent ? sequence : .nothing,
      tags: body.tags.isPresent ? sequence : .nothing,
      keyword: body.keyword.isPresent ? sequence : .nothing,
      note: body.note.isPresent ? sequence : .nothing)
    bookmarks.add(bookmark, at: Int(body.index))
  }

  /// Makes a bookmark refer to this event for every text that the event contains.
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

extension Library {
  /// Checks the invariants of ``apply(_:)``, for tests and for programs that check a complete
  /// profile.
  ///
  /// - Returns: A sentence for each invariant that does not hold, or an empty list if the state is
  ///   valid.
  /// - Complexity: O(size of the state)
  public func brokenInvariants() -> [String] {
    var broken: [String] = []
    for bookmark in bookmarks.all where bookmarks.contains(bookmark.parent, within: bookmark.id) {
      broken.append("a folder is inside itself")
    }
    if bookmarks.all.count != bookmarks.count { broken.append("a bookmark is in no folder") }
    return broken
  }
}

extension Bookmarks {
  /// Adds a bookmark to its folder. If the folder was removed, the bookmark is added to the end of
  /// the nearest remaining ancestor. Does nothing if the folder never existed.
  fileprivate mutating func add(_ bookmark: Bookmark, at index: Int) {
    var added = bookmark
    added.parent = nearestRemaining(bookmark.parent)
    guard isFolder(added.parent) else { return }
    table.insert(added)
    if added.kind == .folder { parentsOfRemoved[added.id] = nil }
    insert(added.id, into: added.parent, at: added.parent == bookmark.parent ? index : .max)
  }

  /// Moves a bookmark by the rules of ``add(_:at:)``. Does nothing if the move would put a folder
  /// inside itself.
  fileprivate mutating func move(_ body: BookmarkMoved) {
    let slot = table.slot(of: body.bookmark)
    let parent = nearestRemaining(body.parent)
    guard slot >= 0, isFolder(parent), !contains(parent, within: body.bookmark) else { return }
    detach(body.bookmark, from: table[slot].parent, hint: -1)
    table[slot].parent = parent
    insert(body.bookmark, into: parent, at: parent == body.parent ? Int(body.index) : .max)
  }

  /// Returns a folder. If the folder was removed, returns the nearest of its former ancestors that
  /// still exists.
  ///
  /// - Complexity: O(removed folders), usually O(1)
  private func nearestRemaining(_ folder: BookmarkID) -> BookmarkID {
    var folder = folder
    var left = parentsOfRemoved.count
    while left > 0, let parent = parentsOfRemoved[folder] {
      folder = parent
      left -= 1
    }
    return folder
  }

  /// Removes a bookmark with its contents.
  fileprivate mutating func remove(_ body: BookmarkRemoved) {
    let slot = table.slot(of: body.bookmark)
    guard slot >= 0 else { return }
    detach(body.bookmark, from: table[slot].parent, hint: Int(body.index))
    var waiting = [body.bookmark]
    while let id = waiting.popLast() {
      guard let removed = table.remove(id) else { continue }
      if removed.kind == .folder { parentsOfRemoved[id] = removed.parent }
      waiting.append(contentsOf: removed.children)
    }
  }

  /// Whether an id identifies a folder or the top level.
  private func isFolder(_ id: BookmarkID) -> Bool {
    if !id.exists { return true }
    let slot = table.slot(of: id)
    return slot >= 0 && table[slot].kind == .folder
  }

  /// Inserts an id into a folder or the top level. The index is clamped.
  private mutating func insert(_ id: BookmarkID, into folder: BookmarkID, at index: Int) {
    let slot = table.slot(of: folder)
    if slot >= 0 {
      table[slot].children.insert(id, at: min(max(index, 0), table[slot].children.count))
    } else {
      top.insert(id, at: min(max(index, 0), top.count))
    }
  }

  /// Removes an id from its folder or the top level.
  private mutating func detach(_ id: BookmarkID, from folder: BookmarkID, hint: Int) {
    let slot = table.slot(of: folder)
    if slot >= 0 {
      Self.remove(id, from: &table[slot].children, hint: hint)
    } else {
      Self.remove(id, from: &top, hint: hint)
    }
  }

  /// Removes an id from a list. The index `hint` is tried first.
  private static func remove(
    _ id: BookmarkID, from list: inout ContiguousArray<BookmarkID>, hint: Int
  ) {
    if list.indices.contains(hint), list[hint] == id {
      list.remove(at: hint)
    } else if let position = list.firstIndex(of: id) {
      list.remove(at: position)
    }
  }
}
