internal import Bytes

/// A text of an event, as a range in the bytes that accompany the event.
///
/// Each text is stored once, in the log. An event is plain data and only refers to its texts, so
/// ten million events are folded without creating a string. The bytes are UTF-8, and belong to the
/// ``Draft`` in which the event was decided or to the record from which the event was decoded. A
/// `Text` is meaningless without these bytes.
public struct Text: Equatable, Sendable, BitwiseCopyable {
  /// The offset of the first byte, or `UInt32.max` if the text is absent.
  public var start: UInt32
  /// The length in bytes, not in characters.
  public var count: UInt32

  /// Creates a text from its range. The range is not checked against any bytes.
  @inlinable public init(start: UInt32, count: UInt32) {
    self.start = start
    self.count = count
  }

  /// A text that the event does not contain. An empty text has a different meaning. In an edit of a
  /// bookmark, for example, an absent title leaves the title unchanged, and an empty title clears
  /// it.
  @inlinable public static var absent: Text { Text(start: .max, count: 0) }

  /// Whether the event has this text, which may be empty.
  @inlinable public var isPresent: Bool { start != .max }

  /// The range of the bytes.
  ///
  /// - Precondition: ``isPresent`` is true.
  @inlinable public var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

  /// Returns the text as a string, which is empty if the text is absent. Invalid UTF-8 becomes
  /// U+FFFD.
  ///
  /// - Parameter bytes: The record that the event was decoded from, or the bytes of its draft.
  /// - Complexity: O(bytes of the text)
  public func string(in bytes: RawSpan) -> String {
    isPresent ? bytes.extracting(range).text : ""
  }
}

extension Event {
  /// Whether the program with the given name caused the event. Names are compared as UTF-8.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - words: The texts of this event.
  public func isBy(agent name: String, _ words: EventWords) -> Bool {
    agent.isPresent && words(agent).utf8.elementsEqual(name.utf8)
  }
}
