public import BrowserModel

extension Timeline {
  /// Returns the batches that were undone at a moment.
  ///
  /// - Complexity: O(undo records)
  public func undoneBatches(at moment: Moment) -> Set<BatchID> {
    undoneBatches(through: moment.newestEvent(of: position))
  }

  func undoneBatches(through last: EventID) -> Set<BatchID> {
    Self.undoneBatches(by: undoRecords, through: last)
  }

  /// Returns the batches that are undone according to the undo records up to an event.
  static func undoneBatches(by undoRecords: [UndoRecord], through last: EventID) -> Set<BatchID> {
    var undone: Set<BatchID> = []
    for record in undoRecords where record.sequence.rawValue.magnitude <= last.rawValue.magnitude {
      if record.isUndo {
        undone.insert(record.batch)
      } else {
        undone.remove(record.batch)
      }
    }
    return undone
  }

  /// Returns the timeline at a moment.
  ///
  /// If the fold begins at a checkpoint, ``library`` is nil, and ``readLibrary(_:)`` reads it.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - source: The log.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(tabs, and the events since a checkpoint)
  public func moment<Source: EventSource & ~Copyable>(
    _ moment: Moment, _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline {
    try past(through: moment.newestEvent(of: position), source)
  }

  private func past<Source: EventSource & ~Copyable>(
    through last: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline {
    guard last.rawValue.magnitude < position.rawValue.magnitude else { return self }
    return try replay(source, through: last, leavingOut: undoneBatches(through: last))
  }

  /// Returns the timeline as it would be without some batches, even if they cannot be undone.
  ///
  /// - Parameters:
  ///   - batches: The batches to exclude, in addition to undone batches.
  ///   - source: The log.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events since a checkpoint before the oldest of the batches)
  public func skipping<Source: EventSource & ~Copyable>(
    _ batches: Set<BatchID>, _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline {
    var skipping = try replay(
      source, through: position, leavingOut: undoneBatches.union(batches))
    skipping.skippedBatches = batches
    return skipping
  }

  /// Returns the timeline of another lineage of the same log.
  ///
  /// - Parameters:
  ///   - branch: The branch of the other lineage, or `EventID.nothing` for the main lineage.
  ///   - source: The log.
  /// - Returns: The timeline, or nil if the branch does not exist.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(tabs, and the events since a checkpoint or the fork)
  public func branch<Source: EventSource & ~Copyable>(
    _ branch: BranchID, _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline? {
    guard let lineage = Lineage(branch, among: branches) else { return nil }
    guard lineage != self.lineage else { return self }
    if var other = try Timeline.opened(lineage, source, through: position) {
      try other.advance(source, through: position)
      return other
    }
    let common = min(lineage.fork(from: self.lineage), position)
    let past = try past(through: common, source)
    var other = Timeline(
      resuming: past, on: lineage, with: past.browser, library: past.library,
      leavingOut: past.undoneBatches)
    try other.advance(source, through: position)
    return other
  }

  /// Moves to another moment of the lineage.
  ///
  /// If the moment is slightly later and nothing was undone or redone in between, only the events
  /// in between are folded. Otherwise, the cost is that of ``moment(_:_:)``.
  ///
  /// - Parameters:
  ///   - moment: The new moment.
  ///   - present: The same lineage at the present.
  ///   - source: The log.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events in between) for up to 1,024 events, otherwise O(tabs, and the events
  ///   since a checkpoint)
  public mutating func step<Source: EventSource & ~Copyable>(
    to moment: Moment, of present: borrowing Timeline, _ source: borrowing Source
  ) throws(Source.Failure) {
    let last = moment.newestEvent(of: present.position)
    let distance = Int(last.rawValue.magnitude) - Int(position.rawValue.magnitude)
    guard position.exists, (0...Self.nearEvents).contains(distance),
      present.undoneBatches(through: last) == undoneBatches
    else {
      self = try present.past(through: last, source)
      return
    }
    try advance(source, through: last)
  }

  /// The maximum number of events that are folded one by one. Folding this number of events takes
  /// no longer than reading a checkpoint of several hundred tabs.
  private static var nearEvents: Int { 1_024 }

  /// Returns a tab as it was when it last closed, regardless of how long ago it closed. Returns nil
  /// if the tab never closed.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - source: The log.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events), without checkpoints
  public func lastClosed<Source: EventSource & ~Copyable>(
    _ tab: TabID, _ source: borrowing Source
  ) throws(Source.Failure) -> ClosedTab? {
    try lastClosed([tab], source).first?.tab
  }

  /// Returns tabs as they were when they last closed, with the events that closed them, in no
  /// particular order. A tab that never closed is omitted.
  ///
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events), without checkpoints
  public func lastClosed<Source: EventSource & ~Copyable>(
    _ tabs: [TabID], _ source: borrowing Source
  ) throws(Source.Failure) -> [(tab: ClosedTab, event: EventID)] {
    let tabs = tabs.filter { $0.exists }
    guard !tabs.isEmpty else { return [] }
    var past = Browser()
    var found: [(tab: ClosedTab, event: EventID)] = []
    try visitFoldedEvents(source) { event, _ in
      for tab in tabs where event.body.mayClose(tab) {
        guard let closing = past.closing(tab), event.body.closes(closing) else { continue }
        found.removeAll { $0.tab.tab.id == tab }
        found.append((closing, event.sequence))
      }
      past.apply(event)
      return true
    }
    return found
  }
}

extension Body {
  /// Whether the event may close a tab, because it closes the tab itself or any window.
  fileprivate func mayClose(_ tab: TabID) -> Bool {
    switch self {
    case .tab(.closed(let body)): body.tab == tab
    case .window(.closed): true
    default: false
    }
  }

  /// Whether the event closes the given tab, either individually or together with its window.
  fileprivate func closes(_ tab: ClosedTab) -> Bool {
    switch self {
    case .tab(.closed(let body)): body.tab == tab.tab.id
    case .window(.closed(let body)): body.window == tab.tab.window
    default: false
    }
  }
}
