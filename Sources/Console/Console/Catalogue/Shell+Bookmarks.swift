internal import Addresses
internal import BrowserModel
internal import EventLog
internal import Store

/// What the commands about bookmarks share.
extension Shell {
  func namedBookmark(_ arguments: Arguments) throws(CommandFailure) -> Bookmark {
    guard let reference = arguments.reference("bookmark") else {
      throw CommandFailure("noSuchBookmark", "Which bookmark? “bookmarks” lists them.")
    }
    return try bookmark(reference)
  }

  /// A URL to keep: of any scheme (B3), with `%s` left as it is (B2). What typing would search for is
  /// none: nobody wants to keep a search for a command that was mistyped.
  func bookmarkURL(_ text: String) throws(CommandFailure) -> String {
    if text.contains("%s"), URL(text.replacing("%s", with: "s")) != nil { return text }
    if let url = URL(text) { return url.href }
    let resolution = try resolve(text) { $0.allowsScript = true }
    guard let url = resolution.url, resolution.kind == .url else {
      throw CommandFailure("invalidAddress", "“\(text)” is no URL; \(Self.bookmarkHint(text))")
    }
    return url.href
  }

  /// The command that was meant, where its name is near; else all there are.
  private static func bookmarkHint(_ text: String) -> String {
    let names = Catalogue.table.index.secondWords(after: "bookmark")
    let first = text.prefix { $0 != " " }
    if let near = Nearest.name(to: String(first), among: names) {
      return "did you mean “bookmark \(near)\(text.dropFirst(first.count))”?"
    }
    return
      "after “bookmark” comes one, or \(names.joined(separator: ", ")); “bookmarks” lists them."
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
    do throws(LogFailure) {
      return try store.isBookmarked(url)
    } catch {
      throw CommandFailure(error)
    }
  }

  func bookmarkedSentence(_ action: NewBookmark, isTwice: Bool) -> VisibleText {
    var sentence: VisibleText = "bookmarked \(action.title ?? action.url ?? "")"
    if isTwice { sentence += "; there is another bookmark of this URL" }
    return sentence
  }
}
