/// The mapping step of UTS 46 (section 5, "IDNA Mapping Table").
enum CodePointMapping {
  /// The kinds of table records, which determine the mapping of their code points.
  private enum Kind: UInt64 {
    case valid, disallowed, ignored
    /// Each code point maps to the value of the record plus the distance of the code point from the
    /// first code point.
    case shifted
    /// Every second code point, starting with the first, maps to the next code point.
    case alternating
    /// Each code point maps to a part of one concatenated text. The lowest 6 bits of the value are
    /// the length of this part in bytes.
    case text
  }

  /// Appends the mapping of a code point.
  ///
  /// - Returns: False if the code point is disallowed.
  static func append(_ code: UInt32, to result: inout [UInt32]) -> Bool {
    if code < 0x80 {
      result.append(code &- 0x41 < 26 ? code + 0x20 : code)
      return true
    }
    guard let (kind, distance, value) = lookUp(code) else { return false }
    switch kind {
    case .valid: result.append(code)
    case .disallowed: return false
    case .ignored: break
    case .shifted: result.append(value + distance)
    case .alternating: result.append(distance & 1 == 0 ? code + 1 : code)
    case .text: appendText(value, distance, to: &result)
    }
    return true
  }

  /// Returns whether a code point is allowed in a label unchanged.
  static func isValid(_ code: UInt32) -> Bool {
    if code < 0x80 { return code &- 0x41 >= 26 }
    guard let (kind, distance, _) = lookUp(code) else { return false }
    return kind == .valid || kind == .alternating && distance & 1 == 1
  }

  /// Returns the record of a code point, and the distance from the first code point of the record.
  private static func lookUp(_ code: UInt32) -> (Kind, distance: UInt32, value: UInt32)? {
    let table = UnicodeTables.mapping
    guard let record = table.lastRecord(upTo: UInt64(code) << 3 | 7) else { return nil }
    let key = table.key(record: record)
    guard let kind = Kind(rawValue: key & 7) else { return nil }
    return (kind, code - UInt32(truncatingIfNeeded: key >> 3), table.value(record: record))
  }

  /// Appends the text that a code point maps to.
  private static func appendText(_ value: UInt32, _ index: UInt32, to result: inout [UInt32]) {
    let length = Int(value & 63)
    let start = Int(value >> 6) + Int(index) * length
    UnicodeTables.mappedTexts.withSpan { texts in
      for scalar in texts.extracting(start..<start + length).text.unicodeScalars {
        result.append(scalar.value)
      }
    }
  }
}
