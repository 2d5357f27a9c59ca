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
  /// The event that placed the tab where it is now. Each open tab has a different one.
  var placement = EventID.nothing
  /// The batch of that event.
  var placementBatch = BatchID.nothing
  /// The rank of its place (``TabNeighbors/rank``), or 0. The pinned tabs of a window that have a
  /// rank are in the order of their ranks, and so are its other tabs.
  var rank: Int64 = 0

  init(id: TabID, window: WindowID) {
    self.id = id
    self.window = window
  }

  /// Records that the page changed its own URL while a load continues (H10): the pending load is
  /// unchanged, and a page that is not loading is complete.
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
