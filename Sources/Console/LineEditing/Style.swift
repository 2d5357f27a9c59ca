/// The escape sequences for dim text and back (ECMA-48 SGR).
enum Style {
  static let dim = "\u{1B}[2m"
  static let plain = "\u{1B}[0m"
}
