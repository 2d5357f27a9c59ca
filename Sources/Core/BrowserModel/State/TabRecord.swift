/// A tab as the fold keeps it: plain data in one slot. ``Tab`` is what others see of it.
struct TabRecord: BitwiseCopyable, Sendable {
  var id: EventID
  var window: EventID
  var history = History()
  var status = Tab.Status.complete
  var isPinned = false
  var isMuted = false
  /// The opener group ends as soon as another tab becomes active.
  var isOpenerGroupBrief = false
  var temporaryZoom = ZoomLevel.none
  var pending = EventID.nothing
  var pendingEntry = EventID.nothing
  var wanted = EventID.nothing
  var failure = EventID.nothing
  var lastActive = EventID.nothing
  var group = EventID.nothing
  var kept = EventID.nothing

  init(id: EventID, window: EventID) {
    self.id = id
    self.window = window
  }

  /// What is pending or loading goes on, while the page itself went to another place.
  mutating func keepLoad(wanted: EventID) {
    if !pending.exists { self.wanted = wanted }
    guard status != .loading else { return }
    status = .complete
    failure = .nothing
  }

  /// What was pending has ended.
  @inline(__always)
  mutating func endPending(as status: Tab.Status, wanted: EventID) {
    self.status = status
    self.wanted = wanted
    pending = .nothing
    pendingEntry = .nothing
    failure = .nothing
  }
}

extension TabRecord: Slotted {
  static var vacant: TabRecord { TabRecord(id: .nothing, window: .nothing) }
}
