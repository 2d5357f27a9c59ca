/// A search engine with the keyword that chooses it.
public struct SearchEngine: Equatable, Sendable {
  /// The word before the words to search for: `w` in `w swift`, and in `!w swift`.
  public let keyword: String
  /// How the engine searches.
  public let template: SearchTemplate

  /// Nil for a keyword that cannot be typed as a word: empty, with a space or control character, or
  /// with `?` or `!` at the start, which mean something else.
  public init?(keyword: String, template: SearchTemplate) {
    guard let first = keyword.utf8.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!"),
      keyword.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    self.keyword = keyword
    self.template = template
  }
}
