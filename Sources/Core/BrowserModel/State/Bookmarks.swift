/// The tree of bookmarks (B1): folders, bookmarks and separators by id, and their order.
///
/// No folder is inside itself, and each bookmark is in exactly one folder or at the top
/// level. Copying is O(1).
public struct Bookmarks: Sendable {
  /// The ids at the top level, in order.
  public internal(set) var top: ContiguousArray<BookmarkID> = []
  var table = SlotTable<Bookmark>()
  /// The parent folder of each removed folder. If a bookmark is later added to a removed folder,
  /// for example by a device that does not know of the removal, it is added to the nearest
  /// remaining ancestor.
  var parentsOfRemoved: [BookmarkID: BookmarkID] = [:]

  /// The number of bookmarks, folders and separators in the tree.
  public var count: Int { table.count }

  /// The bookmark, folder or separator with this id, or nil if there is none. O(1).
  public subscript(id: BookmarkID) -> Bookmark? { table[id] }

  /// Returns the ids in a folder, in order.
  ///
  /// - Parameter folder: The folder, or ``EventID/nothing`` for the top level.
  /// - Returns: The ids, or an empty list if the folder does not exist or is not a folder.
  public func children(of folder: BookmarkID) -> ContiguousArray<BookmarkID> {
    folder.exists ? table[folder]?.children ?? [] : top
  }

  /// All bookmarks, folders and separators in depth-first order, so that each folder precedes its
  /// members.
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

  /// Whether an event ever set the keyword of a bookmark that still exists. The keyword may have
  /// been removed since then.
  ///
  /// - Complexity: O(n), a scan of the table.
  public var hasKeywords: Bool { table.slots.contains { $0.keyword.exists } }

  /// Returns whether two trees have the same values in the same slots.
  ///
  /// If so, the trees are equal. Equal trees with different histories may use different slots, so
  /// false does not mean that the trees differ.
  ///
  /// - Complexity: O(n) without traversing the tree, or O(1) if one tree is a copy of the other.
  func hasSameLayout(as other: Bookmarks) -> Bool {
    top == other.top && table.slots == other.table.slots
  }

  /// Returns whether `inner` is `outer` or is inside `outer` at any depth.
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
  /// Returns whether both trees have the same nodes in the same order, regardless of their layout
  /// in memory. Removed nodes are ignored. O(n).
  public static func == (left: Bookmarks, right: Bookmarks) -> Bool {
    left.hasSameLayout(as: right)
      || left.top == right.top && left.count == right.count && left.all == right.all
  }
}
