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
