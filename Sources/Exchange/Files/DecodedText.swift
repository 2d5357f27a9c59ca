/// The text of a file, converted to UTF-8 from any encoding.
///
/// The encoding is determined by a byte order mark. Without a mark, it is UTF-8 if the complete
/// text is valid UTF-8, otherwise the declared encoding. A text without a declaration that is not
/// UTF-8 is read as Windows-1252, as in browsers.
struct DecodedText: Sendable {
  /// The text in UTF-8, without a byte order mark.
  var bytes: [UInt8]
  /// The number of byte sequences that could not be decoded and became U+FFFD.
  var replacedCount = 0

  /// - Parameter name: The name of the file in messages.
  /// - Throws: ``ExchangeError`` if the encoding is unknown.
  init(_ bytes: [UInt8], _ name: String) throws {
    if let isLittleEndian = Self.wideByteOrder(bytes) {
      self.init(wide: bytes, isLittleEndian: isLittleEndian)
      return
    }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let declared = Self.declaration(in: content.prefix(4_096))
    // Of the common encodings, only those of ISO 2022 look like ASCII but are not ASCII.
    if content.count < bytes.count
      || Self.isUTF8(content) && declared?.hasPrefix("iso-2022") != true
    {
      self.init(utf8: content)
      return
    }
    switch declared {
    case "utf-8", "utf8", "unicode-1-1-utf-8", "utf-16", "utf-16le", "utf-16be":
      self.init(utf8: content)
    case nil, "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "ascii",
      "us-ascii",
      "windows-1252", "cp1252", "x-cp1252":
      self.init(bytes: Windows1252.utf8(content))
    case .some(let label):
      guard let text = CharacterSet.utf8(content, label) else {
        throw ExchangeError(
          .importFailed,
          "“\(name)” has the encoding “\(label.shortened)”, which is not supported. Save it as "
            + "UTF-8 and import that file.")
      }
      self.init(bytes: text.bytes, replacedCount: text.replacedCount)
    }
  }

  /// Decodes the beginning of a text, whose last character may be truncated.
  ///
  /// - Returns: The beginning in UTF-8, even if the encoding is unknown.
  static func beginning(_ bytes: [UInt8]) -> String {
    if let isLittleEndian = wideByteOrder(bytes) {
      let text = DecodedText(wide: bytes, isLittleEndian: isLittleEndian)
      return String(decoding: text.bytes, as: UTF8.self)
    }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    return String(decoding: content, as: UTF8.self)
  }

  private init(bytes: [UInt8], replacedCount: Int = 0) {
    self.bytes = bytes
    self.replacedCount = replacedCount
  }

  private init(utf8 content: ArraySlice<UInt8>) {
    if Self.isUTF8(content) {
      self.init(bytes: Array(content))
      return
    }
    let text = String(decoding: content, as: UTF8.self)
    let mark: Unicode.Scalar = "\u{FFFD}"
    self.init(
      bytes: Array(text.utf8), replacedCount: text.unicodeScalars.count { $0 == mark })
  }

  private init(wide bytes: [UInt8], isLittleEndian: Bool) {
    let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let high = isLittleEndian ? 1 : 0
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for place in stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2) {
      units.append(UInt16(bytes[place + high]) << 8 | UInt16(bytes[place + 1 - high]))
    }
    let text = String(decoding: units, as: UTF16.self)
    self.init(bytes: Array(text.utf8), replacedCount: bytes.count % 2)
  }

  /// Returns whether UTF-16 is little-endian, or nil for any other encoding.
  private static func wideByteOrder(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFF, 0xFE]) { return true }
    if bytes.starts(with: [0xFE, 0xFF]) { return false }
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (1..<0x80, 0, 1..<0x80, 0): return true
    case (0, 1..<0x80, 0, 1..<0x80): return false
    default: return nil
    }
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  /// Returns the encoding that is declared at the beginning of a document, in lower case:
  /// `charset=` in HTML, `encoding=` in XML.
  private static func declaration(in start: ArraySlice<UInt8>) -> String? {
    let text = start.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
    guard text.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return nil }
    for sign in ["charset", "encoding"] {
      guard let range = text.firstRange(of: sign.utf8) else { continue }
      let rest = text[range.upperBound...].drop { $0 <= 0x20 }
      guard rest.first == UInt8(ascii: "=") else { continue }
      let value = rest.dropFirst().drop { byte in
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      }
      let label = value.prefix { byte in
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte || "-_:.+".utf8.contains(byte)
      }
      if !label.isEmpty { return String(decoding: label, as: UTF8.self) }
    }
    return nil
  }
}
