/// A tab as the fold stores it: plain data in one slot of a ``SlotTable``. ``Tab`` is its public
/// form and documents the properties of the same names.
struct TabRecord: BitwiseCopyable, Sendable {
  var id: TabID
  var window: WindowID
  var history = History()
  var status = Tab.Status.complete
  var isPinned = false
  var isMuted = false
  /// Whether the tab leaves its opener group as soon as another tab becomes active (T8).
  var isOpenerGroupBrief = false
  var temporaryZoom = ZoomLevel.none
  var pending = EventID.nothing
  var pendingEntry = EntryID.nothing
  /// The entry that the pending load replaces when it commits, or ``EventID/nothing``.
  var pendingReplacement = EntryID.nothing
  var wanted = EventID.nothing
  var failure = EventID.nothing
  var lastActive = EventID.nothing
  var group = GroupID.nothing
  var kept = EventID.nothing
  /// The event that assigned the tab its present place. This event is different for each open tab.
  var placement = EventID.nothing
  /// The batch of the event that assigned the tab its present place.
  var placementBatch = BatchID.nothing
  /// The rank of the tab's place (``TabNeighbors/rank``), or 0. In a window, the pinned tabs with
  /// ranks are in the order of their ranks. The same applies to the other tabs with ranks.
  var rank: Int64 = 0

  init(id: TabID, window: WindowID) {
    self.id = id
    self.window = window
  }

  /// Records that the page changed its own URL, which does not end a pending load (H10). A page
  /// that is not loading becomes complete.
  ///
  /// - Parameter wanted: The event that changed the URL.
  mutating func keepLoad(wanted: EventID) {
    if !pending.exists { self.wanted = wanted }
    guard status != .loading else { return }
    status = .complete
    failure = .nothing
  }

  /// Records that the pending load or travel has ended, with or without a commit.
  ///
  /// - Parameters:
  ///   - status: The resulting status.
  ///   - wanted: The event that an engine must handle.
  @inline(__always)
  mutating func endPending(as status: Tab.Status, wanted: EventID) {
    self.status = status
    self.wanted = wanted
    pending = .nothing
    pendingEntry = .nothing
    pendingReplacement = .nothing
    failure = .nothing
  }
}

extension TabRecord: Slotted {
  static var vacant: TabRecord { TabRecord(id: .nothing, window: .nothing) }
}
