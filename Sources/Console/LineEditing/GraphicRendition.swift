/// The escape sequences for dim text and for plain text (ECMA-48 SGR).
enum GraphicRendition {
  static let dim = "\u{1B}[2m"
  static let plain = "\u{1B}[0m"
}
