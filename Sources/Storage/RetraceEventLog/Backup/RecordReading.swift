/// The knowledge about records that the log itself does not have.
public struct RecordReading: Sendable {
  /// Returns a number that depends only on the parts of a record that remain when text is removed
  /// from it, or nil if the record is damaged.
  public let fingerprint: @Sendable (_ sequence: UInt64, _ bytes: RawSpan) -> UInt64?

  /// Creates a reading.
  public init(
    fingerprint: @escaping @Sendable (_ sequence: UInt64, _ bytes: RawSpan) -> UInt64?
  ) {
    self.fingerprint = fingerprint
  }
}
