internal import BrowserModel

/// Writes bookmarks in Netscape's HTML format for Firefox and Chromium.
enum NetscapeWriter {
  static func write(_ items: [PortableItem], to stream: ExportStream) throws {
    try stream.write(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
      <TITLE>Bookmarks</TITLE>
      <H1>Bookmarks</H1>
      <DL><p>

      """)
    var depth = 1
    var markedRoots: Set<Int> = []
    for item in items {
      switch item {
      case .bookmark(let bookmark):
        try stream.write("\(indent(depth))\(line(bookmark))\n")
        try write(bookmark.note, depth, to: stream)
      case .folderBegan(let folder):
        let title = MarkupEscaping.html(folder.title)
        let root = depth == 1 ? ChromiumBookmarks.place(ofRoot: folder.title) : nil
        let mark = root.flatMap { markedRoots.insert($0).inserted ? rootMarks[$0] : nil } ?? ""
        try stream.write("\(indent(depth))<DT><H3\(added(folder))\(mark)>\(title)</H3>\n")
        try write(folder.note, depth, to: stream)
        try stream.write("\(indent(depth))<DL><p>\n")
        depth += 1
      case .folderEnded:
        depth -= 1
        try stream.write("\(indent(depth))</DL><p>\n")
      default: break
      }
    }
    try stream.write("</DL><p>\n")
  }

  /// The attributes that identify Firefox's own folders, in the order of Chromium's roots
  /// (`BookmarkHTMLUtils.sys.mjs`).
  private static let rootMarks = [
    0: " PERSONAL_TOOLBAR_FOLDER=\"true\"", 1: " UNFILED_BOOKMARKS_FOLDER=\"true\"",
  ]

  /// Writes a note after its item. Its line breaks are preserved.
  private static func write(_ note: String, _ depth: Int, to stream: ExportStream) throws {
    guard !note.isEmpty else { return }
    let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
      .map { MarkupEscaping.html(String($0)) }
    try stream.write("\(indent(depth))<DD>\(lines.joined(separator: "\n"))\n")
  }

  private static func line(_ bookmark: PortableBookmark) -> String {
    guard bookmark.kind == .bookmark else { return "<HR\(added(bookmark))>" }
    var attributes = " HREF=\"\(MarkupEscaping.html(bookmark.url))\"" + added(bookmark)
    if !bookmark.keyword.isEmpty {
      attributes += " SHORTCUTURL=\"\(MarkupEscaping.html(bookmark.keyword))\""
    }
    if !bookmark.tags.isEmpty {
      attributes += " TAGS=\"\(MarkupEscaping.html(bookmark.tags.joined(separator: ",")))\""
    }
    return "<DT><A\(attributes)>\(MarkupEscaping.html(bookmark.title))</A>"
  }

  /// Returns the time in whole seconds, because the format has no fractions.
  private static func added(_ bookmark: PortableBookmark) -> String {
    bookmark.milliseconds > 0 ? " ADD_DATE=\"\(bookmark.milliseconds / 1_000)\"" : ""
  }

  /// Returns the indentation for a depth. The indentation is limited, because otherwise the lines
  /// in deep folders would become longer and longer.
  private static func indent(_ depth: Int) -> String {
    String(repeating: "    ", count: min(depth, 16))
  }
}
