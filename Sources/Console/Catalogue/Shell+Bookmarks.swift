internal import Addresses
internal import BrowserModel
internal import Session

/// What the commands about bookmarks share.
extension Shell {
  func namedBookmark(_ arguments: Arguments) throws(CommandFailure) -> Bookmark {
    guard let reference = arguments.reference("bookmark") else {
      throw CommandFailure("noSuchBookmark", "Which bookmark? “bookmarks” lists them.")
    }
    return try bookmark(reference)
  }

  /// A URL to keep: of any scheme (B3), with `%s` left as it is (B2).
  func bookmarkURL(_ text: String) throws(CommandFailure) -> String {
    if text.contains("%s") || URL(text) != nil {
      return text.contains("%s") ? text : URL(text)?.href ?? text
    }
    return try destination(text, allowsScript: true).url
  }

  func tags(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { part in
      var part = part
      while part.first == " " { part.removeFirst() }
      while part.last == " " { part.removeLast() }
      return String(part)
    }.filter { !$0.isEmpty }
  }

  func hasBookmark(of url: String) throws(CommandFailure) -> Bool {
    try read { words in
      durableBrowser.bookmarks.all.contains { bookmark in
        bookmark.url.exists && words.text(.url, of: bookmark.url) == url
      }
    }
  }

  func bookmarkedSentence(_ wish: NewBookmark, isTwice: Bool) -> VisibleText {
    var sentence: VisibleText = "bookmarked \(wish.title ?? wish.url ?? "")"
    if isTwice { sentence += "; there is another bookmark of this URL" }
    if isPrivate { sentence += "; it is on disk, without the window it came from" }
    return sentence
  }
}
