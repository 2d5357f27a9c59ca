public import BrowserModel

extension Timeline {
  /// The batches that were undone at a moment.
  ///
  /// - Complexity: O(undo records).
  public func undoneBatches(at moment: EventID) -> Set<EventID> {
    Self.undoneBatches(by: undoRecords, at: moment)
  }

  static func undoneBatches(by undoRecords: [UndoRecord], at moment: EventID) -> Set<EventID> {
    var undone: Set<EventID> = []
    for record in undoRecords where record.sequence.rawValue.magnitude <= moment.rawValue.magnitude
    {
      if record.isUndo {
        undone.insert(record.batch)
      } else {
        undone.remove(record.batch)
      }
    }
    return undone
  }

  /// The lineage as it was when an event was the newest of the log: state(n) of the definition.
  ///
  /// - Parameter moment: Nothing: before the first event. One beyond ``position`` is the present.
  /// - Complexity: O(tabs, and the events since a state was last kept).
  public func moment<Source: EventSource & ~Copyable>(
    _ moment: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline {
    var past = try session(at: moment, source)
    try past.completeLibrary(source)
    return past
  }

  /// The same without the bookmarks and the zoom of sites, where that is quicker:
  /// ``Browser/isLibraryMissing`` says so.
  ///
  /// - Complexity: O(tabs, and the events since a state was last kept).
  public func session<Source: EventSource & ~Copyable>(
    at moment: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline {
    guard moment.rawValue.magnitude < position.rawValue.magnitude else { return self }
    return try replay(source, through: moment, leavingOut: undoneBatches(at: moment))
  }

  /// The present state as it were if some batches had never been, whatever their kind.
  ///
  /// - Complexity: O(events).
  public func skipping<Source: EventSource & ~Copyable>(
    _ batches: Set<EventID>, _ source: borrowing Source
  ) throws(Source.Failure) -> Browser {
    var other = try replay(source, through: position, leavingOut: undoneBatches.union(batches))
    try other.completeLibrary(source)
    return other.browser
  }

  /// The same log, and another of its lines; nil where there is no such branch.
  ///
  /// - Parameter branch: Nothing: the main lineage.
  /// - Complexity: O(events).
  public func branch<Source: EventSource & ~Copyable>(
    _ branch: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline? {
    guard let lineage = Lineage(branch, among: branches) else { return nil }
    guard lineage != self.lineage else { return self }
    if var other = try Timeline.opened(lineage, source, through: position) {
      try other.advance(source, through: position)
      return other
    }
    let common = min(lineage.fork(from: self.lineage), position)
    let past = try session(at: common, source)
    var other = Timeline(
      resuming: past, on: lineage, with: past.browser, leavingOut: past.undoneBatches)
    try other.advance(source, through: position)
    return other
  }

  /// Goes to another moment of the lineage: on by folding the events between, where these are few and nothing
  /// was undone or redone among them, else like ``session(at:_:)``. Bookmarks and the zoom of sites may
  /// be missing afterwards.
  ///
  /// - Parameters:
  ///   - moment: One beyond `present` is the present.
  ///   - present: The same lineage as it is now.
  /// - Complexity: O(events between) on to a near moment; else O(tabs, and the events since a state was
  ///   last kept).
  public mutating func step<Source: EventSource & ~Copyable>(
    to moment: EventID, of present: borrowing Timeline, _ source: borrowing Source
  ) throws(Source.Failure) {
    let distance = Int(moment.rawValue.magnitude) - Int(position.rawValue.magnitude)
    guard position.exists, (0...Self.nearEvents).contains(distance),
      moment.rawValue.magnitude <= present.position.rawValue.magnitude,
      present.undoneBatches(at: moment) == undoneBatches
    else {
      self = try present.session(at: moment, source)
      return
    }
    try advance(source, through: moment)
  }

  /// To fold so many events takes no longer than to take up a state of some hundred tabs.
  private static var nearEvents: Int { 1_024 }

  /// A tab as it was when it last closed, however long ago; nil when there was never such a tab.
  ///
  /// - Complexity: O(events).
  public func lastClosed<Source: EventSource & ~Copyable>(
    _ tab: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> ClosedTab? {
    guard tab.exists, position.exists else { return nil }
    var past = Browser()
    var found: ClosedTab?
    try source.visitEvents(
      from: position.firstOfLog, through: position, backwards: false,
      damaged: { _ in },
      { event in
        guard isFolded(event) else { return true }
        if event.body.closesTabs, let closing = past.closing(tab) { found = closing }
        past.apply(event)
        return true
      })
    return found
  }
}

extension Body {
  fileprivate var closesTabs: Bool {
    switch self {
    case .tab(.closed), .window(.closed): true
    default: false
    }
  }
}
