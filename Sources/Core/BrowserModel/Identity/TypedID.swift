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
