/// The position of an event in the log: 1, 2, 3 … without gaps.
///
/// A sequence also names what its event made: a tab, a window, a group, a bookmark or a history
/// entry. An event happens once, so an id is never used twice, not even after undo.
///
/// Sequences of a private log are negative (`#-5`); they live and die with one process. In a
/// reference, ``nothing`` (0) stands for "no such thing", which keeps rows of references plain data.
///
/// Kept in 32 bits: 2,147,483,647 events, or some 240 GB of log. The log refuses more; the stored
/// format itself has no such limit.
public struct EventID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var rawValue: Int32

  @inlinable public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Before the first event; in a reference: nothing.
  @inlinable public static var nothing: EventID { EventID(0) }

  /// The largest sequence that a log can reach.
  @inlinable public static var last: EventID { EventID(.max) }

  /// Whether this refers to something.
  @inlinable public var exists: Bool { rawValue != 0 }

  /// Whether this belongs to a private log.
  @inlinable public var isPrivate: Bool { rawValue < 0 }

  /// The first event of the log that this belongs to.
  @inlinable public var firstOfLog: EventID { EventID(isPrivate ? -1 : 1) }

  @inlinable public static func < (left: EventID, right: EventID) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Whether an event of the same log, at `sequence` or before it, has this position.
  public func isKnown(at sequence: EventID) -> Bool {
    exists && isPrivate == sequence.isPrivate
      && rawValue.magnitude <= sequence.rawValue.magnitude
  }

  /// The sequence `offset` events further on in the same log: away from zero, in a private one too.
  @inlinable public func advanced(by offset: Int32) -> EventID {
    EventID(isPrivate ? rawValue &- offset : rawValue &+ offset)
  }
}
