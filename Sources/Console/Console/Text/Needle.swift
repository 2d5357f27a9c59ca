internal import BrowserModel

/// A word to look for in texts, whatever its case.
struct Needle {
  private let bytes: [UInt8]
  private let text: String
  private let isASCII: Bool

  init(_ word: some StringProtocol) {
    text = word.lowercased()
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether a text has it. The empty word is in every text. O(bytes · bytes of the word) at worst.
  func isIn(_ haystack: String) -> Bool {
    var haystack = haystack
    guard isASCII else {
      // Nearly all addresses are ASCII, and small letters of others have to be made first.
      let mayHold = haystack.withUTF8 { $0.contains { $0 >= 0x80 } }
      return mayHold && haystack.lowercased().contains(text)
    }
    return haystack.withUTF8 { UnsafeRawBufferPointer($0).hasIgnoringCase(bytes) }
  }
}

extension [Needle] {
  /// The words of a text, which spaces part.
  init(wordsOf text: String) { self = text.split(separator: " ").map { Needle($0) } }

  /// Whether each of them is in a title or a URL.
  func areIn(_ title: String, or url: String) -> Bool {
    allSatisfy { $0.isIn(url) || $0.isIn(title) }
  }
}
