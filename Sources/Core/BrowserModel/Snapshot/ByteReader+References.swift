package import Bytes

extension ByteReader {
  /// Reads the id of an event.
  @inlinable @inline(__always)
  package mutating func sequence() -> EventID { EventID(Int32(truncatingIfNeeded: signed())) }

  /// Reads an id.
  @inlinable @inline(__always)
  package mutating func id<ID: EventReference>() -> ID { ID(sequence()) }

  /// Reads an id that was written as its distance from another id.
  @inlinable @inline(__always)
  package mutating func id<ID: EventReference>(near other: some EventReference) -> ID {
    ID(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ signed()))
  }

  /// Reads an id that may be ``EventReference/nothing`` and was written as its distance from
  /// another id.
  @inlinable @inline(__always)
  package mutating func optionalID<ID: EventReference>(near other: some EventReference) -> ID {
    let value = number()
    guard value != 0 else { return .nothing }
    return ID(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ Self.signed(value &- 1)))
  }

  /// Reads the raw value of an enumeration. If the value is unknown, reports damage and returns
  /// `fallback`.
  mutating func choice<Choice: RawRepresentable>(_ fallback: Choice) -> Choice
  where Choice.RawValue == UInt8 {
    guard let value = Choice(rawValue: byte()) else {
      damage()
      return fallback
    }
    return value
  }
}
