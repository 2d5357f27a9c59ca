/// A text of an event, as a range in the bytes that come with the event.
///
/// A text is stored once, in the log. An event is plain data and only points to its texts,
/// so ten million events are folded without making a string. The bytes are UTF-8. They are
/// those of the ``Draft`` that the event was decided in, or of the record that it was
/// decoded from; a `Text` means nothing without them.
public struct Text: Equatable, Sendable, BitwiseCopyable {
  /// The offset of the first byte; `UInt32.max` in an absent text.
  public var start: UInt32
  /// The length in bytes, not in characters.
  public var count: UInt32

  /// Creates a text from its range, without a check against any bytes.
  @inlinable public init(start: UInt32, count: UInt32) {
    self.start = start
    self.count = count
  }

  /// The event has no such text. An empty text is something else: an edit of a bookmark,
  /// for example, leaves an absent title as it is and clears an empty one.
  @inlinable public static var absent: Text { Text(start: .max, count: 0) }

  /// Whether the event has this text, which may be empty.
  @inlinable public var isPresent: Bool { start != .max }

  /// The range of the bytes.
  ///
  /// - Precondition: ``isPresent`` is true.
  @inlinable public var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

  /// Returns the text as a string; empty if it is absent. Bytes that are no UTF-8 become U+FFFD.
  ///
  /// - Parameter bytes: The record that the event was decoded from, or the bytes of its draft.
  /// - Complexity: O(bytes of the text)
  public func string(in bytes: RawSpan) -> String {
    isPresent ? bytes.extracting(range).text : ""
  }
}

extension Event {
  /// Whether the program of a name caused it, as UTF-8 compares.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - words: Those of this event.
  public func isBy(agent name: String, _ words: EventWords) -> Bool {
    agent.isPresent && words(agent).utf8.elementsEqual(name.utf8)
  }
}
