/// A reference to an event of the log, by its number alone or with what the event made.
///
/// ``EventID`` and ``TypedID`` are the two; what they share stands here.
public protocol EventReference: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Creates the reference to an event; nothing is checked.
  init(_ event: EventID)
  /// The event that is referred to.
  var event: EventID { get }
}

extension EventReference {
  /// Creates a reference from the number of the event; any value is allowed, 0 is ``nothing``.
  @inlinable public init(_ rawValue: Int32) { self.init(EventID(rawValue)) }

  /// The number of the event: positive in a durable log, negative in a private one, 0 for
  /// ``nothing``.
  @inlinable public var rawValue: Int32 { event.rawValue }

  /// No event.
  @inlinable public static var nothing: Self { Self(EventID.nothing) }

  /// Whether this refers to an event, thus is not ``nothing``. It does not say that a log has
  /// the event.
  @inlinable public var exists: Bool { event.exists }

  /// Compares the numbers, as ``EventID`` does.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.event < right.event }

  /// Whether the event is in the log of private windows, whose ids are negative (T7).
  @inlinable public var isPrivate: Bool { event.isPrivate }

  /// The same reference, or nil for ``nothing``.
  @inlinable public var ifExists: Self? { exists ? self : nil }

  /// Returns whether a log that has reached `sequence` has the event; see
  /// ``EventID/isKnown(at:)``.
  @inlinable public func isKnown(at sequence: EventID) -> Bool { event.isKnown(at: sequence) }
}
