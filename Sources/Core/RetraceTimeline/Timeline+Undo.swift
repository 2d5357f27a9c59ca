public import BrowserModel

extension Timeline {
  /// Returns the batch that `undo` reverts: the newest batch that can be undone, was caused by the
  /// user or an import, and is not already undone. Returns nil if there is no such batch.
  ///
  /// The undo itself is an event, which the caller appends:
  ///
  /// ```swift
  /// var draft = Draft()
  /// if let batch = timeline.batchToUndo(log) {
  ///   var undone = BatchNamed()
  ///   undone.batch = batch
  ///   draft.append(.time(.undone(undone)))
  /// }
  /// ```
  ///
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events after the batch)
  public func batchToUndo<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> BatchID? {
    try batchesToUndo(count: 1, source).first
  }

  /// Returns the newest batches that `undo` can revert, newest first.
  ///
  /// - Parameters:
  ///   - count: The maximum number.
  ///   - source: The log.
  /// - Returns: The batches, fewer than `count` if there are no more.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events after the oldest of the batches)
  public func batchesToUndo<Source: EventSource & ~Copyable>(
    count: Int, _ source: borrowing Source
  ) throws(Source.Failure) -> [BatchID] {
    try batchesToUndo(atMost: count, after: .nothing, source) { _, _ in true }
  }

  /// Returns the batches of a program that `undo` can revert, grouped by run, newest first.
  ///
  /// - Parameters:
  ///   - actions: The program. Its `ProgramActions.runs` are ignored.
  ///   - source: The log.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events after `actions.first`)
  public func runsToUndo<Source: EventSource & ~Copyable>(
    of actions: ProgramActions, _ source: borrowing Source
  ) throws(Source.Failure) -> [ProgramRun] {
    let batches = try batchesToUndo(atMost: .max, after: actions.first, source) { event, words in
      event.sequence.rawValue.magnitude <= actions.last.rawValue.magnitude
        && event.isBy(agent: actions.name, words)
    }
    var runs: [ProgramRun] = []
    for batch in batches {
      let number = try run(of: batch.event, source)
      if let place = runs.firstIndex(where: { $0.number == number }) {
        runs[place].batches.append(batch)
      } else {
        runs.append(ProgramRun(number: number, batches: [batch]))
      }
    }
    return runs
  }

  /// Returns the number of the run that wrote an event, or 0 if the run is unknown or the event
  /// does not exist.
  public func run<Source: EventSource & ~Copyable>(
    of event: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> UInt32 {
    guard let found = try self.event(event, source) else { return 0 }
    if found.batch.event == event { return found.batchRun }
    return try self.event(found.batch.event, source)?.batchRun ?? 0
  }

  private func batchesToUndo<Source: EventSource & ~Copyable>(
    atMost count: Int, after first: EventID, _ source: borrowing Source,
    where isWanted: (borrowing Event, EventWords) -> Bool
  ) throws(Source.Failure) -> [BatchID] {
    var found: [BatchID] = []
    guard count > 0 else { return found }
    // Batches of the library that another device has undone are already excluded.
    let undoneByAll = order.isShared ? order.undoneBatches() : []
    try visitFoldedEvents(source, backwards: true) { event, words in
      if event.sequence.rawValue.magnitude <= first.rawValue.magnitude { return false }
      guard event.isUndoableByUser, found.last != event.batch, isWanted(event, words),
        !(event.body.isAboutLibrary && undoneByAll.contains(event.batch))
      else { return true }
      found.append(event.batch)
      return found.count < count
    }
    return found
  }

  /// Returns the batch that `redo` restores: the batch of the newest undo, unless the user has done
  /// something else after the undo. Returns nil if there is nothing to redo.
  ///
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(undo records + events after the newest action of the user)
  public func batchToRedo<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> BatchID? {
    try undosToRedo(count: 1, source).first?.batch
  }

  /// Returns the newest undos that successive `redo` calls revert, newest first.
  ///
  /// - Parameters:
  ///   - count: The maximum number.
  ///   - run: The number of the run that requests the redo, or 0 if unknown. Actions of other runs
  ///     do not affect the undos of this run. If the run is unknown, any action ends the list.
  ///   - source: The log.
  /// - Returns: The undos, fewer than `count` if there are no more, or if the user has done
  ///   something else after them.
  package func undosToRedo<Source: EventSource & ~Copyable>(
    count: Int, by run: UInt32 = 0, _ source: borrowing Source
  ) throws(Source.Failure) -> [UndoRecord] {
    let all = newestUndos()
    guard let oldest = all.last else { return [] }
    let acts = try newestActions(by: run, source, after: oldest.sequence)
    var undos: [BatchID: EventID] = [:]
    for undo in all.reversed() { undos[undo.batch] = undo.sequence }
    var found: [UndoRecord] = []
    for undo in all where found.count < count {
      let number = undo.sequence.rawValue.magnitude
      guard number > acts.own.rawValue.magnitude else { break }
      if number < acts.any.rawValue.magnitude, try self.run(of: undo.sequence, source) != run {
        continue
      }
      // A batch that was undone together with its cause is also redone together with its cause.
      let wentWithCause = try causes(of: undo.batch, source).contains { cause in
        undos[cause].map { $0.rawValue.magnitude < undo.sequence.rawValue.magnitude } ?? false
      }
      if !wentWithCause { found.append(undo) }
    }
    return found
  }

  /// Returns the newest undos whose batches were not redone, newest first.
  ///
  /// - Complexity: O(undo records)
  private func newestUndos() -> [UndoRecord] {
    var redone: Set<BatchID> = []
    var left = undoneBatches
    var found: [UndoRecord] = []
    for record in undoRecords.reversed() {
      if !record.isUndo {
        redone.insert(record.batch)
      } else if redone.remove(record.batch) == nil, left.remove(record.batch) != nil {
        found.append(record)
      }
    }
    return found
  }

  /// Returns the newest event of a run, and the newest event of any run, that the user caused and
  /// that can be undone. Only events after `first` count. `redo` stops at the returned events.
  /// `EventID.nothing` means that there is no such event.
  ///
  /// - Parameter run: The number of the run, or 0 if unknown, in which case both events are the
  ///   same.
  package func newestActions<Source: EventSource & ~Copyable>(
    by run: UInt32 = 0, _ source: borrowing Source, after first: EventID = .nothing
  ) throws(Source.Failure) -> (own: EventID, any: EventID) {
    var own = EventID.nothing
    var any = EventID.nothing
    // The first event of a batch, which contains the run, is visited last.
    var act = EventID.nothing
    try visitBackwards(source) { event, _ in
      if event.sequence.rawValue.magnitude <= first.rawValue.magnitude { return false }
      if event.isUndoableByUser, lineage.contains(event) {
        if !act.exists { act = event.sequence }
        if !any.exists { any = event.sequence }
      }
      guard event.batch.event == event.sequence else { return true }
      if act.exists, run == 0 || event.batchRun == run { own = act }
      act = .nothing
      return !own.exists
    }
    return (own, any)
  }

  /// Visits the events up to ``position``, of all branches, from the newest to the oldest,
  /// until `body` returns false.
  package func visitBackwards<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, _ body: (borrowing Event, EventWords) -> Bool
  ) throws(Source.Failure) {
    guard position.exists else { return }
    try source.visitEvents(
      from: position.firstOfLog, through: position, backwards: true,
      damaged: { _ in }, body)
  }
}

