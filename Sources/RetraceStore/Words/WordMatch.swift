internal import BrowserModel

/// Search terms, each of which must be the beginning of a word in a title or in an address.
///
/// ```swift
/// let match = WordMatch("cafe rust")
/// let isFound = match?.matches(title: "Le Café", url: "https://rust-lang.org/")  // true
/// let isInside = WordMatch("rust")?.matches(title: "Trust", url: "")  // false
/// ```
///
/// Case and accents are ignored, and punctuation separates words: `doc.rust-lang` is three words.
public struct WordMatch: Sendable {
  /// The folded words, the longest first, because the longest word is usually the rarest.
  let words: [[UInt8]]

  /// Parses typed text. Returns nil if the text contains neither a letter nor a digit.
  public init?(_ text: String) {
    var folded = FoldedWords()
    folded.fold(text.utf8.span.raw, isAddress: false)
    var words: [[UInt8]] = []
    for word in folded.words where !words.contains(word) { words.append(word) }
    guard !words.isEmpty else { return nil }
    self.words = words.sorted { $0.count > $1.count }
  }

  /// Whether each search term is the beginning of a word in a title or in an address.
  public func matches(title: String, url: String) -> Bool {
    var left = words
    var folded = FoldedWords()
    Self.remove(&left, in: title.utf8.span.raw, isAddress: false, &folded)
    if !left.isEmpty { Self.remove(&left, in: url.utf8.span.raw, isAddress: true, &folded) }
    return left.isEmpty
  }

  /// Removes, from a list of search terms, the terms that are the beginning of a word in a text.
  /// `folded` is a reusable buffer.
  static func remove(
    _ words: inout [[UInt8]], in text: RawSpan, isAddress: Bool, _ folded: inout FoldedWords
  ) {
    folded.fold(text, isAddress: isAddress)
    words.removeAll { folded.hasWord(beginningWith: $0) }
  }
}
