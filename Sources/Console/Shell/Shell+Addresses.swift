internal import Addresses
internal import BrowserModel
internal import Session

/// From what was typed in the address field to where it leads (A1, B2).
extension Shell {
  /// What typing something would do.
  func resolve(_ text: String, allowsScript: Bool = false) throws(CommandFailure) -> Resolution {
    try read { words in
      if let url = keywordURL(text, words), let parsed = URL(url) {
        return .address(parsed, "the bookmark with this keyword")
      }
      return Typed.resolve(text, context(words, allowsScript: allowsScript))
    }
  }

  /// The destination of typed text, or the reason why there is none (A5).
  func destination(
    _ text: String, allowsScript: Bool = false
  ) throws(CommandFailure) -> Destination {
    if text == Destination.startPage { return Destination(text, transition: .startPage) }
    let resolution = try resolve(text, allowsScript: allowsScript)
    guard let url = resolution.url, resolution.kind != .refused else {
      throw CommandFailure("invalidAddress", resolution.reason)
    }
    return Destination(
      url.href, input: text == url.href ? nil : text,
      reason: text == url.href ? nil : "\(Typed.policy): \(resolution.reason)",
      searchWords: resolution.words, transition: resolution.kind == .search ? .generated : .typed)
  }

  /// A URL as a page gives it: relative to the page that it is on.
  func target(_ text: String, from tab: Tab) throws(CommandFailure) -> Destination {
    let base = try read { browser(of: tab.id).url(of: tab, text: $0) }
    guard let url = URL(text, base: URL(base)) else {
      throw CommandFailure("invalidAddress", "“\(text)” is no URL that a page could lead to.")
    }
    guard url.scheme != "javascript" else {
      throw CommandFailure("invalidAddress", "A javascript: address is a program, not a page.")
    }
    return Destination(url.href, transition: .link)
  }

  /// The URL of a keyword bookmark, with the words behind the keyword in the place of `%s` (B2).
  private func keywordURL(_ text: String, _ words: LogText) -> String? {
    guard durableBrowser.bookmarks.hasKeywords else { return nil }
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let keyword = parts.first else { return nil }
    let rest = parts.count > 1 ? String(parts[1]) : ""
    for bookmark in durableBrowser.bookmarks.all where bookmark.keyword.exists {
      guard words.text(.keyword, of: bookmark.keyword) == String(keyword),
        let url = words.text(.url, of: bookmark.url)
      else { continue }
      return fill(url, with: rest)
    }
    return nil
  }

  private func fill(_ url: String, with words: String) -> String {
    let encoded = FormEncoding.encode(words)
    var parts = url.split(separator: "%s", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return url }
    let first = parts.removeFirst()
    return parts.reduce(first) { $0 + encoded + $1 }
  }

  private func context(_ words: LogText, allowsScript: Bool) -> Typed.Context {
    var context = Typed.Context()
    if let template = durableBrowser.value(of: .searchTemplate, text: words) {
      context.search = SearchTemplate(template) ?? context.search
    }
    context.allowsScript = allowsScript
    return context
  }
}
