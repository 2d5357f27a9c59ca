/// The inside of a JSON string (RFC 8259 section 7).
enum JSONEscaping {
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &bytes) }
  }

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
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
        bytes.append(contentsOf: text[start..<position])
        append(escaped: scalar, to: &bytes)
        start = position + length
      }
      position += length
    }
    bytes.append(contentsOf: text[start...])
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7f ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar.isInvisible
  }

  // A Swift string is valid UTF-8, so the lead byte alone tells the length.
  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (Unicode.Scalar, length: Int) {
    let lead = UInt32(text[position])
    if lead < 0x80 { return (Unicode.Scalar(UInt8(lead)), 1) }
    let length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    var value = lead & (0x7f >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[position + offset]) & 0x3f }
    return (Unicode.Scalar(value) ?? "\u{fffd}", length)
  }

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
