internal import BrowserModel

/// Converts bookmarks to a tree. A database stores the bookmarks as rows that refer to their
/// parents.
///
/// In a damaged file, a folder may contain itself, or the parent of a row may be missing. Each row
/// is used once, and rows that cannot be reached from the root are reported.
struct BookmarkTree {
  private var nodes: [Node] = []
  private var root: Int64?

  private struct Node {
    var id: Int64
    var parent: Int64
    var bookmark: PortableBookmark
    /// Whether the row is a folder that every profile has. Such a folder is skipped if it is empty.
    var isNamedRoot: Bool
  }

  /// - Parameter parent: The id of the parent, or nil for the root, which is not part of the
  ///   output.
  mutating func add(
    _ bookmark: PortableBookmark, id: Int64, parent: Int64?, isNamedRoot: Bool
  ) {
    guard let parent else {
      root = id
      return
    }
    nodes.append(Node(id: id, parent: parent, bookmark: bookmark, isNamedRoot: isNamedRoot))
  }

  /// Passes the items of the tree to a closure. The items of a folder are in the order in which
  /// they were added.
  func emitItems(_ emit: (PortableItem) throws -> Void) throws {
    let children = Dictionary(grouping: nodes.indices) { nodes[$0].parent }
    var given: Set<Int> = []
    // Nil marks the end of a folder.
    var waiting: [Int?] = (root.flatMap { children[$0] } ?? []).reversed()
    while let step = waiting.popLast() {
      guard let place = step else {
        try emit(.folderEnded)
        continue
      }
      guard given.insert(place).inserted else { continue }
      let node = nodes[place]
      guard node.bookmark.kind == .folder else {
        try emit(.bookmark(node.bookmark))
        continue
      }
      let held = node.id == root ? [] : children[node.id] ?? []
      if held.isEmpty, node.isNamedRoot { continue }
      try emit(.folderBegan(node.bookmark))
      waiting.append(nil)
      waiting += held.reversed().map { $0 }
    }
    for place in nodes.indices where !given.contains(place) {
      let title = nodes[place].bookmark.title.shortened
      try emit(.problem("The bookmark “\(title)” is in no folder."))
    }
  }
}
