public import BrowserModel

/// Visits to the events of a lineage.
extension Timeline {
  /// Visits the events from which the state is folded.
  ///
  /// - Parameters:
  ///   - source: The log.
  ///   - first: The oldest event to visit, or nil for the first event of the log.
  ///   - backwards: Whether to begin with the newest event.
  ///   - body: Called with each event and its words, which are valid only during the call. Returns
  ///     whether to continue.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events of all branches, beginning with the first event to visit)
  public func visitFoldedEvents<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, from first: EventID? = nil, backwards: Bool = false,
    _ body: (borrowing Event, EventWords) -> Bool
  ) throws(Source.Failure) {
    guard position.exists else { return }
    try source.visitEvents(
      from: first ?? position.firstOfLog, through: position, backwards: backwards,
      damaged: { _ in },
      { event, words in isFolded(event) ? body(event, words) : true })
  }

  /// Moves to a later event, and calls a closure after each event of the lineage or of another
  /// device that shares the library. The closure receives the timeline at the moment of the event,
  /// without the batches that were undone at that moment. If the timeline has its ``library``
  /// before the first call, it has the library in every call.
  ///
  /// For each event, the timeline equals the result of ``moment(_:_:)``:
  ///
  /// ```swift
  /// var past = timeline.restarted
  /// var most = 0
  /// past.visitMoments(log, through: timeline.position) { _, _, moment in
  ///   most = max(most, moment.browser.tabCount)
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - source: The log.
  ///   - last: The last event to fold.
  ///   - isWanted: Whether to call `body` for an event. If not, the event is only folded, which is
  ///     faster.
  ///   - body: Called with each event, its words, and the timeline, which are valid only during the
  ///     call. Undone events are included. Returns whether to continue. If not, the timeline stays
  ///     at this event.
  /// - Throws: The error of the log if it cannot be read. The timeline is then at an earlier event,
  ///   and ``catchUp(_:atMost:look:)`` can continue from that event.
  /// - Complexity: O(events), and for each undo or redo O(tabs, and the events since its batch), or
  ///   O(events) if the library is shared
  public mutating func visitMoments<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID,
    where isWanted: (EventID) -> Bool = { _ in true },
    _ body: (borrowing Event, EventWords, borrowing Timeline) -> Bool
  ) throws(Source.Failure) {
    guard last.rawValue.magnitude > position.rawValue.magnitude else { return }
    let first = position.exists ? position.advanced(by: 1) : last.firstOfLog
    var walk = Walk(timeline: self)
    defer { self = walk.timeline }
    var lost: [EventID] = []
    var failure: Source.Failure?
    var isAtEnd = true
    try source.visitEvents(
      from: first, through: last, backwards: false, damaged: { lost.append($0) },
      { event, words in
        if !lost.isEmpty {
          walk.timeline.damaged += lost
          lost.removeAll()
        }
        do throws(Source.Failure) {
          guard try walk.apply(event, source), isWanted(event.sequence) else { return true }
        } catch {
          failure = error
          return false
        }
        isAtEnd = walk.lend(event, words, body)
        return isAtEnd
      })
    if let failure { throw failure }
    guard isAtEnd else { return }
    walk.timeline.damaged += lost
    walk.timeline.browser.skip(to: last)
  }
}

/// A timeline that moves through the log. The timeline is passed to a closure after each event
/// without being copied, because a copy for each event would take longer than folding.
private struct Walk: ~Copyable {
  var timeline: Timeline
  /// Whether the timeline must have its library throughout.
  private let hasLibrary: Bool
  private var remembered = RememberedStates()

  init(timeline: Timeline) {
    self.timeline = timeline
    hasLibrary = timeline.library != nil
    remembered.keep(timeline)
  }

  /// Folds an event. If the event undoes or redoes something, folds again from an earlier state.
  /// Returns whether the event can change the state or the library.
  @inline(__always)
  mutating func apply<Source: EventSource & ~Copyable>(
    _ event: borrowing Event, _ source: borrowing Source
  ) throws(Source.Failure) -> Bool {
    timeline.apply(event)
    let isOfLineage = timeline.lineage.contains(event)
    if isOfLineage, let batch = UndoRecord(event)?.batch, isTurned(batch) {
      try refold(source, turning: batch)
    } else if isOfLineage, remembered.isDue(at: event.sequence) {
      remembered.keep(timeline)
    }
    if timeline.order.isShared, hasLibrary {
      timeline.foldPending()
      _ = try timeline.readLibrary(source)
    }
    return timeline.concerns(event)
  }

