/// A search engine, chosen by its keyword.
public struct SearchEngine: Equatable, Sendable {
  /// The word before the search terms: `w` in `w swift`, and in `!w swift`.
  public let keyword: String
  /// The template of the search URL.
  public let template: SearchTemplate

  /// Creates a search engine.
  ///
  /// - Returns: Nil if the keyword cannot be typed as a word because it is empty, contains a space
  ///   or control character, or begins with `?` or `!`. These characters have other meanings.
  public init?(keyword: String, template: SearchTemplate) {
    guard let first = keyword.utf8.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!"),
      keyword.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    self.keyword = keyword
    self.template = template
  }
}
