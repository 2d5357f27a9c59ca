internal import BrowserModel

/// Reads the bookmarks that Pocket has exported as HTML (`ril_export.html`). The document has a
/// heading for each list, followed by the links in the list. ``BookmarkTable`` reads the exports
/// that are tables.
enum Pocket {
  /// The folder of unread links.
  static let unread = "Unread"
  /// The folder of read links.
  static let archive = "Read Archive"

  /// Whether the beginning of a document, converted to lower case, is that of an HTML export of
  /// Pocket.
  static func isOne(_ text: String) -> Bool {
    text.contains("<title>pocket export</title>") || text.contains(" time_added=")
  }

  static func read(_ bytes: [UInt8], _ emit: (PortableItem) throws -> Void) throws {
    var reader = MarkupReader(bytes)
    var bookmark: PortableBookmark?
    var isHeading = false
    var isInFolder = false
    var text = ""
    while let token = reader.next() {
      switch token {
      case .text(let words): text += words
      case .open(let tag) where tag.name == "h1":
        if isInFolder { try emit(.folderEnded) }
        isInFolder = false
        isHeading = true
        text = ""
      case .close("h1") where isHeading:
        isHeading = false
        isInFolder = true
        try emit(.folderBegan(PortableBookmark(.folder, title: text.trimmed)))
      case .open(let tag) where tag.name == "a":
        if let bookmark { try emit(.bookmark(bookmark.titled(text))) }
        bookmark = PortableBookmark(
          url: tag["href"]?.trimmed ?? "",
          tags: (tag["tags"] ?? "").split(separator: ",").map { $0.trimmed },
          milliseconds: UnixTime.milliseconds(written: tag["time_added"] ?? ""))
        text = ""
      case .close("a"):
        if let bookmark { try emit(.bookmark(bookmark.titled(text))) }
        bookmark = nil
      default: break
      }
    }
    if let bookmark { try emit(.bookmark(bookmark.titled(text))) }
    if isInFolder { try emit(.folderEnded) }
  }
}

extension PortableBookmark {
  fileprivate func titled(_ text: String) -> PortableBookmark {
    var titled = self
    // If a page has no title, Pocket writes its address instead.
    titled.title = text.trimmed == url ? "" : text.trimmed
    return titled
  }
}
