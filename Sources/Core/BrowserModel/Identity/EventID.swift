/// The number of an event in its log: 1, 2, 3 … without gaps. All branches share the numbering.
///
/// The number of an event also identifies the thing that the event created, as a ``TypedID``:
/// ``TabID``, ``WindowID``, ``GroupID`` and so on. An event happens once, so no id is ever reused,
/// not even after an undo.
///
/// The ids of a private log are negative: −1, −2, −3 … (T7). These ids are valid in one process
/// only, and are never written to disk. A state can safely refer to both logs at once, because the
/// sign distinguishes them.
///
/// References in events and in the state use ``nothing`` (0) for "none" instead of an optional, so
/// that references are plain data of four bytes.
///
/// With 32 bits, a log can have 2,147,483,647 events, about 240 GB. A full log rejects further
/// events. The stored format has no such limit.
public struct EventID: EventReference {
  /// The number: positive in a durable log, negative in a private log, 0 for ``nothing``.
  public var rawValue: Int32

  /// Creates an id from its number. Any value is allowed, and 0 is ``nothing``.
  @inlinable public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Creates a copy of an id.
  @inlinable public init(_ event: EventID) { self = event }

  /// The event itself.
  @inlinable public var event: EventID { self }

  /// No event. As a reference, this means "none". As a position, it means the time before the first
  /// event.
  @inlinable public static var nothing: EventID { EventID(0) }

  /// The largest id in a durable log.
  @inlinable public static var last: EventID { EventID(.max) }

  /// Whether this is the id of an event, not ``nothing``. True does not imply that a log contains
  /// the event.
  @inlinable public var exists: Bool { rawValue != 0 }

  /// Whether the event is in the log of private windows, whose ids are negative (T7).
  @inlinable public var isPrivate: Bool { rawValue < 0 }

  /// The first id of the log that this id belongs to: 1, or −1 in a private log.
  @inlinable public var firstOfLog: EventID { EventID(isPrivate ? -1 : 1) }

  /// Compares the numbers. In a private log, the newer of two events is therefore the smaller. To
  /// compare by age, compare magnitudes.
  @inlinable public static func < (left: EventID, right: EventID) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Returns whether a log that has reached `sequence` contains an event with this id.
  ///
  /// The fold uses this function to reject references to the future and to the other log.
  ///
  /// - Parameter sequence: The newest event of the log.
  /// - Returns: False for ``nothing`` and for an id of the other log.
  public func isKnown(at sequence: EventID) -> Bool {
    exists && isPrivate == sequence.isPrivate
      && rawValue.magnitude <= sequence.rawValue.magnitude
  }

  /// Returns the id `offset` events later in the same log. In a private log, this is a smaller
  /// number.
  ///
  /// - Parameter offset: The number of events, negative to go back. Overflow wraps around.
  @inlinable public func advanced(by offset: Int32) -> EventID {
    EventID(isPrivate ? rawValue &- offset : rawValue &+ offset)
  }
}
