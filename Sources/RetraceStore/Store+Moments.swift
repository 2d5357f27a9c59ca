public import BrowserModel
internal import RetraceEventLog
public import RetraceTimeline

/// Other moments, and hypothetical states. The calls that only return a state write nothing. The
/// states do not include private windows, unless a private event is given.
extension Store {
  /// Returns the store's branch at a moment. ``readState(of:)`` adds its library.
  ///
  /// - Parameter moment: The moment. If it follows a private event, it is a moment of the private
  ///   windows.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(tabs + events since the nearest checkpoint before the moment): about ten
  ///   microseconds for a hundred tabs.
  public func moment(_ moment: Moment) throws -> Timeline {
    if moment.isPrivate { return privateLog.timeline.moment(moment, privateLog.events) }
    return try readAhead { reader in
      try catchUp(reader)
      return try timeline.moment(moment, reader)
    }
  }

  /// Returns a branch at a moment, while the store stays on its own branch.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - branch: The branch, or `.nothing` for the main branch.
  /// - Throws: `Refusal` (`noSuchBranch`), and `LogError`.
  /// - Complexity: O(tabs + events since the nearest checkpoint of that branch).
  public func moment(
    _ moment: Moment, on branch: BranchID
  ) throws -> Timeline {
    try reading { reader in
      let past = try ReadAhead.withReader(reader) { reader in
        try timeline.branch(branch, reader)?.moment(moment, reader)
      }
      guard let past else { throw Self.noSuchBranch(branch) }
      return past
    }
  }

  /// Reads the open windows and tabs of a device of the profile (`Timeline.devices`), as far as
  /// this device has received them.
  ///
  /// - Parameter number: The number of the device.
  /// - Returns: The browser, or nil if the device is unknown.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events); O(1) for this device.
  public func readDevice(_ number: UInt32) throws -> Browser? {
    try timeline(ofDevice: number, upTo: timeline)?.browser
  }

  /// Returns the timeline of a device at the moment of a timeline of this store.
  package func timeline(
    ofDevice number: UInt32, upTo timeline: Timeline
  ) throws -> Timeline? {
    try readAhead { reader in try timeline.device(number, reader) }
  }

  /// Moves a timeline to another moment of its branch, like `Timeline.step(to:of:_:)`.
  ///
  /// - Parameters:
  ///   - timeline: Any branch of this log at any moment. If the call throws, the timeline is
  ///     unchanged.
  ///   - moment: The moment, as in ``moment(_:)``.
  public func step(_ timeline: inout Timeline, to moment: Moment) throws {
    try reading { reader in
      let present = try self.timeline.branch(timeline.lineage.branch, reader)
      if let present { try timeline.step(to: moment, of: present, reader) }
    }
  }

  /// Returns the present timeline as if some batches had never happened.
  ///
  /// - Parameter events: Events of the store's branch. Each event represents its complete batch, of
  ///   any kind.
  /// - Throws: `Refusal` for an event that is not on the branch.
  /// - Complexity: O(events of the log).
  public func whatIf(skipping events: [EventID]) throws -> Timeline {
    try reading { reader in
      var batches: Set<BatchID> = []
      for event in events { batches.insert(try batch(of: event, reader)) }
      return try ReadAhead.withReader(reader) { reader in
        try timeline.skipping(batches, reader)
      }
    }
  }

  /// Returns the batch of an event, or throws a refusal if the event is not on the branch.
  private func batch(
    of event: EventID, _ reader: borrowing Reader
  ) throws -> BatchID {
    try unwrapped(timeline.batch(of: event, reader))
  }

  /// Reopens a closed item or tab (T4).
  ///
  /// - Parameters:
  ///   - id: A closed item or one of its tabs, or nil for the item that closed last. A tab that is
  ///     no longer listed among the closed items is searched for in the log.
  ///   - origin: The author.
  ///   - isPrivate: Whether a nil id refers to the private windows.
  ///   - precondition: The condition.
  /// - Throws: `Refusal` (`noSuchClosedItem`) if nothing with the id was ever
  ///   closed.
  /// - Complexity: O(entries) for listed items, otherwise O(events of the log).
  @discardableResult
  public func reopen(
    _ id: EventID?, by origin: Origin = Origin(), isPrivate: Bool = false,
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    do {
      return try perform(.reopen(id), by: origin, isPrivate: isPrivate, if: precondition)
    } catch let refusal as Refusal where refusal.code == .noSuchClosedItem {
      guard let id, browser(of: id).tab(TabID(id)) == nil, let closed = try lastClosed(TabID(id))
      else { throw refusal }
      return try perform(.restoreTab(closed), by: origin, if: precondition)
    }
  }

