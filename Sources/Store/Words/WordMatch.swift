internal import BrowserModel

/// Words that a person looks for: each has to begin a word of a title or of an address.
///
/// ```swift
/// let match = WordMatch("cafe rust")
/// let isFound = match?.matches(title: "Le Café", url: "https://rust-lang.org/")  // true
/// let isInside = WordMatch("rust")?.matches(title: "Trust", url: "")  // false
/// ```
///
/// Case and accents do not count, and punctuation parts words: `doc.rust-lang` are three.
public struct WordMatch: Sendable {
  /// The words, folded, the longest first: it is found least often.
  let words: [[UInt8]]

  /// Reads what was typed; nil where it has no letter and no digit.
  public init?(_ text: String) {
    var folded = FoldedWords()
    folded.fold(text.utf8.span.raw, isAddress: false)
    var words: [[UInt8]] = []
    for word in folded.words where !words.contains(word) { words.append(word) }
    guard !words.isEmpty else { return nil }
    self.words = words.sorted { $0.count > $1.count }
  }

  /// Whether each word begins a word of a title or of an address.
  public func matches(title: String, url: String) -> Bool {
    var left = words
    var folded = FoldedWords()
    Self.remove(&left, in: title.utf8.span.raw, isAddress: false, &folded)
    if !left.isEmpty { Self.remove(&left, in: url.utf8.span.raw, isAddress: true, &folded) }
    return left.isEmpty
  }

  /// Removes the words from a list that begin a word of a text; `folded` is room to work in.
  static func remove(
    _ words: inout [[UInt8]], in text: RawSpan, isAddress: Bool, _ folded: inout FoldedWords
  ) {
    folded.fold(text, isAddress: isAddress)
    words.removeAll { folded.hasWord(beginningWith: $0) }
  }
}

/// The beginning of a word as a number: numbers compare as words do.
enum WordTerm {
  /// The term of all events about bookmarks; no word has it.
  static let bookmark: UInt32 = 0

  /// How many bytes count. Numbers in addresses are many and tell little, so they count for less.
  static func length(of word: ArraySlice<UInt8>) -> Int {
    word.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false ? 3 : 4
  }

  /// The term of a word.
  static func term(_ word: ArraySlice<UInt8>, filling: UInt8 = 0) -> UInt32 {
    let length = length(of: word)
    var term: UInt32 = 0
    for offset in 0..<4 {
      let place = word.startIndex + offset
      let byte = offset >= length ? 0 : place < word.endIndex ? word[place] : filling
      term = term << 8 | UInt32(byte)
    }
    return term
  }

  /// The terms of all words that begin with a word.
  static func terms(beginningWith word: [UInt8]) -> ClosedRange<UInt32> {
    term(word[...])...term(word[...], filling: .max)
  }
}