extension Event {
  /// Whether `undo` without an id can revert the event: the user or an import caused the event, and
  /// the event can be undone. These events also limit what `redo` can restore.
  public var isUndoableByUser: Bool {
    isByUserOrImport && body.isUndoable
  }
}

/// Automatic consequences of an action, such as a redirect of the page that a click has opened.
/// These consequences are undone and redone together with the action.
extension Timeline {
  /// Returns the automatic consequences of some batches, direct or indirect, according to their
  /// ``Event/cause``.
  ///
  /// Actions of the user and imports are independent actions, regardless of their cause.
  ///
  /// - Parameters:
  ///   - batches: The batches, of one log.
  ///   - isUndo: True to return the consequences that are not undone yet, for an undo. False to
  ///     return the consequences that were undone at the same time or later, for a redo.
  ///   - source: The log.
  /// - Returns: The consequences, oldest first, without `batches` themselves.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events after the oldest of the batches)
  public func consequences<Source: EventSource & ~Copyable>(
    of batches: [BatchID], isUndo: Bool, _ source: borrowing Source
  ) throws(Source.Failure) -> [BatchID] {
    let oldest = batches.min { $0.rawValue.magnitude < $1.rawValue.magnitude }
    guard let oldest, oldest.isKnown(at: position) else { return [] }
    let undoneSince = isUndo ? [] : batchesUndone(since: batches)
    var (acts, events) = (Set(batches), Set<EventID>())
    var found: [BatchID] = []
    try source.visitEvents(
      from: oldest.event, through: position, backwards: false, damaged: { _ in },
      { event, _ in
        guard event.device == 0, lineage.contains(event) else { return true }
        if event.isConsequence, events.contains(event.cause), !acts.contains(event.batch) {
          acts.insert(event.batch)
        }
        guard acts.contains(event.batch) else { return true }
        events.insert(event.sequence)
        let isAffected = isUndo ? isFolded(event) : undoneSince.contains(event.batch)
        if isAffected, event.body.isUndoable, event.isConsequence, found.last != event.batch {
          found.append(event.batch)
        }
        return true
      })
    return found.filter { !batches.contains($0) }
  }

