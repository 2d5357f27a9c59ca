internal import BrowserModel
internal import Notation

/// Writes bookmarks as a table (RFC 4180) with the columns that Raindrop.io imports.
///
/// The folder of a bookmark is written as a path. Empty folders, separators and keywords are
/// omitted.
enum CSVWriter {
  static func write(_ items: [PortableItem], to stream: ExportStream) throws {
    try stream.write("url,folder,title,note,tags,created\r\n")
    var path: [String] = []
    for item in items {
      switch item {
      case .folderBegan(let folder):
        // A slash in a title would separate folders, so it is replaced.
        path.append(folder.title.split(separator: "/").joined(separator: "\u{2215}"))
      case .folderEnded: path.removeLast()
      case .bookmark(let bookmark) where bookmark.kind == .bookmark:
        try write(bookmark, path, to: stream)
      default: break
      }
    }
  }

  private static func write(
    _ bookmark: PortableBookmark, _ path: [String], to stream: ExportStream
  ) throws {
    let created =
      bookmark.milliseconds > 0 ? Timestamp(milliseconds: bookmark.milliseconds).description : ""
    let fields = [
      bookmark.url, path.joined(separator: "/"), bookmark.title, bookmark.note,
      bookmark.tags.joined(separator: ", "), created,
    ]
    try stream.write(fields.map(CSVCell.written).joined(separator: ",") + "\r\n")
  }
}
