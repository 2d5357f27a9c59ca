internal import Addresses
internal import BrowserModel

/// A word to look for in texts, whatever the case of its letters and with or without their accents.
struct Needle {
  private let pattern: BytePattern
  private let isASCII: Bool

  init(_ word: some StringProtocol) {
    let text = String(word)
    let folded = FoldedText.bytes(of: text.utf8.span.raw)
    pattern = BytePattern(folded)
    isASCII = folded.allSatisfy { $0 < 0x80 }
  }

  /// Whether a text has it. The empty word is in every text. O(bytes · bytes of the word) at worst.
  func isIn(_ haystack: String) -> Bool {
    isIn(haystack.utf8.span.raw)
  }

  /// The same for a text in UTF-8.
  func isIn(_ haystack: RawSpan) -> Bool {
    if pattern.isIn(haystack) { return true }
    // Nearly all texts are ASCII, and accents have to be taken off the others first.
    guard !haystack.isASCII, FoldedText.changes(haystack, forASCII: isASCII) else { return false }
    let folded = FoldedText.bytes(of: haystack)
    return pattern.isIn(folded.span.raw)
  }
}

extension [Needle] {
  /// The words of a text, which spaces part.
  init(wordsOf text: String) { self = text.split(separator: " ").map { Needle($0) } }

  /// Whether each of them is in one of the texts.
  func areIn(_ texts: [String]) -> Bool {
    allSatisfy { word in texts.contains { word.isIn($0) } }
  }
}

/// Texts as they are compared when somebody looks for words: small letters without accents, composed.
enum FoldedText {
  /// The text in UTF-8. O(bytes)
  static func bytes(of text: RawSpan) -> [UInt8] {
    var codes: [UInt32] = []
    codes.reserveCapacity(text.byteCount)
    var letters: [UInt32] = []
    for scalar in text.text.unicodeScalars {
      guard scalar.value >= 0x80 else {
        codes.append(
          UInt8(ascii: "A")...UInt8(ascii: "Z") ~= UInt8(scalar.value)
            ? scalar.value | 0x20 : scalar.value)
        continue
      }
      letters.removeAll(keepingCapacity: true)
      Normalization.decompose(scalar.value, into: &letters)
      for letter in letters where !accents.contains(letter) { append(letter, to: &codes) }
    }
    var folded = String.UnicodeScalarView()
    folded.append(contentsOf: Normalization.composed(codes).compactMap(Unicode.Scalar.init))
    return Array(String(folded).utf8)
  }

  /// Whether folding may make something else of a text that is not ASCII than what ASCII letters in
  /// either case are.
  ///
  /// The scripts of East Asia, which have neither case nor accents, fill whole titles: they are left
  /// as they are, but for marks of the kana that stand by themselves.
  ///
  /// - Parameter isASCII: Whether only what becomes ASCII counts.
  static func changes(_ text: RawSpan, forASCII isASCII: Bool) -> Bool {
    for offset in text.byteOffsets {
      switch text[offset] {
      case 0xC3...0xC9, 0xCC, 0xCD, 0xE1: return true
      case 0xCA...0xE0, 0xEE...0xEF: if !isASCII { return true }
      case 0xE3:
        if !isASCII, offset + 2 < text.byteCount, text[offset + 1] == 0x82,
          0x99...0x9A ~= text[offset + 2]
        {
          return true
        }
      default: break
      }
    }
    return false
  }

  /// The marks above and below letters of Latin, Greek and Cyrillic.
  private static let accents: ClosedRange<UInt32> = 0x300...0x36F

  private static func append(_ code: UInt32, to codes: inout [UInt32]) {
    guard let scalar = Unicode.Scalar(code) else { return }
    if code < 0x80 {
      codes.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= UInt8(code) ? code | 0x20 : code)
    } else {
      for small in scalar.properties.lowercaseMapping.unicodeScalars {
        if !accents.contains(small.value) { codes.append(small.value) }
      }
    }
  }
}
