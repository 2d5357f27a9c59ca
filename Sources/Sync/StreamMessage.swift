/// A message read from a ``SharedStream``.
package struct StreamMessage: Equatable, Sendable {
  /// The position of the message in the stream.
  package var position: UInt64
  /// The time when the message was appended, by the servers' clock, in milliseconds since 1970 UTC.
  package var milliseconds: Int64
  /// The bytes that were appended.
  package var bytes: [UInt8]

  /// The largest possible position. Device numbers are derived from positions and must fit in 31
  /// bits.
  static let lastPosition = UInt64(Int32.max)

  /// Creates a message.
  package init(position: UInt64, milliseconds: Int64, bytes: [UInt8]) {
    self.position = position
    self.milliseconds = milliseconds
    self.bytes = bytes
  }
}
