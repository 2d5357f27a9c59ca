import Notation

/// The bookmarks of a browser that a test plays, with the ids of Chromium's roots.
struct ScriptedBookmarks {
  struct Node {
    var title: String
    var url: String?
    var children: [String] = []
  }

  private(set) var nodes: [String: Node] = [
    "1": Node(title: "Lesezeichenleiste"), "2": Node(title: "Weitere Lesezeichen"),
  ]
  /// Titles that the browser refuses.
  var refused: Set<String> = []
  private var newest = 2

  mutating func create(
    _ title: String, _ url: String? = nil, in folder: String = "1", at index: Int? = nil
  ) -> String {
    newest += 1
    let id = "\(newest)"
    nodes[id] = Node(title: title, url: url)
    let end = nodes[folder]?.children.count ?? 0
    nodes[folder]?.children.insert(id, at: min(index ?? end, end))
    return id
  }

  mutating func remove(_ id: String) {
    detach(id)
    for child in nodes.removeValue(forKey: id)?.children ?? [] { remove(child) }
  }

  /// Restores a bookmark that the user has removed, with the same id.
  mutating func restore(_ id: String, _ node: Node) {
    nodes[id] = node
    nodes["1"]?.children.append(id)
  }

  mutating func rename(_ id: String, _ title: String) { nodes[id]?.title = title }

  mutating func move(_ id: String, to folder: String, at index: Int) {
    detach(id)
    nodes[folder]?.children.insert(id, at: index)
  }

  private mutating func detach(_ id: String) {
    for folder in nodes.keys { nodes[folder]?.children.removeAll { $0 == id } }
  }

  // MARK: Messages

  var json: JSON {
    let roots = [("1", "bar"), ("2", "other")].map { id, root in
      JSON.object(members(of: id) + [("root", .string(root))])
    }
    return .object([("roots", .array(roots))])
  }

  private func members(of id: String) -> [(name: String, value: JSON)] {
    let node = nodes[id] ?? Node(title: "")
    return [("id", .string(id)), ("title", .string(node.title))]
      + (node.url.map { [("url", .string($0))] }
        ?? [("children", .array(node.children.map { .object(members(of: $0)) }))])
  }

  /// Carries out an order.
  ///
  /// - Returns: The members of its result.
  mutating func carryOut(_ order: JSON) -> [(name: String, value: JSON)] {
    let id = order["id"]?.string ?? ""
    let folder = order["folder"]?.string ?? ""
    let index = Int(order["index"]?.integer ?? 0)
    switch order["do"]?.string {
    case "createBookmark":
      var ids: [JSON] = []
      create(order["node"] ?? .null, in: folder, at: index, &ids)
      return ids.isEmpty ? [("failed", .string("Refused"))] : [("bookmarks", .array(ids))]
    case "moveBookmark": move(id, to: folder, at: index)
    case "editBookmark":
      nodes[id]?.title = order["title"]?.string ?? ""
      if let url = order["url"]?.string { nodes[id]?.url = url }
    case "removeBookmark": remove(id)
    default: break
    }
    return []
  }

  private mutating func create(
    _ node: JSON, in folder: String, at index: Int?, _ ids: inout [JSON]
  ) {
    let title = node["title"]?.string ?? ""
    if refused.contains(title) { return }
    let isFolder = node["type"]?.string == "folder"
    let id = create(title, isFolder ? nil : node["url"]?.string, in: folder, at: index)
    ids.append(.array([node["retrace"] ?? .null, .string(id)]))
    for child in node["children"]?.elements ?? [] { create(child, in: id, at: nil, &ids) }
  }

  // MARK: Text

  /// The tree as text, such as `A B Folder(C)`.
  func text(of folder: String) -> String {
    (nodes[folder]?.children ?? []).compactMap { id in
      guard let node = nodes[id] else { return nil }
      return node.url == nil ? "\(node.title)(\(text(of: id)))" : node.title
    }.joined(separator: " ")
  }
}
