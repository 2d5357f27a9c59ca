/// Reads the bookmarks that Pinboard exports as JSON.
enum Pinboard {
  /// Whether a document is such an export.
  static func isOne(_ json: JSON) -> Bool {
    guard let first = json.elements.first else { return false }
    return first["href"] != nil && (first["description"] != nil || first["tags"] != nil)
  }

  static func read(_ json: JSON, _ take: (Imported) throws -> Void) throws {
    for bookmark in json.elements {
      // What others call the title, Pinboard calls the description.
      try take(
        .bookmark(
          ImportedBookmark(
            title: bookmark["description"]?.string ?? "", url: bookmark["href"]?.string ?? "",
            tags: (bookmark["tags"]?.string ?? "").split(separator: " ").map(String.init),
            note: bookmark["extended"]?.string ?? "",
            milliseconds: UnixTime.milliseconds(written: bookmark["time"]?.string ?? ""))))
    }
  }
}
