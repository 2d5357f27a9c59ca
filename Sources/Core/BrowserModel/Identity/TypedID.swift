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

/// The id of what an event made: the number of that event, with the kind of what it made in
/// the type, so that a tab cannot be taken for a window.
///
/// ```swift
/// let tab = TabID(opened.sequence)  // the tab that the event opened
/// let event = tab.event  // the event that opened the tab
/// ```
///
/// It takes the four bytes of an ``EventID``. In events and in the state ``EventReference/nothing``
/// stands for "none".
public struct TypedID<Made>: EventReference {
  /// The event that made it.
  public let event: EventID

  /// Creates the id of what an event made; whether it made that is not checked.
  @inlinable public init(_ event: EventID) { self.event = event }

  /// Returns whether both are of the same event.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.event == right.event }

  /// Hashes the number.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(event) }
}

/// The id of a tab: the event that opened it.
public typealias TabID = TypedID<Tab>
/// The id of a window: the event that opened it.
public typealias WindowID = TypedID<Window>
/// The id of a tab group: the event that made it.
public typealias GroupID = TypedID<TabGroup>
/// The id of a history entry: the event that committed it, or that opened its tab.
public typealias EntryID = TypedID<HistoryEntry>
/// The id of a bookmark or folder: the event that added it.
public typealias BookmarkID = TypedID<Bookmark>
/// The id of a closed item: the event that closed the first of its tabs.
public typealias ClosedItemID = TypedID<ClosedItem>
/// The id of a branch: the event that made it; ``EventReference/nothing`` is the main branch.
public typealias BranchID = TypedID<BranchKind>
/// The id of a batch: the first of the events that were done as one.
public typealias BatchID = TypedID<BatchKind>

/// What a ``BranchID`` names: a branch of the log. It has no values.
public enum BranchKind {}
/// What a ``BatchID`` names: events that are undone and redone together. It has no values.
public enum BatchKind {}
