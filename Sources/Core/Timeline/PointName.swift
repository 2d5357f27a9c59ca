public import BrowserModel

/// Names of marks and branches: one set of names, none of which can be taken for a point.
public enum PointName {
  /// What the lineage is called that is no branch.
  public static let main = "main"

  static let limitBytes = 100

  /// Why a name cannot be given; nil when it can.
  public static func refusal(of name: String) -> Refusal? {
    let bytes = name.utf8
    guard let first = bytes.first else { return Refusal(.invalidValue, "A name is not empty.") }
    if bytes.count > limitBytes {
      return Refusal(.tooLong, "That name is too long: at most \(limitBytes) bytes can be kept.")
    }
    if name.unicodeScalars.contains(where: { isBlank($0) }) {
      return Refusal(.invalidValue, "A name has no spaces or control characters in it.")
    }
    let isPoint = [0x23, 0x2D, 0x40].contains(first) || bytes.allSatisfy { (0x30...0x39) ~= $0 }
    if isPoint || isReserved(name) {
      return Refusal(
        .invalidValue,
        "A name is not a number, does not begin with - @ or #, and is not start, now or main.")
    }
    return nil
  }

  private static func isReserved(_ name: String) -> Bool {
    let lowercased = name.utf8.map { (0x41...0x5A) ~= $0 ? $0 | 0x20 : $0 }
    return [main, "start", "now"].contains { $0.utf8.elementsEqual(lowercased) }
  }

  /// Spaces, controls, and what is not seen at all, direction overrides among them.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x7F...0xA0, 0xAD, 0x61C, 0x1680, 0x180E, 0x2000...0x200F, 0x2028...0x202F,
      0x205F...0x206F, 0x3000, 0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }
}
