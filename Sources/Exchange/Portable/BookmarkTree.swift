internal import BrowserModel

/// Bookmarks that a database stores as rows with their parents, converted to a tree.
///
/// In a damaged file, a folder may be inside itself, or be missing. Each row is used once, and rows
/// that cannot be reached from the root are reported.
struct BookmarkTree {
  private var nodes: [Node] = []
  private var root: Int64?

  private struct Node {
    var id: Int64
    var parent: Int64
    var bookmark: PortableBookmark
    /// Whether it is a folder that every profile has, which is ignored if it is empty.
    var isNamedRoot: Bool
  }

  /// - Parameter parent: The parent, or nil for the root, which is not part of the output.
  mutating func add(
    _ bookmark: PortableBookmark, id: Int64, parent: Int64?, isNamedRoot: Bool
  ) {
    guard let parent else {
      root = id
      return
    }
    nodes.append(Node(id: id, parent: parent, bookmark: bookmark, isNamedRoot: isNamedRoot))
  }

  /// Provides the rows in the order in which they were added.
  func give(_ take: (PortableItem) throws -> Void) throws {
    let children = Dictionary(grouping: nodes.indices) { nodes[$0].parent }
    var given: Set<Int> = []
    // Nil ends a folder.
    var waiting: [Int?] = (root.flatMap { children[$0] } ?? []).reversed()
    while let step = waiting.popLast() {
      guard let place = step else {
        try take(.folderEnded)
        continue
      }
      guard given.insert(place).inserted else { continue }
      let node = nodes[place]
      guard node.bookmark.kind == .folder else {
        try take(.bookmark(node.bookmark))
        continue
      }
      let held = node.id == root ? [] : children[node.id] ?? []
      if held.isEmpty, node.isNamedRoot { continue }
      try take(.folderBegan(node.bookmark))
      waiting.append(nil)
      waiting += held.reversed().map { $0 }
    }
    for place in nodes.indices where !given.contains(place) {
      let title = nodes[place].bookmark.title.shortened
      try take(.problem("The bookmark “\(title)” is in no folder."))
    }
  }
}
