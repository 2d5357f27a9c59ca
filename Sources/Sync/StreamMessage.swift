/// What a ``SharedStream`` gives back.
public struct StreamMessage: Equatable, Sendable {
  /// Its place in the stream.
  public var position: UInt64
  /// When it was appended by the servers' clock, in milliseconds since 1970 UTC.
  public var milliseconds: Int64
  /// What was appended.
  public var bytes: [UInt8]

  /// No message stands behind this one: numbers of devices are positions, and fit into 31 bits.
  static let lastPosition = UInt64(Int32.max)

  /// Creates a message.
  public init(position: UInt64, milliseconds: Int64, bytes: [UInt8]) {
    self.position = position
    self.milliseconds = milliseconds
    self.bytes = bytes
  }
}