  /// Calls a closure with the timeline.
  borrowing func lend(
    _ event: borrowing Event, _ words: EventWords,
    _ body: (borrowing Event, EventWords, borrowing Timeline) -> Bool
  ) -> Bool {
    body(event, words, timeline)
  }

  /// Whether a batch is part of the state although it is undone, or is not part of the state
  /// although it is not undone.
  private func isTurned(_ batch: BatchID) -> Bool {
    timeline.recordedBatches.contains(batch) != timeline.undoneBatches.contains(batch)
  }

  /// Folds again from the newest remembered state before a batch that was undone or redone.
  private mutating func refold<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, turning batch: BatchID
  ) throws(Source.Failure) {
    guard !timeline.order.isShared, let before = remembered.newest(before: batch) else {
      return try timeline.refold(source)
    }
    remembered.countTurn()
    var refolded = Timeline(timeline.lineage, leavingOut: timeline.recordedBatches)
    refolded.browser = before.browser
    refolded.library = before.library
    let last = timeline.position
    if refolded.position != last {
      let first =
        refolded.position.exists ? refolded.position.advanced(by: 1) : last.firstOfLog
      // States are remembered here too, because the next undo is likely to concern a newer batch.
      var remembered = remembered
      try source.visitEvents(
        from: first, through: last, backwards: false, damaged: { _ in },
        { event, _ in
          refolded.apply(event)
          if refolded.lineage.contains(event), remembered.isDue(at: event.sequence) {
            remembered.keep(refolded)
          }
          return true
        })
      self.remembered = remembered
      refolded.browser.skip(to: last)
    }
    timeline.browser = refolded.browser
    timeline.library = refolded.library
    timeline.undoneBatches = timeline.recordedBatches
  }
}

/// Earlier states of a fold, so that an undo need not fold from the first event.
private struct RememberedStates {
  /// The states, oldest first.
  private var states: [(browser: Browser, library: Library?)] = []
  /// The event at which the next state is stored. The event is stored as a number, because
  /// examining the state after each event would copy the state each time.
  private var due: UInt32 = 0
  /// The number of undos and redos so far.
  private var turnCount: UInt32 = 0

  /// The minimum number of events between two states.
  private static var minimumDistance: UInt32 { 8 }
  /// Without undos, a state is stored whenever the log has grown by 1 / `partCount` of its length.
  private static var partCount: UInt32 { 64 }
  private static var maximumCount: Int { 32 }

  /// Whether an event is so far from the newest stored state that the present state should be
  /// stored.
  @inline(__always)
  func isDue(at event: EventID) -> Bool { event.rawValue.magnitude >= due }

  /// Records that there was an undo or a redo. The more undos and redos there are, the smaller the
  /// distance between states.
  mutating func countTurn() { turnCount += 1 }

  /// Stores a state.
  mutating func keep(_ timeline: borrowing Timeline) {
    states.append((timeline.browser, timeline.library))
    wait()
    guard states.count > Self.maximumCount else { return }
    // The older the states, the greater the distance between them.
    var kept: [(browser: Browser, library: Library?)] = []
    for (place, state) in states.enumerated() where place % 2 == 0 || place > Self.maximumCount / 2
    {
      kept.append(state)
    }
    states = kept
  }

  /// Removes all states that are not before a batch. Returns the newest remaining state, or nil if
  /// no state remains.
  mutating func newest(before batch: BatchID) -> (browser: Browser, library: Library?)? {
    while let last = states.last?.browser,
      last.sequence.rawValue.magnitude >= batch.rawValue.magnitude
    {
      states.removeLast()
    }
    wait()
    return states.last
  }

  /// Sets the distance to the next state.
  ///
  /// The first events after a stored state copy all tabs and bookmarks once, so the distance grows
  /// with the number of tabs and bookmarks.
  private mutating func wait() {
    let last = states.last
    let position = last?.browser.sequence.rawValue.magnitude ?? 0
    let size = (last?.browser.tabCount ?? 0) / 8 + (last?.library?.bookmarks.count ?? 0) / 8
    due =
      position
      + max(Self.minimumDistance, UInt32(size), position / (Self.partCount * (turnCount + 1)))
  }
}
