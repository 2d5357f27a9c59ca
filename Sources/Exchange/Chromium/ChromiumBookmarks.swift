internal import BrowserModel

/// Reads the bookmarks of Chromium (`Bookmarks`). The checksum is Chromium's own matter: a file that
/// was edited by hand comes in as well.
enum ChromiumBookmarks {
  /// Whether a document is such a file.
  static func isOne(_ json: JSON) -> Bool {
    json["roots"]?["bookmark_bar"] != nil || json["roots"]?["other"] != nil
  }

  /// The roots in the order in which Chromium shows them, as it calls them in English.
  static let roots = [
    ("bookmark_bar", "Bookmarks bar"), ("other", "Other bookmarks"), ("synced", "Mobile bookmarks"),
  ]

  static func read(_ json: JSON, _ take: (Imported) throws -> Void) throws {
    for (name, title) in roots {
      guard let root = json["roots"]?[name], let children = root["children"]?.elements,
        !children.isEmpty
      else { continue }
      var folder = folder(root)
      if folder.title.isEmpty { folder.title = title }
      try take(.folderBegan(folder))
      for child in children { try give(child, take) }
      try take(.folderEnded)
    }
  }

  /// It goes no deeper than a document can be (``JSONParser/deepest``).
  private static func give(_ node: JSON, _ take: (Imported) throws -> Void) throws {
    switch node["type"]?.string {
    case "url":
      try take(
        .bookmark(
          ImportedBookmark(
            title: node["name"]?.string ?? "", url: node["url"]?.string ?? "",
            milliseconds: time(node))))
    case "folder":
      try take(.folderBegan(folder(node)))
      for child in node["children"]?.elements ?? [] { try give(child, take) }
      try take(.folderEnded)
    default:
      try take(.problem("“\((node["name"]?.string ?? "").shortened)” is of no kind that is known."))
    }
  }

  private static func folder(_ node: JSON) -> ImportedBookmark {
    ImportedBookmark(.folder, title: node["name"]?.string ?? "", milliseconds: time(node))
  }

  private static func time(_ node: JSON) -> Int64 {
    UnixTime.milliseconds(sinceYear1601: node["date_added"]?.integer ?? 0)
  }
}
