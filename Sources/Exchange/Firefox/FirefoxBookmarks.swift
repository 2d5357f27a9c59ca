internal import BrowserModel
internal import Notation

/// Reads a backup of Firefox's bookmarks (`bookmarks-….json`, `bookmarkbackups/*.jsonlz4`).
enum FirefoxBookmarks {
  /// Whether a document is a backup of Firefox's bookmarks.
  static func isOne(_ json: JSON) -> Bool {
    json["type"]?.string == container && json["children"] != nil
  }

  private static let container = "text/x-moz-place-container"

  /// The English names that Firefox uses for its roots.
  private static let roots = [
    "bookmarksMenuFolder": "Bookmarks Menu", "toolbarFolder": "Bookmarks Toolbar",
    "unfiledBookmarksFolder": "Other Bookmarks", "mobileFolder": "Mobile Bookmarks",
  ]

  static func read(_ json: JSON, _ emit: (PortableItem) throws -> Void) throws {
    var leftOut = OmissionCounts()
    for root in json["children"]?.elements ?? [] {
      guard root["root"]?.string != "tagsFolder", root["children"]?.elements.isEmpty == false
      else { continue }
      try emitItems(root, &leftOut, emit)
    }
    try leftOut.emitItems(emit)
  }

  /// Passes on a node and its contents. The depth is limited by the depth of the document
  /// (``JSONParser/deepest``).
  private static func emitItems(
    _ node: JSON, _ leftOut: inout OmissionCounts, _ emit: (PortableItem) throws -> Void
  ) throws {
    leaveOut(of: node, &leftOut)
    var bookmark = PortableBookmark(
      title: node["title"]?.string ?? "",
      milliseconds: UnixTime.milliseconds(node["dateAdded"]?.integer ?? 0))
    switch node["type"]?.string {
    case container:
      bookmark.kind = .folder
      if let name = node["root"]?.string.flatMap({ roots[$0] }) { bookmark.title = name }
      try emit(.folderBegan(bookmark))
      for child in node["children"]?.elements ?? [] { try emitItems(child, &leftOut, emit) }
      try emit(.folderEnded)
    case "text/x-moz-place-separator":
      bookmark.kind = .separator
      try emit(.bookmark(bookmark))
    default:
      bookmark.url = node["uri"]?.string ?? ""
      bookmark.tags = (node["tags"]?.string ?? "").split(separator: ",").map(String.init)
      bookmark.keyword = node["keyword"]?.string ?? ""
      bookmark.note = note(of: node) ?? ""
      try emit(.bookmark(bookmark))
    }
  }

  private static let description = "bookmarkProperties/description"

  /// Returns the note of a bookmark. Bookmarks had notes up to Firefox 61.
  private static func note(of node: JSON) -> String? {
    node["annos"]?.elements.first { $0["name"]?.string == description }?["value"]?.string
  }

  private static func leaveOut(of node: JSON, _ leftOut: inout OmissionCounts) {
    for (name, value) in node.members where !value.isEffectivelyEmpty {
      switch name {
      case "children", "dateAdded", "guid", "id", "index", "keyword", "livemark", "parent", "root",
        "tags", "title", "type", "typeCode", "uri", "charset":
        break
      case "lastModified":
        if value.integer != node["dateAdded"]?.integer { leftOut.add(.changes) }
      case "iconUri", "iconuri": leftOut.add(.icons)
      case "annos":
        for annotation in value.elements {
          switch annotation["name"]?.string {
          case description: break
          case "livemark/feedURI": leftOut.add(.feeds)
          default: leftOut.add(.otherFields)
          }
        }
      default: leftOut.add(.otherFields)
      }
    }
  }
}
