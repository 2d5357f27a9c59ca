internal import BrowserModel

/// The beginning of a word as a number. The numbers have the same order as the words.
enum WordTerm {
  /// The term of all events about bookmarks, which differs from the term of any word.
  static let bookmark: UInt32 = 0

  /// Returns the number of bytes of a word that form its term. Numbers use fewer bytes, because
  /// addresses contain many numbers, which are not very distinctive.
  static func length(of word: ArraySlice<UInt8>) -> Int {
    word.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false ? 3 : 4
  }

  /// Returns the term of a word.
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

  /// Returns the range of terms of all words that begin with the given word.
  static func terms(beginningWith word: [UInt8]) -> ClosedRange<UInt32> {
    term(word[...])...term(word[...], filling: .max)
  }
}
