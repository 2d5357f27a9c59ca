import Notation

/// The result of a call of a tool.
struct ToolResult {
  let json: JSON

  init(_ json: JSON) { self.json = json }

  var text: String { json["content"]?.elements.first?["text"]?.string ?? "" }
  var isError: Bool { json["isError"]?.isTrue == true }
  /// The facts as JSON.
  var facts: JSON { json["structuredContent"] ?? .null }

  subscript(name: String) -> JSON? { facts[name] }
  /// The ids of rows.
  func ids(_ list: String) -> [Int64] {
    facts[list]?.elements.compactMap { $0["id"]?.integer } ?? []
  }
}