  /// Returns the batches of which a batch is an automatic consequence: its cause, the cause of that
  /// cause, and so on. Empty if the user or an import caused the batch.
  package func causes<Source: EventSource & ~Copyable>(
    of batch: BatchID, _ source: borrowing Source
  ) throws(Source.Failure) -> [BatchID] {
    var found: [BatchID] = []
    var event = try event(batch.event, source)
    while let effect = event, effect.isConsequence,
      effect.cause.rawValue.magnitude < effect.sequence.rawValue.magnitude
    {
      event = try self.event(effect.cause, source)
      if let event { found.append(event.batch) }
    }
    return found
  }

  /// Returns the batches that are still undone and were not undone before the first of the given
  /// batches was undone.
  private func batchesUndone(since batches: [BatchID]) -> Set<BatchID> {
    let undos = newestUndos()
    guard let oldest = undos.lastIndex(where: { batches.contains($0.batch) }) else { return [] }
    return Set(undos[...oldest].map { $0.batch })
  }
}

extension Event {
  /// Whether the event is a consequence of another event and not an independent action.
  var isConsequence: Bool { cause.exists && !isByUserOrImport }

  /// Whether the user or an import caused the event.
  var isByUserOrImport: Bool { actor == .user || actor == .import }
}

/// Undo and redo of a batch that is identified by one of its events, regardless of the age and the
/// author of the batch. An undo or redo also identifies the batch that it refers to.
extension Timeline {
  /// Returns the batch that `undo #S` reverts, or the reason why it cannot be undone.
  ///
  /// - Parameters:
  ///   - event: An event of the batch, or an undo or redo of the batch.
  ///   - source: The log.
  /// - Returns: The batch, or a refusal: `Refusal.Code.noSuchEvent` if the event is not in the log
  ///   or the lineage, `Refusal.Code.notAllowed` if nothing in the batch can be undone,
  ///   `Refusal.Code.nothingToDo` if the batch is already undone. An action of another device can
  ///   be undone on this device only if the action changed the library.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events of the batch)
  public func batchToUndo<Source: EventSource & ~Copyable>(
    naming event: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Result<BatchID, Refusal> {
    switch try batch(naming: event, source) {
    case .failure(let refusal): .failure(refusal)
    case .success(let batch):
      isUndone(batch)
        ? .failure(
          Refusal(.nothingToDo, "The action of #\(batch.rawValue) is already undone."))
        : .success(batch)
    }
  }

  /// Returns the batch that `redo #S` restores, or the reason why it cannot be redone.
  ///
  /// - Parameters:
  ///   - event: An event of the batch, or an undo or redo of the batch.
  ///   - source: The log.
  /// - Returns: The batch, or a refusal as for an undo. The code is `Refusal.Code.nothingToDo` if
  ///   the batch is not undone.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events of the batch)
  public func batchToRedo<Source: EventSource & ~Copyable>(
    naming event: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Result<BatchID, Refusal> {
    switch try batch(naming: event, source) {
    case .failure(let refusal): .failure(refusal)
    case .success(let batch):
      isUndone(batch)
        ? .success(batch)
        : .failure(Refusal(.nothingToDo, "The action of #\(batch.rawValue) is not undone."))
    }
  }

  /// Whether a batch is undone, in the browser or in a shared library.
  private func isUndone(_ batch: BatchID) -> Bool {
    undoneBatches.contains(batch) || order.isShared && order.undoneBatches().contains(batch)
  }

  /// Returns the batch that an event identifies, even if the batch cannot be undone.
  ///
  /// - Parameters:
  ///   - sequence: An event of the batch, or an undo or redo of the batch.
  ///   - source: The log.
  /// - Returns: The batch, or `Refusal.Code.noSuchEvent` if the event is not in the log or the
  ///   lineage.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events of the batch)
  public func batch<Source: EventSource & ~Copyable>(
    of sequence: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Result<BatchID, Refusal> {
    guard let named = try event(sequence, source) else {
      return .failure(Refusal(.noSuchEvent, "There is no event #\(sequence.rawValue)."))
    }
    let first = UndoRecord(named)?.batch ?? named.batch
    var isFound = false
    try visit(batch: first, source) { if concerns($0) { isFound = true } }
    return isFound
      ? .success(first)
      : .failure(Refusal(.noSuchEvent, "Event #\(sequence.rawValue) is not on this branch."))
  }

  /// Returns the batch that an event identifies if part of it can be undone, otherwise
  /// `Refusal.Code.notAllowed`.
  private func batch<Source: EventSource & ~Copyable>(
    naming sequence: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Result<BatchID, Refusal> {
    let found = try batch(of: sequence, source)
    guard case .success(let first) = found else { return found }
    var isUndoable = false
    var forgets = false
    var isOther = false
    try visit(batch: first, source) { event in
      if event.device != 0 {
        isOther = true
        if event.body.isAboutLibrary { isUndoable = true }
      } else if lineage.contains(event), event.body.isUndoable {
        isUndoable = true
      }
      if case .time(.forgotten) = event.body { forgets = true }
    }
    if forgets {
      return .failure(
        Refusal(
          .notAllowed,
          "Forgotten data cannot be restored, so #\(first.rawValue) cannot be undone."))
    }
    guard !isUndoable else { return found }
    return .failure(
      Refusal(
        .notAllowed,
        isOther
          ? "#\(first.rawValue) changed the windows of another device and can only be undone there."
          : "Nothing in #\(first.rawValue) can be undone."))
  }

  /// Returns an event of the log, or nil if the event is missing or damaged.
  func event<Source: EventSource & ~Copyable>(
    _ sequence: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Event? {
    var found: Event?
    guard sequence.isKnown(at: position) else { return nil }
    try source.visitEvents(
      from: sequence, through: sequence, backwards: false, damaged: { _ in },
      { event, _ in
        found = copy event
        return false
      })
    return found
  }

  /// Visits the events of a batch.
  private func visit<Source: EventSource & ~Copyable>(
    batch first: BatchID, _ source: borrowing Source, _ body: (borrowing Event) -> Void
  ) throws(Source.Failure) {
    guard first.isKnown(at: position) else { return }
    try source.visitEvents(
      from: first.event, through: position, backwards: false, damaged: { _ in },
      { event, _ in
        guard event.batch == first else { return false }
        body(event)
        return true
      })
  }
}
