internal import BrowserModel

/// Writes bookmarks as a file that every browser reads (``NetscapeBookmarks``). Times are whole seconds
/// there.
enum NetscapeWriter {
  static func text(_ bookmarks: [Exchanged]) -> String {
    var text = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
      <TITLE>Bookmarks</TITLE>
      <H1>Bookmarks</H1>

      <DL><p>

      """
    var depth = 1
    func line(_ line: String) {
      text += String(repeating: "    ", count: depth) + line + "\n"
    }
    for item in bookmarks {
      switch item {
      case .folderBegan(let folder):
        line("<DT><H3\(date(folder))>\(folder.title.markup)</H3>")
        line("<DL><p>")
        depth += 1
      case .folderEnded:
        depth -= 1
        line("</DL><p>")
      case .bookmark(let bookmark) where bookmark.kind == .separator:
        line("<HR\(date(bookmark))>")
      case .bookmark(let bookmark): line(link(bookmark))
      default: break
      }
    }
    return text + "</DL><p>\n"
  }

  private static func link(_ bookmark: ExchangedBookmark) -> String {
    var attributes = " HREF=\"\(bookmark.url.markup)\"\(date(bookmark))"
    if !bookmark.keyword.isEmpty { attributes += " SHORTCUTURL=\"\(bookmark.keyword.markup)\"" }
    if !bookmark.tags.isEmpty {
      attributes += " TAGS=\"\(bookmark.tags.joined(separator: ",").markup)\""
    }
    return "<DT><A\(attributes)>\(bookmark.title.markup)</A>"
  }

  private static func date(_ bookmark: ExchangedBookmark) -> String {
    bookmark.milliseconds > 0 ? " ADD_DATE=\"\(bookmark.milliseconds / 1_000)\"" : ""
  }
}
