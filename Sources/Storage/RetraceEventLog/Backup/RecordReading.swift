/// The functions that interpret the bytes of records, because the log itself cannot interpret them.
public struct RecordReading: Sendable {
  /// Returns a number computed from the parts of a record that remain when its text is removed, or
  /// nil if the record is damaged.
  public let fingerprint: @Sendable (_ sequence: UInt64, _ bytes: RawSpan) -> UInt64?

  /// Creates a reading.
  public init(
    fingerprint: @escaping @Sendable (_ sequence: UInt64, _ bytes: RawSpan) -> UInt64?
  ) {
    self.fingerprint = fingerprint
  }
}
