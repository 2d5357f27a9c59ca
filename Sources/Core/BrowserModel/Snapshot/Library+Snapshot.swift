/// The library as bytes: bookmarks and the zoom of sites, of which a person has many and
/// looks at them seldom.
extension Browser {
  /// Returns the bookmarks and the zoom of sites as bytes.
  ///
  /// - Complexity: O(bookmarks + sites)
  public func librarySnapshot() -> ContiguousArray<UInt8> {
    var writer = SnapshotWriter()
    writer.put(UInt64(zoom.default.hundredths))
    writer.put(count: bookmarks.count)
    writer.put(count: bookmarks.top.count)
    for id in bookmarks.top { put(id, near: .nothing, &writer) }
    writer.put(count: zoom.sites.all.count)
    var former = EventID.nothing
    for site in zoom.sites.all {
      writer.put(site.name, near: former)
      writer.put(UInt64(site.level.hundredths))
      writer.put(optional: site.source, near: site.name)
      former = site.name
    }
    return writer.bytes
  }

  /// Adds the library to a state that was made from a session snapshot.
  ///
  /// The zoom of sites depends on the default, so the default is replaced as well.
  ///
  /// - Parameter bytes: What ``librarySnapshot()`` returned for the state at the same
  ///   event.
  /// - Returns: False if the bytes are no such snapshot; nothing has changed then.
  /// - Complexity: O(bookmarks + sites)
  public mutating func takeLibrary(_ bytes: RawSpan) -> Bool {
    var reader = SnapshotReader(bytes)
    let zoomDefault = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: reader.number()))
    var bookmarks = Bookmarks()
    bookmarks.table.reserve(reader.count())
    for _ in 0..<reader.count() {
      bookmarks.top.append(bookmarks.read(&reader, into: .nothing, near: .nothing, depth: 0))
    }
    var sites = SiteTable()
    var former = EventID.nothing
    for _ in 0..<reader.count() {
      let name: EventID = reader.id(near: former)
      let level = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: reader.number()))
      sites.update(name, level: level, source: reader.optionalID(near: name))
      former = name
    }
    guard !reader.isDamaged, reader.isAtEnd else { return false }
    self.bookmarks = bookmarks
    zoom.default = zoomDefault
    zoom.sites = sites
    isLibraryMissing = false
    return true
  }

  /// Copies bookmarks and the zoom of sites from another state at the same event, and
  /// whether they are missing there. O(1).
  public mutating func takeLibrary(of other: Browser) {
    bookmarks = other.bookmarks
    zoom.sites = other.zoom.sites
    isLibraryMissing = other.isLibraryMissing
  }

  /// Writes a bookmark, and after a folder its members.
  private func put(_ id: BookmarkID, near former: BookmarkID, _ writer: inout SnapshotWriter) {
    guard let bookmark = bookmarks[id] else { return }
    writer.put(id, near: former)
    var flags = bookmark.kind.rawValue
    if bookmark.title != bookmark.source(.title) { flags |= 4 }
    if bookmark.url != bookmark.source(.url) { flags |= 8 }
    if bookmark.tags.exists { flags |= 16 }
    if bookmark.keyword.exists { flags |= 32 }
    if bookmark.note.exists { flags |= 64 }
    writer.put(byte: flags)
    if flags & 4 != 0 { writer.put(optional: bookmark.title, near: id) }
    if flags & 8 != 0 { writer.put(optional: bookmark.url, near: id) }
    if flags & 16 != 0 { writer.put(bookmark.tags, near: id) }
    if flags & 32 != 0 { writer.put(bookmark.keyword, near: id) }
    if flags & 64 != 0 { writer.put(bookmark.note, near: id) }
    guard bookmark.kind == .folder else { return }
    writer.put(count: bookmark.children.count)
    var former = id
    for child in bookmark.children {
      put(child, near: former, &writer)
      former = child
    }
  }
}

extension Bookmark {
  fileprivate enum Words { case title, url }

  /// The event that usually has a text: the one that added the bookmark. A folder has no
  /// URL, a separator neither text.
  fileprivate func source(_ words: Words) -> EventID {
    switch (kind, words) {
    case (.bookmark, _), (.folder, .title): id.event
    case (.folder, .url), (.separator, _): .nothing
    }
  }
}

extension Bookmarks {
  /// The most levels of folders. A snapshot with more is rejected, since reading recurses.
  private static let deepest = 1_000

  fileprivate mutating func read(
    _ reader: inout SnapshotReader, into parent: BookmarkID, near former: BookmarkID, depth: Int
  ) -> BookmarkID {
    var bookmark = Bookmark.vacant
    bookmark.id = reader.id(near: former)
    bookmark.parent = parent
    let flags = reader.byte()
    bookmark.kind = Bookmark.Kind(rawValue: flags & 3) ?? .bookmark
    let id = bookmark.id
    bookmark.title =
      flags & 4 != 0 ? reader.optionalID(near: id) : bookmark.source(.title)
    bookmark.url = flags & 8 != 0 ? reader.optionalID(near: id) : bookmark.source(.url)
    if flags & 16 != 0 { bookmark.tags = reader.id(near: id) }
    if flags & 32 != 0 { bookmark.keyword = reader.id(near: id) }
    if flags & 64 != 0 { bookmark.note = reader.id(near: id) }
    guard id.exists, !table.contains(id), depth < Self.deepest else {
      reader.damage()
      return id
    }
    let slot = table.insert(bookmark)
    guard bookmark.kind == .folder else { return id }
    var children: ContiguousArray<BookmarkID> = []
    let count = reader.count()
    children.reserveCapacity(count)
    var near = id
    for _ in 0..<count {
      near = read(&reader, into: id, near: near, depth: depth + 1)
      children.append(near)
    }
    table[slot].children = children
    return id
  }
}
