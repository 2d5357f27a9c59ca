internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// Writes bookmarks and folders as events, in the order of the source.
struct BookmarkImporter {
  private let existing: Bookmarks
  /// The open folders, outermost first.
  private var path: [Place]
  /// The number of open folders beyond the maximum depth, which are not created.
  private var excess = 0
  /// The number of items that were added to each folder.
  private var counts: [BookmarkID: Int] = [:]

  /// The maximum depth of folders. The depth is limited, because programs may display a tree
  /// recursively.
  private static let deepest = 200

  private struct Place {
    /// The folder to which items are added, or `nothing` for the top level.
    var id: BookmarkID
    /// The existing folder whose contents are compared with the import, or nil for a new folder.
    var known: BookmarkID?
    /// The folder to re-create before items are added, or nil if the folder still exists.
    var lost: PortableBookmark?
  }

  init(_ existing: Bookmarks) {
    self.existing = existing
    path = [Place(id: .nothing, known: .nothing)]
  }

  mutating func begin(
    _ folder: PortableBookmark, _ known: inout KnownItems, _ report: inout ImportReport,
    _ batch: inout BatchWriter
  ) throws {
    guard path.count <= Self.deepest else {
      if excess == 0 {
        report.add(
          problem: "Folders are nested more than \(Self.deepest) levels deep. Deeper bookmarks go "
            + "into the last of these folders.")
      }
      excess += 1
      return
    }
    if let parent = path[path.count - 1].known, let id = known.consume(folder, in: parent) {
      report.counts.known += 1
      let isGone = existing[id] == nil
      path.append(Place(id: id, known: id, lost: isGone ? folder : nil))
    } else {
      report.counts.folders += 1
      path.append(Place(id: try add(folder, &batch)))
    }
  }

  mutating func end() {
    if excess > 0 {
      excess -= 1
    } else if path.count > 1 {
      path.removeLast()
    }
  }

  mutating func consume(
    _ bookmark: PortableBookmark, _ known: inout KnownItems, _ report: inout ImportReport,
    _ batch: inout BatchWriter
  ) throws {
    if let parent = path[path.count - 1].known, known.consume(bookmark, in: parent) != nil {
      report.counts.known += 1
      return
    }
    try add(bookmark, &batch)
    if bookmark.kind == .separator {
      report.counts.separators += 1
    } else {
      report.counts.bookmarks += 1
    }
  }

  /// Adds a bookmark to the end of the innermost folder.
  @discardableResult
  private mutating func add(
    _ bookmark: PortableBookmark, _ batch: inout BatchWriter
  ) throws -> BookmarkID {
    let folder = try place(path.count - 1, &batch)
    return try add(bookmark, to: folder, &batch)
  }

  /// Returns the folder at a depth. The folder is re-created if it no longer exists.
  private mutating func place(
    _ depth: Int, _ batch: inout BatchWriter
  ) throws -> BookmarkID {
    guard let lost = path[depth].lost else { return path[depth].id }
    let folder = try place(depth - 1, &batch)
    path[depth].id = try add(lost, to: folder, &batch)
    path[depth].lost = nil
    return path[depth].id
  }

  private mutating func add(
    _ bookmark: PortableBookmark, to folder: BookmarkID, _ batch: inout BatchWriter
  ) throws -> BookmarkID {
    let count = counts[folder] ?? existing.children(of: folder).count
    counts[folder] = count + 1
    var words = Draft()
    var body = BookmarkAdded()
    body.parent = folder
    body.index = Int32(clamping: count)
    body.kind = bookmark.kind
    body.title = words.text(bookmark.title)
    if bookmark.kind == .bookmark { body.url = words.text(bookmark.url) }
    let tags = bookmark.tags.filter { !$0.isEmpty && !$0.utf8.contains(0x0A) }
    if !tags.isEmpty { body.tags = words.text(tags.joined(separator: "\n")) }
    if !bookmark.keyword.isEmpty { body.keyword = words.text(bookmark.keyword) }
    if !bookmark.note.isEmpty { body.note = words.text(bookmark.note) }
    return BookmarkID(
      try batch.append(
        .bookmark(.added(body)), occurred: bookmark.milliseconds, words: words.bytes))
  }
}
