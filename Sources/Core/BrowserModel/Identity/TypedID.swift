/// The id of a thing that an event created: the number of the event, with the kind of thing in the
/// type, so that a tab cannot be mistaken for a window.
///
/// ```swift
/// let tab = TabID(opened.sequence)  // the tab that the event opened
/// let event = tab.event  // the event that opened the tab
/// ```
///
/// A typed id takes four bytes, like an ``EventID``. In events and in the state,
/// ``EventReference/nothing`` means "none".
public struct TypedID<Made>: EventReference {
  /// The event that created the thing.
  public let event: EventID

  /// Creates the id of a thing that an event created. The kind of thing is not checked.
  @inlinable public init(_ event: EventID) { self.event = event }

  /// Returns whether both ids refer to the same event.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.event == right.event }

  /// Hashes the number.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(event) }
}

/// The id of a tab: the event that opened it.
public typealias TabID = TypedID<Tab>

/// The id of a window: the event that opened it.
public typealias WindowID = TypedID<Window>

/// The id of a tab group: the event that created it.
public typealias GroupID = TypedID<TabGroup>

/// The id of a history entry: the event that committed it, or that opened its tab.
public typealias EntryID = TypedID<HistoryEntry>

/// The id of a bookmark or folder: the event that added it.
public typealias BookmarkID = TypedID<Bookmark>

/// The id of a closed item: the event that closed the first of its tabs.
public typealias ClosedItemID = TypedID<ClosedItem>

/// The id of a branch: the event that created it. ``EventReference/nothing`` is the main branch.
public typealias BranchID = TypedID<BranchKind>

/// The id of a batch: the first event of one action.
public typealias BatchID = TypedID<BatchKind>
