internal import Bytes

/// A log of byte records in memory, numbered 1, 2, 3 … without gaps.
///
/// ```swift
/// var log = MemoryLog()
/// let number = log.append(record.span.bytes)
/// let length = log.withRecord(at: number) { $0.byteCount }
/// ```
///
/// All records are in one array of bytes, with a list of their end offsets. The type imports
/// nothing and allocates memory only when the log grows, so it also works in Embedded Swift,
/// without a file system.
public struct MemoryLog: Sendable {
  /// The bytes of all records, one after the other.
  @usableFromInline var arena: [UInt8] = []
  /// The end offset of each record.
  @usableFromInline var ends: [Int] = []

  /// Creates an empty log.
  public init() {}

  /// The number of the newest record, or 0 if the log is empty.
  @inlinable public var newest: UInt64 { UInt64(ends.count) }

  /// The total size of all records in bytes.
  @inlinable public var byteCount: Int { arena.count }

  /// Reserves memory for records that will be appended.
  ///
  /// - Parameter byteCount: The total size of these records.
  public mutating func reserve(byteCount: Int) { arena.reserveCapacity(arena.count + byteCount) }

  /// Appends a record.
  ///
  /// - Precondition: The record has at least one byte.
  /// - Parameter bytes: The record, which is copied.
  /// - Returns: The number of the record.
  /// - Complexity: O(bytes), amortised
  @discardableResult
  public mutating func append(_ bytes: RawSpan) -> UInt64 {
    precondition(!bytes.isEmpty, "A record must have at least one byte.")
    arena.append(bytes)
    ends.append(arena.count)
    return newest
  }

  /// Calls `body` with the bytes of a record.
  ///
  /// - Parameters:
  ///   - sequence: The number of the record.
  ///   - body: A closure that receives the bytes, which are valid until it returns.
  /// - Returns: The result of `body`, or nil if there is no such record.
  /// - Throws: Any error that `body` throws.
  /// - Complexity: O(1)
  @inlinable
  public func withRecord<Value, Failure: Error>(
    at sequence: UInt64, _ body: (RawSpan) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard let range = range(of: sequence) else { return nil }
    return unsafe try body(arena.span.bytes.extracting(range))
  }

  /// Replaces a record with other bytes, of any length.
  ///
  /// - Precondition: The log contains the record, and there is at least one new byte.
  /// - Parameters:
  ///   - sequence: The number of the record.
  ///   - bytes: The new record.
  /// - Complexity: O(bytes and records after it)
  public mutating func replace(at sequence: UInt64, with bytes: RawSpan) {
    precondition(!bytes.isEmpty, "A record must have at least one byte.")
    guard let range = range(of: sequence) else {
      preconditionFailure("Only an existing record can be replaced.")
    }
    let change = bytes.byteCount - range.count
    arena.replaceSubrange(range, with: bytes.copied)
    guard change != 0 else { return }
    for index in Int(sequence) - 1..<ends.count { ends[index] += change }
  }

  /// Removes all records after a given record, for example when a batch is abandoned halfway.
  ///
  /// - Precondition: The log contains the record.
  /// - Parameter sequence: The number of the record that becomes the newest. 0 removes all records.
  /// - Complexity: O(records removed)
  public mutating func truncate(to sequence: UInt64) {
    precondition(sequence <= newest, "A log can only be truncated to a record that it contains.")
    let excess = ends.count - Int(sequence)
    ends.removeLast(excess)
    arena.removeLast(arena.count - (ends.last ?? 0))
  }

  /// Returns the offsets of a record, or nil if the log does not contain the record.
  @inlinable
  func range(of sequence: UInt64) -> Range<Int>? {
    guard sequence >= 1, sequence <= newest else { return nil }
    let index = Int(sequence) - 1
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}
