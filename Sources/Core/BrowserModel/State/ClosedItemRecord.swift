/// A closed item as the fold stores it. ``ClosedItem`` is its public form.
struct ClosedItemRecord: BitwiseCopyable, Sendable {
  var id: ClosedItemID
  var kind: ClosedItem.Kind
  var window: WindowID
  var bounds = Window.Bounds.unknown
  var showState = Window.ShowState.normal
  var title = EventID.nothing
  var activeTab = TabID.nothing
  /// The time at which the item was closed, in milliseconds since 1970 UTC, or 0 if unknown.
  var milliseconds: Int64 = 0
  /// The number of tabs of the item. The tabs themselves are in the second queue of ``ClosedList``.
  var tabCount: Int32 = 0
}
