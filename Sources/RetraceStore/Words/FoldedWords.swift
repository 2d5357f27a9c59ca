internal import Addresses
internal import BrowserModel

/// A text without case and accents, split into words, for comparison in a search.
///
/// A word is a run of letters and digits. In scripts without spaces between words, such as Chinese
/// and Thai, a word begins at each character. In an address, percent-encoding is decoded, and the
/// scheme and `www.` are ignored.
struct FoldedWords {
  /// The folded text in UTF-8, with one space between words.
  private(set) var bytes: [UInt8] = []
  /// The starts of words in ``bytes``.
  private(set) var starts: [Int] = []

  /// The maximum number of bytes of a text that are considered, because a `data:` URL may be
  /// megabytes long.
  private static let maximumBytes = 2_048
  private static let space = UInt8(ascii: " ")

  /// Replaces the contents with another text, folded.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - isAddress: Whether the text is a URL.
  mutating func fold(_ text: RawSpan, isAddress: Bool) {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    let text = text.extracting(..<min(text.byteCount, Self.maximumBytes))
    if !foldASCII(text.extracting(isAddress ? Self.beginning(of: text)... : 0...), isAddress) {
      foldUnicode(text.extracting(isAddress ? Self.beginning(of: text)... : 0...), isAddress)
    }
  }

  /// Whether a word begins with a folded word.
  func hasWord(beginningWith word: [UInt8]) -> Bool {
    let first = word[0]
    return starts.contains { start in
      guard bytes[start] == first, start + word.count <= bytes.count else { return false }
      for offset in 1..<max(word.count, 1) where bytes[start + offset] != word[offset] {
        return false
      }
      return true
    }
  }

  /// Returns the word at one of the ``starts``. Other words may follow it without a space.
  func word(at start: Int) -> ArraySlice<UInt8> {
    var end = start
    while end < bytes.count, bytes[end] != Self.space { end += 1 }
    return bytes[start..<end]
  }

  /// The runs of letters and digits. In a search, each run is a search term.
  var words: [[UInt8]] { bytes.split(separator: Self.space).map(Array.init) }

  /// Folds a text if it is ASCII, otherwise returns false.
  private mutating func foldASCII(_ text: RawSpan, _ isAddress: Bool) -> Bool {
    var offset = 0
    var isInWord = false
    while offset < text.byteCount {
      var byte = text[offset]
      offset += 1
      if isAddress, byte == UInt8(ascii: "%"), let decoded = Self.hexByte(text, offset) {
        byte = decoded
        offset += 2
      }
      guard byte < 0x80 else { return false }
      let letter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
      let isWord = Self.isASCIIWord(letter)
      if isWord, !isInWord { starts.append(bytes.count) }
      isInWord = isWord
      bytes.append(isWord ? letter : Self.space)
    }
    return true
  }

  /// Folds any text.
  private mutating func foldUnicode(_ text: RawSpan, _ isAddress: Bool) {
    let decoded = isAddress ? Self.decoded(text) : text.copied
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    var isInWord = false
    var parts: [UInt32] = []
    for scalar in String(decoding: decoded, as: UTF8.self).lowercased().unicodeScalars {
      parts.removeAll(keepingCapacity: true)
      Normalization.decompose(scalar.value, into: &parts)
      for part in parts.compactMap(Unicode.Scalar.init) { append(part, &isInWord) }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ isInWord: inout Bool) {
    let properties = scalar.properties
    // Accents and other marks are ignored.
    if properties.canonicalCombiningClass != .notReordered { return }
    let isWord =
      scalar.isASCII
      ? Self.isASCIIWord(UInt8(scalar.value))
      : properties.isAlphabetic || properties.numericType != nil
    if isWord, !isInWord || scalar.isWordAlone { starts.append(bytes.count) }
    isInWord = isWord
    if isWord {
      bytes.append(contentsOf: String(scalar).utf8)
    } else {
      bytes.append(Self.space)
    }
  }

  /// Returns the start of the part of a URL to fold.
  private static func beginning(of url: RawSpan) -> Int {
    for scheme in ["https://", "http://", "file://"] where url.begins(with: scheme.utf8) {
      let count = scheme.utf8.count
      return url.extracting(count...).begins(with: "www.".utf8) ? count + 4 : count
    }
    return 0
  }

  private static func isASCIIWord(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Returns the bytes of a URL, percent-decoded.
  private static func decoded(_ url: RawSpan) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(url.byteCount)
    var offset = 0
    while offset < url.byteCount {
      if url[offset] == UInt8(ascii: "%"), let byte = hexByte(url, offset + 1) {
        decoded.append(byte)
        offset += 3
      } else {
        decoded.append(url[offset])
        offset += 1
      }
    }
    return decoded
  }

  /// Returns the byte encoded by two hexadecimal digits at an offset, or nil if there are no such
  /// digits.
  private static func hexByte(_ text: RawSpan, _ offset: Int) -> UInt8? {
    guard offset + 1 < text.byteCount, let high = digit(text[offset]),
      let low = digit(text[offset + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character belongs to a script that is written without spaces.
  fileprivate var isWordAlone: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
