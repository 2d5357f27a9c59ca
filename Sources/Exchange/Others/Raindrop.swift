internal import BrowserModel
internal import Notation

/// Reads bookmarks from a table as Raindrop.io exports it: columns by their names, in any order.
enum Raindrop {
  /// Whether a text begins with the names of such columns.
  static func isOne(_ text: String) -> Bool {
    guard let line = text.split(whereSeparator: \.isNewline).first else { return false }
    let names = CSVReader.rows(Array(line.utf8)).first ?? []
    return names.count > 1 && names.contains { $0.trimmed.lowercased() == "url" }
  }

  static func read(_ bytes: [UInt8], _ take: (PortableItem) throws -> Void) throws {
    var rows = CSVReader.rows(bytes)[...]
    let names = (rows.popFirst() ?? []).map { $0.trimmed.lowercased() }
    var path: [String] = []
    for row in rows where row.contains(where: { !$0.isEmpty }) {
      func field(_ name: String) -> String {
        guard let place = names.firstIndex(of: name), place < row.count else { return "" }
        return row[place]
      }
      let folder = field("folder").split(separator: "/").map { String($0) }
      try go(from: path, to: folder, take)
      path = folder
      try take(
        .bookmark(
          PortableBookmark(
            title: field("title"), url: field("url").trimmed,
            tags: field("tags").split(separator: ",").map { $0.trimmed }, note: field("note"),
            milliseconds: UnixTime.milliseconds(written: field("created")))))
    }
    try go(from: path, to: [], take)
  }

  /// Leaves folders and enters others. One that is entered again is known by then.
  private static func go(
    from former: [String], to next: [String], _ take: (PortableItem) throws -> Void
  ) throws {
    let shared = zip(former, next).prefix { $0 == $1 }.count
    for _ in shared..<former.count { try take(.folderEnded) }
    for title in next[shared...] { try take(.folderBegan(PortableBookmark(.folder, title: title))) }
  }
}

/// Reads the bookmarks that Pinboard exports as JSON.
enum Pinboard {
  /// Whether a document is such an export.
  static func isOne(_ json: JSON) -> Bool {
    guard let first = json.elements.first else { return false }
    return first["href"] != nil && (first["description"] != nil || first["tags"] != nil)
  }

  static func read(_ json: JSON, _ take: (PortableItem) throws -> Void) throws {
    for bookmark in json.elements {
      // What others call the title, Pinboard calls the description.
      try take(
        .bookmark(
          PortableBookmark(
            title: bookmark["description"]?.string ?? "", url: bookmark["href"]?.string ?? "",
            tags: (bookmark["tags"]?.string ?? "").split(separator: " ").map(String.init),
            note: bookmark["extended"]?.string ?? "",
            milliseconds: UnixTime.milliseconds(written: bookmark["time"]?.string ?? ""))))
    }
  }
}
