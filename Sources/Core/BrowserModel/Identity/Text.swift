/// Where the words of an event stand: a range in the bytes that travel with it.
///
/// Text lives once, in the log. An event is plain data and only points to its words, so folding
/// ten million of them makes no string. The bytes are UTF-8 and are those of the ``Draft`` that
/// made the event, or of the record it was read from.
public struct Text: Equatable, Sendable, BitwiseCopyable {
  /// Offset of the first byte.
  public var start: UInt32
  /// Length in bytes.
  public var count: UInt32

  @inlinable public init(start: UInt32, count: UInt32) {
    self.start = start
    self.count = count
  }

  /// Nothing was said, which differs from the empty text.
  @inlinable public static var absent: Text { Text(start: .max, count: 0) }

  /// Whether something was said, be it empty.
  @inlinable public var isPresent: Bool { start != .max }

  /// Where the bytes stand; only of a text that is present.
  @inlinable public var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
