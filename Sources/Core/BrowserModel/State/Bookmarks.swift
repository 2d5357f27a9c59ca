/// A bookmark, a folder or a separator in the tree of bookmarks (B1).
public struct Bookmark: Equatable, Sendable {
  public internal(set) var id: EventID
  /// The folder it is in; ``EventID/nothing`` at the top.
  public internal(set) var parent: EventID
  public internal(set) var kind: Kind
  /// What a folder holds, in order.
  public internal(set) var children: ContiguousArray<EventID>
  /// The events that last said its title, URL, tags, keyword and note, or nothing. Where they say an
  /// empty text it has none.
  public internal(set) var title: EventID
  public internal(set) var url: EventID
  public internal(set) var tags: EventID
  public internal(set) var keyword: EventID
  /// What a person says about it, of any number of lines.
  public internal(set) var note: EventID

  /// WebExtensions' `bookmarks.BookmarkTreeNodeType`.
  public enum Kind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case bookmark, folder, separator
  }
}

extension Bookmark: Slotted {
  static var vacant: Bookmark {
    Bookmark(
      id: .nothing, parent: .nothing, kind: .bookmark, children: [], title: .nothing,
      url: .nothing, tags: .nothing, keyword: .nothing, note: .nothing)
  }
}

/// The tree of bookmarks.
public struct Bookmarks: Sendable {
  /// What stands at the top, in order.
  public internal(set) var top: ContiguousArray<EventID> = []
  var table = SlotTable<Bookmark>()

  /// How many bookmarks, folders and separators there are.
  public var count: Int { table.count }

  public subscript(id: EventID) -> Bookmark? { table[id] }

  /// What a folder holds, in order; of ``EventID/nothing``, what stands at the top.
  public func children(of folder: EventID) -> ContiguousArray<EventID> {
    folder.exists ? table[folder]?.children ?? [] : top
  }

  /// All that is in the tree, each folder before what it holds. O(n).
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

  /// Whether some bookmark has a keyword. O(n), without going through the tree.
  public var hasKeywords: Bool { table.slots.contains { $0.keyword.exists } }

  /// Whether all stands in the same slots as in another tree: then both are equal, and most trees that
  /// are equal do. O(n), without going through the tree; O(1) where one is a copy of the other.
  func standsLike(_ other: Bookmarks) -> Bool {
    top == other.top && table.slots == other.table.slots
  }

  /// Whether `inner` is `outer` or stands somewhere in it. O(depth).
  public func contains(_ inner: EventID, within outer: EventID) -> Bool {
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
  public static func == (left: Bookmarks, right: Bookmarks) -> Bool {
    left.standsLike(right)
      || left.top == right.top && left.count == right.count && left.all == right.all
  }
}
