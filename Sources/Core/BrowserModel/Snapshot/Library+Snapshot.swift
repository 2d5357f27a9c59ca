internal import Bytes

/// Snapshots of the library. Like a snapshot of a browser, a snapshot of a library belongs to one
/// ``Browser/foldVersion``.
extension Library {
  /// Returns the state as bytes.
  ///
  /// - Complexity: O(bookmarks)
  public func snapshot() -> ContiguousArray<UInt8> {
    var writer = ByteWriter()
    settings.put(&writer, ofLibrary: true)
    values.put(&writer)
    writer.put(count: bookmarks.count)
    writer.put(count: bookmarks.top.count)
    for id in bookmarks.top { put(id, near: .nothing, &writer) }
    writer.put(count: bookmarks.parentsOfRemoved.count)
    for (id, parent) in bookmarks.parentsOfRemoved.sorted(by: { $0.key < $1.key }) {
      writer.put(id)
      writer.put(parent)
    }
    return writer.bytes
  }

  /// Creates a library from the bytes of a snapshot.
  ///
  /// - Parameter bytes: A result of ``snapshot()`` with the same ``Browser/foldVersion``.
  /// - Returns: Nil if the bytes are not a valid snapshot of a library.
  /// - Complexity: O(bookmarks)
  public init?(snapshot bytes: RawSpan) {
    self.init()
    var reader = ByteReader(bytes)
    settings.read(&reader, ofLibrary: true)
    values.read(&reader)
    bookmarks.table.reserve(reader.count())
    for _ in 0..<reader.count() {
      bookmarks.top.append(bookmarks.read(&reader, into: .nothing, near: .nothing, depth: 0))
    }
    for _ in 0..<reader.count() {
      let id: BookmarkID = reader.id()
      bookmarks.parentsOfRemoved[id] = reader.id()
    }
    guard !reader.isDamaged, reader.isAtEnd else { return nil }
  }

  /// Writes a bookmark. A folder is followed by its members.
  private func put(_ id: BookmarkID, near previous: BookmarkID, _ writer: inout ByteWriter) {
    let slot = bookmarks.table.slot(of: id)
    if slot >= 0 { put(bookmarks.table[slot], near: previous, &writer) }
  }

  private func put(
    _ bookmark: borrowing Bookmark, near previous: BookmarkID, _ writer: inout ByteWriter
  ) {
    let id = bookmark.id
    writer.put(id, near: previous)
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
    var previous = id
    // Looking up all members first lets the processor fetch the memory of many members at once.
    let slots = bookmark.children.map { bookmarks.table.slot(of: $0) }
    for slot in slots where slot >= 0 {
      put(bookmarks.table[slot], near: previous, &writer)
      previous = bookmarks.table[slot].id
    }
  }
}

extension Bookmark {
  fileprivate enum Words { case title, url }

  /// Returns the event that usually contains a text, which is the event that added the bookmark. A
  /// folder has no URL, and a separator has no text.
  fileprivate borrowing func source(_ words: Words) -> EventID {
    switch (kind, words) {
    case (.bookmark, _), (.folder, .title): id.event
    case (.folder, .url), (.separator, _): .nothing
    }
  }
}

extension Bookmarks {
  /// The maximum depth of folders. A snapshot with more levels is rejected, because reading is
  /// recursive.
  private static let deepest = 1_000

  fileprivate mutating func read(
    _ reader: inout ByteReader, into parent: BookmarkID, near previous: BookmarkID, depth: Int
  ) -> BookmarkID {
    var bookmark = Bookmark.vacant
    bookmark.id = reader.id(near: previous)
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
