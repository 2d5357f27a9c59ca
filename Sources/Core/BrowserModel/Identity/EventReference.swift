/// A reference to an event of the log, either by its number only or with the kind of thing that the
/// event created.
///
/// ``EventID`` and ``TypedID`` conform to this protocol.
public protocol EventReference: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Creates a reference to an event. Nothing is checked.
  init(_ event: EventID)
  /// The referenced event.
  var event: EventID { get }
}

extension EventReference {
  /// Creates a reference from the number of the event. Any value is allowed, and 0 is ``nothing``.
  @inlinable public init(_ rawValue: Int32) { self.init(EventID(rawValue)) }

  /// The number of the event: positive in a durable log, negative in a private log, 0 for
  /// ``nothing``.
  @inlinable public var rawValue: Int32 { event.rawValue }

  /// No event.
  @inlinable public static var nothing: Self { Self(EventID.nothing) }

  /// Whether this refers to an event, not to ``nothing``. True does not imply that a log contains
  /// the event.
  @inlinable public var exists: Bool { event.exists }

  /// Compares the numbers, like ``EventID``.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.event < right.event }

  /// Whether the event is in the log of private windows, whose ids are negative (T7).
  @inlinable public var isPrivate: Bool { event.isPrivate }

  /// The same reference, or nil for ``nothing``.
  @inlinable public var ifExists: Self? { exists ? self : nil }

  /// Returns whether a log that has reached `sequence` contains the event. See
  /// ``EventID/isKnown(at:)``.
  @inlinable public func isKnown(at sequence: EventID) -> Bool { event.isKnown(at: sequence) }
}
