/// What a ``SharedStream`` gives back.
package struct StreamMessage: Equatable, Sendable {
  /// Its place in the stream.
  package var position: UInt64
  /// When it was appended by the servers' clock, in milliseconds since 1970 UTC.
  package var milliseconds: Int64
  /// What was appended.
  package var bytes: [UInt8]

  /// No message stands behind this one: numbers of devices are positions, and fit into 31 bits.
  static let lastPosition = UInt64(Int32.max)

  /// Creates a message.
  package init(position: UInt64, milliseconds: Int64, bytes: [UInt8]) {
    self.position = position
    self.milliseconds = milliseconds
    self.bytes = bytes
  }
}
