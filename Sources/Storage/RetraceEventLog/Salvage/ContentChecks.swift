import Glibc

/// What the log cannot know of the bytes that it holds.
public struct ContentChecks {
  /// Whether the bytes of a record are those that were written under its number.
  public var isWholeRecord: (_ sequence: UInt64, _ bytes: RawSpan) -> Bool = { _, _ in true }
  /// Whether the bytes of a blob are those that were written under its key.
  public var isWholeBlob: (_ key: [UInt8], _ bytes: RawSpan) -> Bool = { _, _ in true }

  /// The byte that every record begins with.
  public var firstByte: UInt8 = 0

  /// Makes checks that find everything whole.
  public init() {}
}