  /// Reopens several closed items and tabs, as one batch and in the given order.
  ///
  /// - Parameters:
  ///   - ids: Closed items, closed windows, or tabs. A tab that is no longer listed among the
  ///     closed items is searched for in the log. Either all ids are private, or no id is.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: `Refusal` like ``reopen(_:by:isPrivate:if:)``, for the first id
  ///   that is refused. In that case, nothing is reopened.
  @discardableResult
  public func reopen(
    all ids: [EventID], by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    var actions: [Action] = []
    for id in ids {
      let isListed = browser(of: id).closed.contains { item in
        item.id.event == id || item.kind == .window && item.window.event == id
          || item.tabs.contains { $0.tab.id.event == id }
      }
      if !isListed, browser(of: id).tab(TabID(id)) == nil, let closed = try lastClosed(TabID(id)) {
        actions.append(.restoreTab(closed))
      } else {
        actions.append(.reopen(id))
      }
    }
    return try perform(asOne: actions, by: origin, if: precondition)
  }

  /// Returns tabs of the durable log as they were when they last closed, with the events that
  /// closed them, in no particular order. A tab that never closed is omitted.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events of the log).
  public func lastClosed(
    _ tabs: [TabID]
  ) throws -> [(tab: ClosedTab, event: EventID)] {
    try log.read { reader in try timeline.lastClosed(tabs, reader) }
  }

  /// Searches the log of a tab, and returns the tab as it was when it last closed, or nil if the
  /// tab never closed.
  private func lastClosed(_ id: TabID) throws -> ClosedTab? {
    if id.isPrivate {
      return privateLog.timeline.lastClosed(id, privateLog.events)
    }
    return try log.read { reader in try timeline.lastClosed(id, reader) }
  }
}

/// Restoring the present to a moment.
extension Store {
  /// Restores windows, tabs and groups, or other parts, to a moment, as one batch.
  ///
  /// Only differences become events, so the batch is small if little has changed. The batch can be
  /// undone like any other batch.
  ///
  /// - Parameters:
  ///   - moment: The moment, on the store's branch.
  ///   - parts: The parts to restore.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: `Refusal` (`nothingToDo`) if nothing differs.
  /// - Complexity: O(tabs + events since the nearest checkpoint before the moment).
  @discardableResult
  public func restore(
    _ moment: Moment, _ parts: [Restoration.Part] = [.windows], by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try perform(.restore(restoration(of: moment, parts)), by: origin, if: precondition)
  }

  /// Returns the state that would result from ``restore(_:_:by:if:)``. Nothing is written.
  ///
  /// Properties that the restoration would set refer to the events that set them at the restored
  /// moment, so that their texts can be looked up.
  ///
  /// - Throws: `Refusal` like ``restore(_:_:by:if:)``.
  /// - Complexity: O(tabs + events since the nearest checkpoint before the moment).
  public func previewOfRestoring(
    _ moment: Moment, _ parts: [Restoration.Part] = [.windows]
  ) throws -> ProfileState {
    let restoration = try restoration(of: moment, parts)
    let (present, draft) = try reading { reader in
      let present = try timeline.readState(reader)
      return (present, try decide(.restore(restoration), on: present, words, reader))
    }
    return outcome(of: restoration, draft, on: present)
  }

  /// Returns the state that results from the events of a restoration.
  func outcome(
    of restoration: Restoration, _ draft: Draft, on present: ProfileState
  ) -> ProfileState {
    var restored = present
    let first = present.browser.sequence.advanced(by: 1)
    for (offset, body) in draft.bodies.enumerated() {
      var sequence = first.advanced(by: Int32(offset))
      if case .setting(let body) = body {
        sequence = restoration.past.settings(with: body.name).source(of: body.name)
      }
      restored.apply(
        Event(
          sequence: sequence, batch: BatchID(first),
          milliseconds: present.browser.health.lastEventMilliseconds, body: body))
    }
    return restored
  }

  /// Returns the restoration, including the library of the moment if required.
  private func restoration(
    of moment: Moment, _ parts: [Restoration.Part]
  ) throws -> Restoration {
    var past = try self.moment(moment)
    let state =
      parts.contains { $0.isAboutLibrary }
      ? try readState(of: &past) : ProfileState(browser: past.browser)
    return Restoration(of: state, parts)
  }
}
