internal import BrowserModel

/// Writes bookmarks as a table (RFC 4180) with the columns that ``Raindrop`` reads. It has no place for
/// separators, keywords and empty folders.
enum CSVWriter {
  static func text(_ bookmarks: [Exchanged]) -> String {
    var text = "url,folder,title,tags,created\n"
    var path: [String] = []
    for item in bookmarks {
      switch item {
      case .folderBegan(let folder): path.append(folder.title)
      case .folderEnded: path.removeLast()
      case .bookmark(let bookmark) where bookmark.kind == .bookmark:
        let created = bookmark.milliseconds > 0 ? UnixTime.text(bookmark.milliseconds) : ""
        let fields = [
          bookmark.url, path.joined(separator: "/"), bookmark.title,
          bookmark.tags.joined(separator: ", "), created,
        ]
        text += fields.map(field).joined(separator: ",") + "\n"
      default: break
      }
    }
    return text
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }
    return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}
