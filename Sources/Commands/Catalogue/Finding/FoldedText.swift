internal import Addresses
internal import BrowserModel

/// Text prepared for searching: lowercase letters without accents, composed.
enum FoldedText {
  /// Returns the folded text in UTF-8. O(bytes)
  static func bytes(of text: RawSpan) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.byteCount)
    var offset = 0
    while offset < text.byteCount {
      let byte = text[offset]
      switch byte {
      case 0..<0x80:
        folded.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
        offset += 1
      case 0xC2...0xDF where offset + 1 < text.byteCount:
        let code = UInt32(byte & 0x1F) << 6 | UInt32(text[offset + 1] & 0x3F)
        append(letters[Int(code)], to: &folded)
        offset += 2
      // Dashes and quotes, which are common in titles.
      case 0xE2 where offset + 1 < text.byteCount && text[offset + 1] == 0x80:
        folded.append(byte)
        offset += 1
      case 0xE0, 0xE1, 0xE2, 0xEA, 0xEE...0xF4: return slowBytes(of: text)
      case 0xE3 where hasKanaMark(text, at: offset): return slowBytes(of: text)
      default:
        // Scripts without case and accents, and bytes that are not UTF-8.
        folded.append(byte)
        offset += 1
      }
    }
    return folded
  }

  /// Whether folding may change a text that is not ASCII, beyond the case of its ASCII letters.
  ///
  /// East Asian scripts have neither case nor accents, and often make up a complete title. Folding
  /// leaves them unchanged, except for separate kana voicing marks.
  ///
  /// - Parameter isASCII: Whether only changes that produce ASCII letters count.
  static func changes(_ text: RawSpan, forASCII isASCII: Bool) -> Bool {
    for offset in text.byteOffsets {
      switch text[offset] {
      case 0xC3...0xC9, 0xCC, 0xCD, 0xE1: return true
      case 0xCA...0xE0, 0xEA, 0xEE...0xF0: if !isASCII { return true }
      case 0xE3: if !isASCII, hasKanaMark(text, at: offset) { return true }
      default: break
      }
    }
    return false
  }

  /// Whether there is a kana voicing mark at a byte.
  private static func hasKanaMark(_ text: RawSpan, at offset: Int) -> Bool {
    offset + 2 < text.byteCount && text[offset + 1] == 0x82 && 0x99...0x9A ~= text[offset + 2]
  }

  /// The combining marks above and below letters of Latin, Greek and Cyrillic.
  private static let accents: ClosedRange<UInt32> = 0x300...0x36F

  /// The folded form of each code point of two bytes in UTF-8, or 0 if the folded form is empty.
  private static let letters: [UInt16] = (0..<0x800).map { code -> UInt16 in
    let folded = FoldedText.folded([UInt32(code)])
    guard let first = folded.first else { return 0 }
    return folded.count == 1 && first < 0x800 ? UInt16(first) : UInt16(code)
  }

  private static func append(_ letter: UInt16, to bytes: inout [UInt8]) {
    if letter == 0 { return }
    guard letter >= 0x80 else { return bytes.append(UInt8(letter)) }
    bytes.append(UInt8(0xC0 | letter >> 6))
    bytes.append(UInt8(0x80 | letter & 0x3F))
  }

  /// Returns the folded text in UTF-8, for text in any script.
  private static func slowBytes(of text: RawSpan) -> [UInt8] {
    var folded = String.UnicodeScalarView()
    let codes = Self.folded(text.text.unicodeScalars.map(\.value))
    folded.append(contentsOf: codes.compactMap(Unicode.Scalar.init))
    return Array(String(folded).utf8)
  }

  private static func folded(_ text: [UInt32]) -> [UInt32] {
    var codes: [UInt32] = []
    codes.reserveCapacity(text.count)
    var parts: [UInt32] = []
    for code in text {
      parts.removeAll(keepingCapacity: true)
      Normalization.decompose(code, into: &parts)
      for part in parts where !accents.contains(part) {
        guard let scalar = Unicode.Scalar(part) else { continue }
        if part < 0x80 {
          codes.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= UInt8(part) ? part | 0x20 : part)
        } else {
          codes += scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
            .filter { !accents.contains($0) }
        }
      }
    }
    return Normalization.composed(codes)
  }
}
