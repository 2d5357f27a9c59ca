/// The properties of a code point that label validation needs. The properties are correct only for
/// valid code points.
struct CodePointProperties: Sendable {
  private let bits: UInt32

  /// Looks up a code point. O(log n).
  init(_ code: UInt32) {
    let table = UnicodeTables.properties
    bits = table.lastRecord(upTo: UInt64(code)).map { table.value(record: $0) } ?? 0
  }

  /// The canonical combining class, or 0 if the code point is not a combining mark.
  var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits) }
  /// Whether the code point is a virama, after which joiners are allowed.
  var isVirama: Bool { combiningClass == 9 }
  /// Whether the code point is a mark. No label may begin with a mark.
  var isMark: Bool { bits >> 12 & 1 != 0 }
  var bidi: BidiClass { BidiClass(rawValue: UInt8(bits >> 8 & 0xF)) ?? .other }
  var joining: JoiningType { JoiningType(rawValue: UInt8(bits >> 13 & 7)) ?? .none }
}
