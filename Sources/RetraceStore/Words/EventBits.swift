import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// A set of durable events, a bit for each.
struct EventBits: Sendable {
  private var bits: [UInt64]

  /// Makes an empty set of events up to one.
  init(through last: EventID) {
    bits = [UInt64](repeating: 0, count: Int(last.rawValue) / 64 + 1)
  }

  /// Adds an event that is not beyond the last one.
  mutating func insert(_ event: Int32) { bits[Int(event) / 64] |= 1 << UInt64(event & 63) }

  /// Whether another set of the same log has one of the events.
  func overlaps(_ other: EventBits) -> Bool {
    bits.indices.contains { bits[$0] & other.bits[$0] != 0 }
  }

  /// Whether the set has an event; false for one that it has no room for.
  func contains(_ event: EventID) -> Bool {
    let number = Int(event.rawValue)
    guard number > 0, number / 64 < bits.count else { return false }
    return bits[number / 64] >> UInt64(number & 63) & 1 == 1
  }
}
