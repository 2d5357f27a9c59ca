/// The checks of record and blob contents that the log itself cannot perform.
public struct ContentChecks {
  /// Returns whether the bytes of a record are the bytes that were originally written under its
  /// number.
  public var isIntactRecord: (_ sequence: UInt64, _ bytes: RawSpan) -> Bool = { _, _ in true }
  /// Returns whether the bytes of a blob are the bytes that were written under its key.
  public var isIntactBlob: (_ key: [UInt8], _ bytes: RawSpan) -> Bool = { _, _ in true }

  /// The first byte of every record.
  public var firstByte: UInt8 = 0

  /// Creates checks that always succeed.
  public init() {}
}
