/// A search engine that is chosen by its keyword.
public struct SearchEngine: Equatable, Sendable {
  /// The word before the words to search for: `w` in `w swift`, and in `!w swift`.
  public let keyword: String
  /// The URL that searches.
  public let template: SearchTemplate

  /// Creates a search engine.
  ///
  /// - Returns: Nil for a keyword that cannot be typed as a word: an empty one, one with a
  ///   space or control character, or one that begins with `?` or `!`, which mean something
  ///   else.
  public init?(keyword: String, template: SearchTemplate) {
    guard let first = keyword.utf8.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!"),
      keyword.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    self.keyword = keyword
    self.template = template
  }
}
