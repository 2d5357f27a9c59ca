internal import BrowserModel

/// The escaping of JSON strings (RFC 8259, section 7).
enum JSONEscaping {
  /// Appends a string, with escapes where necessary. Runs of plain bytes are copied unchanged.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text.utf8.span, to: &bytes)
  }

  private static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    var start = 0
    var position = 0
    while position < text.count {
      let byte = text[position]
      if isPlain(byte) {
        position += 1
        continue
      }
      let (scalar, length) = decode(text, at: position)
      if isEscaped(scalar) {
        bytes.append(text.extracting(start..<position).raw)
        append(escaped: scalar, to: &bytes)
        start = position + length
      }
      position += length
    }
    bytes.append(text.extracting(start...).raw)
  }

  /// Whether a byte is ASCII and needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7f ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Whether a character is written as an escape.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar.isInvisible
  }

  // A Swift string is valid UTF-8, so the lead byte determines the length.
  private static func decode(
    _ text: Span<UInt8>, at position: Int
  ) -> (Unicode.Scalar, length: Int) {
    let lead = UInt32(text[position])
    if lead < 0x80 { return (Unicode.Scalar(UInt8(lead)), 1) }
    let length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    var value = lead & (0x7f >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[position + offset]) & 0x3f }
    return (Unicode.Scalar(value) ?? "\u{fffd}", length)
  }

  /// Writes a character as an escape. The escape is short, such as `\n`, if JSON defines a short
  /// escape for the character. Otherwise, it is `\u` and four digits. A character beyond U+FFFF
  /// becomes two `\u` escapes.
  private static func append(escaped scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch scalar {
    case "\"", "\\": bytes.append(UInt8(scalar.value))
    case "\u{8}": bytes.append(UInt8(ascii: "b"))
    case "\u{c}": bytes.append(UInt8(ascii: "f"))
    case "\n": bytes.append(UInt8(ascii: "n"))
    case "\r": bytes.append(UInt8(ascii: "r"))
    case "\t": bytes.append(UInt8(ascii: "t"))
    default:
      let units = Array(UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter)
      append(unit: units[0], to: &bytes)
      guard units.count == 2 else { return }
      bytes.append(UInt8(ascii: "\\"))
      append(unit: units[1], to: &bytes)
    }
  }

  private static func append(unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 0xf
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible or could control a terminal.
  ///
  /// Such characters are controls (C0, DEL, C1), line and paragraph separators, format characters
  /// (directions, joiners, tags), fillers and noncharacters. Variation selectors only choose
  /// between glyphs, and the prepended marks of the Unicode Standard, chapter 9, are visible, so
  /// both are ordinary text.
  package var isInvisible: Bool {
    if value < 0x20 || 0x7f..<0xa0 ~= value { return true }
    if value < 0xad { return false }
    let properties = properties
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
    case .format: return !isPrependedMark
    case .unassigned:
      return properties.isNoncharacterCodePoint || properties.isDefaultIgnorableCodePoint
    default: return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }

  /// Whether the character is a prepended mark, a visible format character that is displayed with
  /// the digits or letters after it.
  package var isPrependedMark: Bool {
    switch value {
    case 0x600...0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd: true
    default: false
    }
  }
}
