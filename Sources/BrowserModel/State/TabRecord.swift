/// A tab as the fold keeps it: plain data in one slot. ``Tab`` is what others see of it.
struct TabRecord: BitwiseCopyable, Sendable {
  var id: Sequence
  var window: Sequence
  var history = History()
  var status = Tab.Status.complete
  var isPinned = false
  var isMuted = false
  /// The family ends as soon as another tab becomes active.
  var isFamilyBrief = false
  var temporaryZoom = ZoomLevel.none
  var pending = Sequence.nothing
  var pendingEntry = Sequence.nothing
  var wanted = Sequence.nothing
  var failure = Sequence.nothing
  var lastActive = Sequence.nothing
  var group = Sequence.nothing
  var kept = Sequence.nothing

  init(id: Sequence, window: Sequence) {
    self.id = id
    self.window = window
  }

  /// What is pending or loading goes on, while the page itself went to another place.
  mutating func keepLoad(wanted: Sequence) {
    if !pending.exists { self.wanted = wanted }
    guard status != .loading else { return }
    status = .complete
    failure = .nothing
  }

  /// What was pending has ended.
  @inline(__always)
  mutating func endPending(as status: Tab.Status, wanted: Sequence) {
    self.status = status
    self.wanted = wanted
    pending = .nothing
    pendingEntry = .nothing
    failure = .nothing
  }
}

extension TabRecord: SequenceTableValue {
  static var vacant: TabRecord { TabRecord(id: .nothing, window: .nothing) }
}
