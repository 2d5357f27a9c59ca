public import BrowserModel

/// The rules for names of marks and branches. Marks and branches share one namespace. A name cannot
/// be mistaken for another notation of a moment, such as `#40` or `-3`.
public enum PointName {
  /// The name of the main lineage, which is not a branch.
  public static let main = "main"

  /// The maximum length of a name, in bytes of UTF-8.
  static let limitBytes = 100

  /// Returns the reason why a name is not allowed, or nil if the name is allowed. Does not check
  /// whether the name is in use.
  ///
  /// - Returns: `Refusal.Code.tooLong` for more than 100 bytes; `Refusal.Code.invalidValue` for an
  ///   empty name, a number, a name with invisible characters, a name that begins with "#", "-" or
  ///   "@", and for "start", "now" and "main" in any case.
  public static func refusal(of name: String) -> Refusal? {
    let bytes = name.utf8
    guard let first = bytes.first else { return Refusal(.invalidValue, "A name cannot be empty.") }
    if bytes.count > limitBytes {
      return Refusal(.tooLong, "The name is too long. It can be at most \(limitBytes) bytes long.")
    }
    if name.unicodeScalars.contains(where: { isBlank($0) }) {
      return Refusal(.invalidValue, "A name cannot contain spaces or control characters.")
    }
    let isPoint = [0x23, 0x2D, 0x40].contains(first) || bytes.allSatisfy { (0x30...0x39) ~= $0 }
    if isPoint || isReserved(name) {
      return Refusal(
        .invalidValue,
        "A name cannot be a number, begin with - @ or #, or be start, now or main.")
    }
    return nil
  }

  /// Whether a name is reserved, ignoring the case of ASCII letters.
  private static func isReserved(_ name: String) -> Bool {
    let lowercased = name.utf8.map { (0x41...0x5A) ~= $0 ? $0 | 0x20 : $0 }
    return [main, "start", "now"].contains { $0.utf8.elementsEqual(lowercased) }
  }

  /// Whether a character is invisible: a space, a control character, or a format character such as
  /// a character that changes the direction of writing.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x7F...0xA0, 0xAD, 0x61C, 0x1680, 0x180E, 0x2000...0x200F, 0x2028...0x202F,
      0x205F...0x206F, 0x3000, 0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }
}
