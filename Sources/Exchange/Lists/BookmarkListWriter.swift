internal import Notation

/// Writes bookmarks as a list.
enum BookmarkListWriter {
  static func write(_ items: [PortableItem], isTable: Bool, to stream: ExportStream) throws {
    var writer = try ListWriter(ListedBookmark.self, isTable: isTable, to: stream)
    var path: [String] = []
    for item in items {
      switch item {
      case .folderBegan(let folder):
        try writer.write(ListedBookmark(folder, in: path))
        path.append(folder.title)
      case .folderEnded: path.removeLast()
      case .bookmark(let bookmark): try writer.write(ListedBookmark(bookmark, in: path))
      default: break
      }
    }
  }
}
