/// How a log that knows no events is told about its records.
public struct RecordReading: Sendable {
  /// Returns a number that depends on what stays in a record when words are taken out of it, or nil
  /// if the record is damaged.
  public let fingerprint: @Sendable (_ sequence: UInt64, _ bytes: RawSpan) -> UInt64?

  /// Makes a reading.
  public init(
    fingerprint: @escaping @Sendable (_ sequence: UInt64, _ bytes: RawSpan) -> UInt64?
  ) {
    self.fingerprint = fingerprint
  }
}
