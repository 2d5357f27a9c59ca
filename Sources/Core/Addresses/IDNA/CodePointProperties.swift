/// The properties of a code point by which labels are validated. They are right only for
/// valid code points.
struct CodePointProperties: Sendable {
  private let bits: UInt32

  /// Looks up a code point. O(log n).
  init(_ code: UInt32) {
    let table = UnicodeTables.properties
    bits = table.lastRecord(upTo: UInt64(code)).map { table.value(record: $0) } ?? 0
  }

  /// The canonical combining class; 0 for what is no combining mark.
  var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits) }
  /// Whether it is a virama, after which joiners are allowed.
  var isVirama: Bool { combiningClass == 9 }
  /// Whether it is a mark, which no label may begin with.
  var isMark: Bool { bits >> 12 & 1 != 0 }
  var bidi: BidiClass { BidiClass(rawValue: UInt8(bits >> 8 & 0xF)) ?? .other }
  var joining: JoiningType { JoiningType(rawValue: UInt8(bits >> 13 & 7)) ?? .none }
}
