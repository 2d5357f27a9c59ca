extension Library {
  /// Returns the differences between this library and another: bookmarks, settings, then custom
  /// values.
  ///
  /// References are compared, not texts, as in ``Browser/changes(to:)``.
  ///
  /// - Returns: The differences, or an empty list if there are none.
  /// - Complexity: O(size of both libraries), and O(n log n) for n bookmarks that were shuffled
  public func changes(to other: Library) -> [Change] {
    var comparison = LibraryComparison(former: self, latter: other)
    comparison.compareBookmarks()
    comparison.changes += settings.changes(to: other.settings)
    comparison.changes += values.changes(to: other.values, of: .profile)
    return comparison.changes
  }
}

extension Settings {
  /// Returns a change for each setting whose value was set by another event.
  func changes(to other: Settings) -> [Change] {
    Name.allCases.compactMap { name in
      let (from, to) = (source(of: name), other.source(of: name))
      return from == to ? nil : .setting(name, from: from, to: to)
    }
  }
}

/// Two libraries, and the differences found between them.
private struct LibraryComparison {
  /// The first state.
  let former: Library
  /// The second state.
  let latter: Library
  /// The differences, in the order of the report.
  var changes: [Change] = []

  /// Compares the trees: first the removed bookmarks, then folder by folder.
  mutating func compareBookmarks() {
    guard !former.bookmarks.hasSameLayout(as: latter.bookmarks) else { return }
    for bookmark in removedBookmarks() { changes.append(bookmark) }
    let previousIndexes = indexes(in: former.bookmarks)
    compareChildren(of: .nothing, previousIndexes)
    for folder in latter.bookmarks.all where !folder.children.isEmpty {
      compareChildren(of: folder.id, previousIndexes)
    }
  }

  /// Returns a change for each bookmark that is only in the first state.
  private func removedBookmarks() -> [Change] {
    var removed: [Change] = []
    let indexes = indexes(in: former.bookmarks)
    for bookmark in former.bookmarks.all where latter.bookmarks[bookmark.id] == nil {
      let index = indexes[former.bookmarks.table.slot(of: bookmark.id)]
      removed.append(
        .bookmark(bookmark.id, .removed(Place(in: bookmark.parent.event, at: index))))
    }
    return removed
  }

  /// Returns the index of each bookmark in its folder. The result is indexed by the slot of the
  /// bookmark in the table.
  private func indexes(in bookmarks: Bookmarks) -> ContiguousArray<Int> {
    var indexes = ContiguousArray(repeating: 0, count: bookmarks.table.slots.count)
    func enter(_ children: ContiguousArray<BookmarkID>) {
      for (index, id) in children.enumerated() {
        let slot = bookmarks.table.slot(of: id)
        if slot >= 0 { indexes[slot] = index }
      }
    }
    enter(bookmarks.top)
    for folder in bookmarks.all where !folder.children.isEmpty { enter(folder.children) }
    return indexes
  }

  /// Compares the members of a folder of the second state.
  private mutating func compareChildren(
    of folder: BookmarkID, _ previousIndexes: ContiguousArray<Int>
  ) {
    let children = latter.bookmarks.children(of: folder)
    var kept: ContiguousArray<Int> = []
    for id in children {
      let slot = former.bookmarks.table.slot(of: id)
      if slot >= 0, former.bookmarks.table[slot].parent == folder {
        kept.append(previousIndexes[slot])
      }
    }
    let moved = Moves.moved(kept)
    var keptCount = 0
    for (index, id) in children.enumerated() {
      let place = Place(in: folder.event, at: index)
      let slot = former.bookmarks.table.slot(of: id)
      guard slot >= 0 else {
        changes.append(.bookmark(id, .added(place)))
        continue
      }
      let old = former.bookmarks.table[slot]
      var isMoved = true
      if old.parent == folder {
        isMoved = moved[keptCount]
        keptCount += 1
      }
      if isMoved {
        let from = Place(in: old.parent.event, at: previousIndexes[slot])
        changes.append(.bookmark(id, .moved(from: from, to: place)))
      }
      if let new = latter.bookmarks[id] { compare(old, new) }
    }
  }

  /// Compares the text fields of a bookmark that is in both states.
  private mutating func compare(_ old: Bookmark, _ new: Bookmark) {
    if old.title != new.title {
      changes.append(.bookmark(new.id, .title(from: old.title, to: new.title)))
    }
    if old.url != new.url {
      changes.append(.bookmark(new.id, .url(from: old.url, to: new.url)))
    }
    if old.tags != new.tags {
      changes.append(.bookmark(new.id, .tags(from: old.tags, to: new.tags)))
    }
    if old.keyword != new.keyword {
      changes.append(.bookmark(new.id, .keyword(from: old.keyword, to: new.keyword)))
    }
    if old.note != new.note {
      changes.append(.bookmark(new.id, .note(from: old.note, to: new.note)))
    }
  }
}
