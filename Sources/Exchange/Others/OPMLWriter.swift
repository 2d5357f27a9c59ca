internal import BrowserModel
internal import Notation

/// Writes bookmarks as an outline (OPML 2.0). A bookmark becomes a link, and a folder becomes a
/// plain outline.
///
/// Keywords, notes and separators become additional attributes, which the format allows and other
/// programs ignore.
enum OPMLWriter {
  static func write(_ items: [PortableItem], to stream: ExportStream) throws {
    try stream.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
      <head><title>Bookmarks</title></head>
      <body>

      """)
    for item in items {
      switch item {
      case .bookmark(let bookmark): try stream.write("<outline\(attributes(bookmark))/>\n")
      case .folderBegan(let folder): try stream.write("<outline\(attributes(folder))>\n")
      case .folderEnded: try stream.write("</outline>\n")
      default: break
      }
    }
    try stream.write("</body>\n</opml>\n")
  }

  private static func attributes(_ bookmark: PortableBookmark) -> String {
    var attributes = " text=\"\(MarkupEscaping.xml(bookmark.title))\""
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { attributes += " \(name)=\"\(MarkupEscaping.xml(value))\"" }
    }
    switch bookmark.kind {
    case .bookmark:
      attributes += " type=\"link\" url=\"\(MarkupEscaping.xml(bookmark.url))\""
    case .separator: add("separator", "true")
    case .folder: break
    }
    add("category", bookmark.tags.joined(separator: ","))
    add("keyword", bookmark.keyword)
    add("description", bookmark.note)
    if bookmark.milliseconds > 0 {
      add("created", Timestamp(milliseconds: bookmark.milliseconds).description)
    }
    return attributes
  }
}
