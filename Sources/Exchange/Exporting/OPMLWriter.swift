internal import BrowserModel

/// Writes bookmarks as an outline (``OPML``).
enum OPMLWriter {
  static func text(_ bookmarks: [Exchanged]) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
      <head><title>Bookmarks</title></head>
      <body>

      """
    for item in bookmarks {
      switch item {
      case .folderBegan(let folder):
        text += "<outline text=\"\(folder.title.markup)\"\(date(folder))>\n"
      case .folderEnded: text += "</outline>\n"
      case .bookmark(let bookmark) where bookmark.kind == .separator:
        text += "<outline text=\"\" separator=\"true\"\(date(bookmark))/>\n"
      case .bookmark(let bookmark): text += link(bookmark)
      default: break
      }
    }
    return text + "</body>\n</opml>\n"
  }

  private static func link(_ bookmark: ExchangedBookmark) -> String {
    var link = "<outline type=\"link\" text=\"\(bookmark.title.markup)\""
    link += " url=\"\(bookmark.url.markup)\"\(date(bookmark))"
    if !bookmark.tags.isEmpty {
      link += " category=\"\(bookmark.tags.joined(separator: ",").markup)\""
    }
    if !bookmark.keyword.isEmpty { link += " keyword=\"\(bookmark.keyword.markup)\"" }
    return link + "/>\n"
  }

  private static func date(_ bookmark: ExchangedBookmark) -> String {
    bookmark.milliseconds > 0 ? " created=\"\(UnixTime.text(bookmark.milliseconds))\"" : ""
  }
}
