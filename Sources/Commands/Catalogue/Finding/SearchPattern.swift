internal import Addresses
internal import BrowserModel

/// A word to search for in text, ignoring case and accents.
package struct SearchPattern {
  let pattern: BytePattern
  let isASCII: Bool

  init(_ word: some StringProtocol) {
    let text = String(word)
    let folded = FoldedText.bytes(of: text.utf8.span.raw)
    pattern = BytePattern(folded)
    isASCII = folded.allSatisfy { $0 < 0x80 }
  }

  /// Whether a text contains the word. Every text contains the empty word. O(bytes · bytes of the
  /// word) at worst.
  func isIn(_ haystack: String) -> Bool {
    isIn(haystack.utf8.span.raw)
  }

  /// Whether a text in UTF-8 contains the word.
  func isIn(_ haystack: RawSpan) -> Bool {
    if pattern.isIn(haystack) { return true }
    // Nearly all texts are ASCII. Accents must be removed from other texts first.
    guard !haystack.isASCII, FoldedText.changes(haystack, forASCII: isASCII) else { return false }
    let folded = FoldedText.bytes(of: haystack)
    return pattern.isIn(folded.span.raw)
  }
}

extension [SearchPattern] {
  /// The words of a text, separated by spaces.
  package init(wordsOf text: String) { self = text.split(separator: " ").map { SearchPattern($0) } }

  /// Whether each word occurs in at least one of the texts.
  package func areIn(_ texts: [String]) -> Bool {
    var folded: [[UInt8]]?
    return allSatisfy { word in
      if texts.contains(where: { word.pattern.isIn($0.utf8.span.raw) }) { return true }
      let folded = folded ?? foldedTexts(texts, &folded)
      return folded.contains { word.pattern.isIn($0.span.raw) }
    }
  }

  /// Returns the folded texts, except the texts in which folding changes at most the case of ASCII
  /// letters. The texts are folded once for all words.
  private func foldedTexts(_ texts: [String], _ folded: inout [[UInt8]]?) -> [[UInt8]] {
    let isASCII = allSatisfy(\.isASCII)
    let all = texts.compactMap { text -> [UInt8]? in
      let bytes = text.utf8.span.raw
      guard !bytes.isASCII, FoldedText.changes(bytes, forASCII: isASCII) else { return nil }
      return FoldedText.bytes(of: bytes)
    }
    folded = all
    return all
  }
}
