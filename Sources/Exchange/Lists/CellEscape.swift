/// Escapes for characters that a cell of a table cannot contain, in the notation of JSON: `\u0007`.
///
/// A backslash is escaped only if it would otherwise begin an escape, so most text is written
/// unchanged. ``text(of:)`` is the exact inverse of ``written(_:isEscaped:)``.
enum CellEscape {
  /// Returns a text in which each control character except newlines is escaped.
  ///
  /// - Parameter isEscaped: Returns whether to escape a character that is not a control character,
  ///   given its index and whether it is the last character.
  static func written(
    _ text: String, isEscaped: (Unicode.Scalar, _ isAtEnd: Bool) -> Bool = { _, _ in false }
  ) -> String {
    let scalars = Array(text.unicodeScalars)
    var written = ""
    for (index, scalar) in scalars.enumerated() {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      let isAtEnd = index == 0 || index == scalars.count - 1
      let beginsEscape = scalar == "\\" && value(ofEscapeAt: index, in: scalars) != nil
      if isControl || beginsEscape || isEscaped(scalar, isAtEnd) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        written += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      } else {
        written.unicodeScalars.append(scalar)
      }
    }
    return written
  }

  /// Returns the original of an escaped text. An escape that does not encode a character remains
  /// unchanged.
  static func text(of written: String) -> String {
    guard written.utf8.contains(UInt8(ascii: "\\")) else { return written }
    let scalars = Array(written.unicodeScalars)
    var text = ""
    var index = 0
    while index < scalars.count {
      if let scalar = value(ofEscapeAt: index, in: scalars) {
        text.unicodeScalars.append(scalar)
        index += 6
      } else {
        text.unicodeScalars.append(scalars[index])
        index += 1
      }
    }
    return text
  }

  /// Returns the character that an escape encodes, or nil if there is no escape at this index.
  private static func value(
    ofEscapeAt index: Int, in scalars: [Unicode.Scalar]
  ) -> Unicode.Scalar? {
    guard index + 6 <= scalars.count, scalars[index] == "\\", scalars[index + 1] == "u" else {
      return nil
    }
    var number: UInt32 = 0
    for digit in scalars[(index + 2)..<(index + 6)] {
      guard digit.isASCII, let value = Character(digit).hexDigitValue else { return nil }
      number = number * 16 + UInt32(value)
    }
    return Unicode.Scalar(number)
  }
}
