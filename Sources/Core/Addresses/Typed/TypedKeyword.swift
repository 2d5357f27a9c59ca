/// Keywords of bookmarks and search engines.
extension Typed {
  /// Returns the page of a keyword bookmark or the search of an engine, or nil if the first word is
  /// not a keyword.
  ///
  /// An engine requires search terms. A bookmark accepts words only if its URL has a placeholder
  /// for the words, so typed words are never silently dropped.
  static func keyword(_ typed: TypedText, _ context: Context) -> Resolution? {
    guard !context.bookmarks.isEmpty || !context.engines.isEmpty else { return nil }
    let end = typed.bytes.firstIndex { $0 <= 0x20 } ?? typed.bytes.count
    let word = typed.bytes.span.extracting(0..<end)
    let rest = typed.dropping(end)
    for bookmark in context.bookmarks where bookmark.keyword.utf8.span.isEqual(to: word) {
      guard rest.isEmpty || bookmark.hasPlaceForWords,
        let url = bookmark.url(for: rest.words())
      else { continue }
      return .address(url, "It begins with the keyword of a bookmark.")
    }
    guard !rest.isEmpty, let engine = context.engine(word) else { return nil }
    return .search(
      rest.words(), "It begins with the keyword of a search engine.", context, by: engine)
  }
}

extension Typed.Context {
  /// Returns the search engine with a keyword, or nil if no engine has the keyword.
  func engine(_ keyword: Span<UInt8>) -> SearchEngine? {
    for engine in engines where engine.keyword.utf8.span.isEqual(to: keyword) { return engine }
    return nil
  }
}
