/// The tree of bookmarks (B1): folders, bookmarks and separators by id, and their order.
///
/// No folder is inside itself, and each bookmark is in exactly one folder or at the top
/// level. Copying is O(1).
public struct Bookmarks: Sendable {
  /// The ids at the top level, in order.
  public internal(set) var top: ContiguousArray<BookmarkID> = []
  var table = SlotTable<Bookmark>()
  /// The folders in which removed ones were, so that what is put into one of these later, as by a
  /// device that has not heard of it, goes to the nearest that is left.
  var parentsOfRemoved: [BookmarkID: BookmarkID] = [:]

  /// The number of bookmarks, folders and separators in the whole tree.
  public var count: Int { table.count }

  /// The bookmark, folder or separator with this id, or nil if there is none. O(1).
  public subscript(id: BookmarkID) -> Bookmark? { table[id] }

  /// Returns the ids in a folder, in order.
  ///
  /// - Parameter folder: The folder, or ``EventID/nothing`` for the top level.
  /// - Returns: An empty list for a folder that does not exist and for what is not a folder.
  public func children(of folder: BookmarkID) -> ContiguousArray<BookmarkID> {
    folder.exists ? table[folder]?.children ?? [] : top
  }

  /// All bookmarks, folders and separators in depth-first order, so each folder stands
  /// before its members.
  ///
  /// - Complexity: O(n)
  public var all: [Bookmark] {
    var found: [Bookmark] = []
    found.reserveCapacity(count)
    var waiting = Array(top.reversed())
    while let id = waiting.popLast() {
      guard let bookmark = table[id] else { continue }
      found.append(bookmark)
      waiting.append(contentsOf: bookmark.children.reversed())
    }
    return found
  }

  /// Whether an event ever set the keyword of a bookmark that still exists. The keyword may
  /// have been taken away since.
  ///
  /// - Complexity: O(n), a scan of the table.
  public var hasKeywords: Bool { table.slots.contains { $0.keyword.exists } }

  /// Returns whether both trees have the same values in the same slots.
  ///
  /// If so, they are equal. Equal trees that came about in different ways may have
  /// different slots, so false says nothing.
  ///
  /// - Complexity: O(n) without going through the tree; O(1) where one is a copy of the
  ///   other.
  func standsLike(_ other: Bookmarks) -> Bool {
    top == other.top && table.slots == other.table.slots
  }

  /// Returns whether `inner` is `outer` or stands somewhere inside it.
  ///
  /// - Complexity: O(depth)
  public func contains(_ inner: BookmarkID, within outer: BookmarkID) -> Bool {
    var id = inner
    while id.exists {
      if id == outer { return true }
      guard let bookmark = table[id] else { return false }
      id = bookmark.parent
    }
    return false
  }
}

extension Bookmarks: Equatable {
  /// Returns whether both trees have the same nodes in the same order, wherever they are in
  /// memory. What was removed makes no difference. O(n).
  public static func == (left: Bookmarks, right: Bookmarks) -> Bool {
    left.standsLike(right)
      || left.top == right.top && left.count == right.count && left.all == right.all
  }
}
