/// Checks of record and blob contents that the log itself cannot perform.
public struct ContentChecks {
  /// Whether the bytes of a record are those written under its number.
  public var isWholeRecord: (_ sequence: UInt64, _ bytes: RawSpan) -> Bool = { _, _ in true }
  /// Whether the bytes of a blob are those written under its key.
  public var isWholeBlob: (_ key: [UInt8], _ bytes: RawSpan) -> Bool = { _, _ in true }

  /// The first byte of every record.
  public var firstByte: UInt8 = 0

  /// Creates checks that always succeed.
  public init() {}
}
