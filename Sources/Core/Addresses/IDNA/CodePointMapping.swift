/// The mapping step of UTS 46 (section 5, "IDNA Mapping Table").
enum CodePointMapping {
  private enum Kind: UInt64 {
    case valid, disallowed, ignored
    /// Maps to the value plus the distance from the record's first code point.
    case shifted
    /// Each second code point, beginning with the first, maps to its successor.
    case alternating
    /// Maps to a slice of the joined texts: the value's low 6 bits are its length in bytes.
    case text
  }

  /// Appends what a code point is mapped to; false when it is disallowed.
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

  /// Whether a code point may stand in a label as it is.
  static func isValid(_ code: UInt32) -> Bool {
    if code < 0x80 { return code &- 0x41 >= 26 }
    guard let (kind, distance, _) = lookUp(code) else { return false }
    return kind == .valid || kind == .alternating && distance & 1 == 1
  }

  private static func lookUp(_ code: UInt32) -> (Kind, distance: UInt32, value: UInt32)? {
    let table = UnicodeTables.mapping
    guard let record = table.lastRecord(upTo: UInt64(code) << 3 | 7) else { return nil }
    let key = table.key(record: record)
    guard let kind = Kind(rawValue: key & 7) else { return nil }
    return (kind, code - UInt32(truncatingIfNeeded: key >> 3), table.value(record: record))
  }

  private static func appendText(_ value: UInt32, _ index: UInt32, to result: inout [UInt32]) {
    let length = Int(value & 63)
    let start = Int(value >> 6) + Int(index) * length
    UnicodeTables.mappedTexts.withUTF8Buffer { buffer in
      let bytes = UnsafeBufferPointer(rebasing: buffer[start..<start + length])
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        result.append(scalar.value)
      }
    }
  }
}

/// The properties that decide whether a label is valid; right for code points that are valid at all.
struct CodePointProperties: Sendable {
  private let bits: UInt32

  init(_ code: UInt32) {
    let table = UnicodeTables.properties
    bits = table.lastRecord(upTo: UInt64(code)).map { table.value(record: $0) } ?? 0
  }

  var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits) }
  var isVirama: Bool { combiningClass == 9 }
  var isMark: Bool { bits >> 12 & 1 != 0 }
  var bidi: BidiClass { BidiClass(rawValue: UInt8(bits >> 8 & 0xF)) ?? .other }
  var joining: JoiningType { JoiningType(rawValue: UInt8(bits >> 13 & 7)) ?? .none }
}

/// The bidirectional classes, by their names in the Unicode Standard.
enum BidiClass: UInt8, Sendable {
  case left, right, arabicLetter, arabicNumber, europeanNumber, europeanSeparator
  case commonSeparator, europeanTerminator, otherNeutral, boundaryNeutral, nonspacingMark, other

  var isRightToLeft: Bool { self == .right || self == .arabicLetter }
}

/// How a letter joins its neighbours.
enum JoiningType: UInt8, Sendable {
  case none, left, right, dual, transparent
}
