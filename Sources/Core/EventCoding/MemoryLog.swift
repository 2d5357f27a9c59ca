/// A log of byte records in memory: one arena of bytes and the place where each record ends.
///
/// Records are numbered 1, 2, 3 … without gaps. The type imports nothing, allocates only when it
/// grows, and compiles as Embedded Swift, so that it also serves where there is no file system.
public struct MemoryLog: Sendable {
  @usableFromInline var arena: [UInt8] = []
  @usableFromInline var ends: [Int] = []

  /// Makes an empty log.
  public init() {}

  /// The sequence number of the last record, 0 when there is none.
  @inlinable public var newest: UInt64 { UInt64(ends.count) }

  /// How many bytes all records have together.
  @inlinable public var byteCount: Int { arena.count }

  /// Adds a record at the end.
  ///
  /// - Parameter bytes: The record, at least one byte: the caller checks.
  /// - Returns: The record's sequence number.
  /// - Complexity: O(length of the record), amortised.
  @discardableResult
  public mutating func append(_ bytes: RawSpan) -> UInt64 {
    precondition(!bytes.isEmpty, "A record has at least one byte.")
    bytes.withUnsafeBytes { arena.append(contentsOf: $0) }
    ends.append(arena.count)
    return newest
  }

  /// Lends the bytes of one record.
  ///
  /// - Parameters:
  ///   - sequence: The record's number; one that the log does not have is not an error.
  ///   - body: Gets the bytes, which are valid only until it returns.
  /// - Returns: What `body` returns, or `nil` when there is no such record.
  @inlinable
  public func withRecord<Value, Failure: Error>(
    at sequence: UInt64, _ body: (RawSpan) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard let range = range(of: sequence) else { return nil }
    return try body(arena.span.bytes.extracting(range))
  }

  /// Puts other bytes in the place of a record.
  ///
  /// - Parameters:
  ///   - sequence: The record's number, which must exist.
  ///   - bytes: The new record, at least one byte and of any length.
  /// - Complexity: O(bytes and records after it).
  public mutating func replace(at sequence: UInt64, with bytes: RawSpan) {
    precondition(!bytes.isEmpty, "A record has at least one byte.")
    guard let range = range(of: sequence) else {
      preconditionFailure("Only a record that exists can be replaced.")
    }
    let change = bytes.byteCount - range.count
    bytes.withUnsafeBytes { arena.replaceSubrange(range, with: $0) }
    guard change != 0 else { return }
    for index in Int(sequence) - 1..<ends.count { ends[index] += change }
  }

  /// Drops every record after one of them: the way back to before a batch that was given up.
  ///
  /// - Parameter sequence: The record that becomes the last, at most ``newest``; 0 drops all.
  /// - Complexity: O(records dropped).
  public mutating func truncate(to sequence: UInt64) {
    precondition(sequence <= newest, "A log is only truncated to a record that it has.")
    let excess = ends.count - Int(sequence)
    ends.removeLast(excess)
    arena.removeLast(arena.count - (ends.last ?? 0))
  }

  @inlinable
  func range(of sequence: UInt64) -> Range<Int>? {
    guard sequence >= 1, sequence <= newest else { return nil }
    let index = Int(sequence) - 1
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}
