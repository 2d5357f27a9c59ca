import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// A set of durable events, stored as one bit each.
struct EventBits: Sendable {
  private var bits: [UInt64]

  /// Creates an empty set for events up to a given event.
  init(through last: EventID) {
    bits = [UInt64](repeating: 0, count: Int(last.rawValue) / 64 + 1)
  }

  /// Adds an event, which must not be newer than the last event of the set's range.
  mutating func insert(_ event: Int32) { bits[Int(event) / 64] |= 1 << UInt64(event & 63) }

  /// Whether the two sets, which must have the same range, have an event in common.
  func overlaps(_ other: EventBits) -> Bool {
    bits.indices.contains { bits[$0] & other.bits[$0] != 0 }
  }

  /// Whether the set contains an event. The result is false for an event out of range.
  func contains(_ event: EventID) -> Bool {
    let number = Int(event.rawValue)
    guard number > 0, number / 64 < bits.count else { return false }
    return bits[number / 64] >> UInt64(number & 63) & 1 == 1
  }
}
