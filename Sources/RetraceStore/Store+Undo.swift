public import BrowserModel
internal import RetraceEventLog
public import RetraceTimeline

/// Undo and redo in both logs (T7). Batches are undone and redone with their automatic consequences
/// (``Event/cause``). Each undo or redo of a batch is a separate event, and all events of one call
/// are written in one transaction.
extension Store {
  /// Undoes the newest action of the user or of an import, in either log.
  ///
  /// - Throws: `Refusal` (`nothingToDo`) if there is nothing to undo.
  @discardableResult
  public func undo(
    by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws -> UndoResult {
    try undo(.newest(1), by: origin, if: precondition).results[0]
  }

  /// Undoes the action of an event, no matter how old it is, unless other authors have built on the
  /// action.
  ///
  /// - Parameters:
  ///   - event: Any event of the action. An event of an undo or redo refers to the action that was
  ///     undone or redone.
  ///   - includesLater: Whether the action is undone even if other authors have built on it.
  ///   - origin: The author of the request.
  ///   - precondition: The condition.
  /// - Throws: The same errors as ``undo(_:includingLater:by:if:)``.
  @discardableResult
  public func undo(
    event: EventID, includingLater includesLater: Bool = false, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> UndoneActions {
    try undo(.events([event]), includingLater: includesLater, by: origin, if: precondition)
  }

  /// Undoes the actions of a scope.
  ///
  /// Unless the scope is the newest actions, an action is kept if another author has built on it.
  /// An author is the user, at any console, or one run of a program. An author has built on an
  /// action if one of the author's later events needs a result of the action, such as a tab that
  /// the author has used, or a window or group to which the author has added something. An action
  /// is also kept if a kept action needs its result.  Closing or removing a thing does not count as
  /// needing it.
  ///
  /// - Parameters:
  ///   - scope: The actions.
  ///   - includesLater: Whether to undo actions on which other authors have built. Everything that
  ///     depends on these actions disappears until a redo.
  ///   - origin: The author of the request.
  ///   - precondition: The condition.
  /// - Throws: `Refusal` if there is nothing to undo in the scope, or if the scope has an event
  ///   that is not on the store's branch, is already undone, or cannot be undone. In that case,
  ///   nothing is undone.
  /// - Complexity: O(tabs + events since the checkpoint before the oldest of the actions), and that of
  ///   `Timeline.keptActions(undoing:_:)`.
  @discardableResult
  public func undo(
    _ scope: UndoScope, includingLater includesLater: Bool = false, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> UndoneActions {
    try perform(.undo(includingLater: includesLater), scope, origin, precondition)
  }

  /// Redoes the action that the newest undo reverted, unless the user has performed another action
  /// since then. Actions of other runs (``Origin/run``) do not count.
  ///
  /// - Throws: `Refusal` (`nothingToDo`) if there is nothing to redo.
  @discardableResult
  public func redo(
    by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws -> UndoResult {
    try redo(.newest(1), by: origin, if: precondition)[0]
  }

  /// Redoes the undone action of an event.
  ///
  /// - Parameters:
  ///   - event: Any event of the action. An event of an undo or redo refers to the action that was
  ///     undone or redone.
  ///   - origin: The author of the request.
  ///   - precondition: The condition.
  /// - Throws: The same errors as ``redo(_:by:if:)``.
  @discardableResult
  public func redo(
    event: EventID, by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws -> UndoResult {
    try redo(.events([event]), by: origin, if: precondition)[0]
  }

  /// Redoes the undone actions of a scope.
  ///
  /// - Returns: The redone actions, the newest undo first, or in the order of the events.
  /// - Throws: `Refusal` if there is nothing to redo in the scope, if the scope is a program, or if
  ///   the scope has an event that is not on the store's branch or is not undone. In that case,
  ///   nothing is redone.
  @discardableResult
  public func redo(
    _ scope: UndoScope, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> [UndoResult] {
    try perform(.redo, scope, origin, precondition).results
  }

  // MARK: Plans and previews

  /// Returns the batches that ``undo(_:includingLater:by:if:)`` would undo and keep.
  ///
  /// - Throws: `Refusal` like ``undo(_:includingLater:by:if:)``.
  public func planOfUndo(
    _ scope: UndoScope, includingLater includesLater: Bool = false
  ) throws -> UndoPlan {
    try reading { reader in
      try plan(.undo(includingLater: includesLater), scope, reader)
    }
  }

  /// Returns the batches that ``redo(_:by:if:)`` would redo.
  ///
  /// - Throws: `Refusal` like ``redo(_:by:if:)``.
  public func planOfRedo(
    _ scope: UndoScope, by origin: Origin = Origin()
  ) throws -> UndoPlan {
    try reading { reader in
      try plan(.redo, scope, by: origin.run, reader)
    }
  }

  /// Returns the states to which ``undo(_:includingLater:by:if:)`` would lead: the durable state,
  /// the state of the private windows, or both, with the durable state first.
  ///
  /// - Throws: `Refusal` like ``undo(_:includingLater:by:if:)``.
  /// - Complexity: O(events of the log).
  public func previewsOfUndo(
    _ scope: UndoScope = .newest(1), includingLater includesLater: Bool = false
  ) throws -> [UndoPreview] {
    try previews(.undo(includingLater: includesLater), scope)
  }

  /// Returns the states to which ``redo(_:by:if:)`` would lead, like ``previewsOfUndo(_:includingLater:)``.
  ///
  /// - Throws: `Refusal` like ``redo(_:by:if:)``.
  /// - Complexity: O(events of the log).
  public func previewsOfRedo(
    _ scope: UndoScope = .newest(1), by origin: Origin = Origin()
  ) throws -> [UndoPreview] {
    try previews(.redo, scope, by: origin.run)
  }

  private func previews(
    _ direction: Direction, _ scope: UndoScope, by run: UInt32 = 0
  ) throws -> [UndoPreview] {
    try reading { reader in
      let plan = try plan(direction, scope, by: run, reader)
      var previews: [UndoPreview] = []
      for isPrivate in [false, true] {
        let batches = plan.batches.filter { $0.isPrivate == isPrivate }
        let kept = plan.kept.filter { $0.batch.isPrivate == isPrivate }
        if batches.isEmpty, kept.isEmpty { continue }
        var preview = try preview(
          direction, batches, isPrivate: isPrivate, from: plan.start, reader)
        preview.kept = kept
        preview.otherRuns = plan.otherRuns
        previews.append(preview)
      }
      return previews
    }
  }

  /// Returns the preview for batches of one log and their consequences.
  private func preview(
    _ direction: Direction, _ batches: [BatchID], isPrivate: Bool, from start: Timeline?,
    _ reader: borrowing Reader
  ) throws -> UndoPreview {
    let isUndo = direction.isUndo
    if isPrivate {
      let all = withPrivateConsequences(batches, isUndo: isUndo)
      return isUndo
        ? privateLog.timeline.previewOfUndo(all, privateLog.events)
        : privateLog.timeline.previewOfRedo(all, privateLog.events)
    }
    let all = try withConsequences(batches, isUndo: isUndo, reader)
    return try ReadAhead.withReader(reader) { reader in
      guard isUndo else { return try timeline.previewOfRedo(all, reader) }
      guard let start else { return try timeline.previewOfUndo(all, reader) }
      return try timeline.previewOfUndo(all, from: start, reader)
    }
  }

  // MARK: Appending undo records

  /// The direction: batches are either excluded from the fold (undo) or included again (redo).
  private enum Direction {
    case undo(includingLater: Bool)
    case redo

    var isUndo: Bool { if case .undo = self { true } else { false } }

    /// Returns the undo record for a batch.
    func body(_ batch: BatchID) -> Body {
      var named = BatchNamed()
      named.batch = batch
      return .time(isUndo ? .undone(named) : .redone(named))
    }
  }

  /// Plans an undo or redo, and appends an undo record for each batch and its consequences. Records for
  /// private batches stay in memory.
  private func perform(
    _ direction: Direction, _ scope: UndoScope, _ origin: Origin, _ precondition: Precondition
  ) throws -> UndoneActions {
    let now = clock()
    if let plan = try privatePlan(direction, scope, by: origin.run) {
      let results = performPrivately(
        direction, plan.batches, milliseconds: now, origin: origin)
      return UndoneActions(results: results, plan: plan)
    }
    var planned: UndoPlan?
    var causes: [BatchID: [BatchID]] = [:]
    let performed = try commit(if: precondition, about: scope.targets) { writer in
      let plan = try plan(direction, scope, by: origin.run, writer.reader)
      planned = plan
      var draft = Draft()
      let acts = plan.batches.filter { !$0.isPrivate }
      let durable = try withConsequences(acts, isUndo: direction.isUndo, writer.reader)
      for batch in durable { draft.append(direction.body(batch)) }
      for batch in durable.dropFirst(acts.count) {
        causes[batch] = try self.causes(of: batch, writer.reader)
      }
      // Another process may have undone the same batches in the meantime.
      if draft.isEmpty { return nil }
      return try append(
        draft, to: writer, milliseconds: now, origin: origin,
        label: BatchLabel(precondition))
    }
    // For a repeat under a key, nothing was planned.
    guard let planned else {
      let results = try resultsOfRepeat(performed ?? .nothing)
      return UndoneActions(results: results, plan: UndoPlan(batches: []))
    }
    var durable = UndoResult.all(of: performed ?? .nothing) { causes[$0] ?? [] }[...]
    var own = performPrivately(
      direction, planned.batches.filter { $0.isPrivate }, milliseconds: now, origin: origin)[...]
    let results = planned.batches.compactMap { $0.isPrivate ? own.popFirst() : durable.popFirst() }
    return UndoneActions(results: results, plan: planned)
  }

  /// Returns the plan if all of its batches are private, or nil otherwise.
  ///
  /// Private batches are only in memory, so they can also be undone in a read-only profile.
  private func privatePlan(
    _ direction: Direction, _ scope: UndoScope, by run: UInt32
  ) throws -> UndoPlan? {
    guard privateLog.events.newestEvent().exists else { return nil }
    let plan = try reading { reader in
      try self.plan(direction, scope, by: run, reader)
    }
    return plan.batches.allSatisfy { $0.isPrivate } ? plan : nil
  }

  /// Appends undo records to the private log.
  private func performPrivately(
    _ direction: Direction, _ batches: [BatchID], milliseconds: Int64, origin: Origin
  ) -> [UndoResult] {
    guard !batches.isEmpty else { return [] }
    let events = privateLog.events
    var draft = Draft()
    for batch in withPrivateConsequences(batches, isUndo: direction.isUndo) {
      draft.append(direction.body(batch))
    }
    let commit = privateLog.append(
      draft, milliseconds: milliseconds, origin: origin, durableNewest: timeline.position)
    return UndoResult.all(of: commit) { privateLog.timeline.causes(of: $0, events) }
  }

  /// Returns the batches that were undone or redone earlier under a key.
  private func resultsOfRepeat(_ previous: Commit) throws -> [UndoResult] {
    try reading { reader in
      try UndoResult.all(of: previous) { batch in
        try causes(of: batch, reader)
      }
    }
  }

  private func causes(
    of batch: BatchID, _ reader: borrowing Reader
  ) throws -> [BatchID] {
    try timeline.causes(of: batch, reader)
  }

  /// Returns batches of the durable log, followed by their consequences.
  private func withConsequences(
    _ batches: [BatchID], isUndo: Bool, _ reader: borrowing Reader
  ) throws -> [BatchID] {
    try batches + timeline.consequences(of: batches, isUndo: isUndo, reader)
  }

  /// Returns batches of the private log, followed by their consequences.
  private func withPrivateConsequences(_ batches: [BatchID], isUndo: Bool) -> [BatchID] {
    batches + privateLog.timeline.consequences(of: batches, isUndo: isUndo, privateLog.events)
  }

  // MARK: From a scope to batches

  /// Plans an undo or redo of a scope in both logs. The plan separates the batches to change from
  /// the actions that are kept.
  ///
  /// - Parameter run: The run that requests a redo (``Origin/run``), or 0.
  private func plan(
    _ direction: Direction, _ scope: UndoScope, by run: UInt32 = 0, _ reader: borrowing Reader
  ) throws -> UndoPlan {
    var plan: UndoPlan
    switch (direction, scope) {
    case (.undo, .newest(let count)):
      return UndoPlan(batches: try newestBatchesToUndo(count, reader))
    case (.redo, .newest(let count)):
      return UndoPlan(batches: try newestBatchesToRedo(count, by: run, reader))
    case (_, .events(let events)):
      plan = UndoPlan(batches: try batches(direction, of: events, reader))
    case (.undo, .program(let actions)):
      plan = try self.plan(of: actions, reader)
    case (.redo, .program):
      throw Refusal(.notAllowed, "A redo can name events or the newest undos, but not a program.")
    }
    guard case .undo(includingLater: false) = direction else { return plan }
    let (durable, own) = (
      plan.batches.filter { !$0.isPrivate }, plan.batches.filter { $0.isPrivate }
    )
    plan.start = try ReadAhead.withReader(reader) { try timeline.before(durable, $0) }
    plan.kept = try timeline.keptActions(undoing: durable, from: plan.start, reader)
    plan.kept += privateLog.timeline.keptActions(undoing: own, privateLog.events)
    let kept = Set(plan.kept.map(\.batch))
    plan.batches.removeAll { kept.contains($0) }
    return plan
  }

  /// Returns the batches of events, without duplicates.
  private func batches(
    _ direction: Direction, of events: [EventID], _ reader: borrowing Reader
  ) throws -> [BatchID] {
    var batches: [BatchID] = []
    for event in events {
      let batch = try unwrapped(batch(direction, of: event, reader))
      if !batches.contains(batch) { batches.append(batch) }
    }
    return try found(
      batches, else: direction.isUndo ? "There is nothing to undo." : "There is nothing to redo.")
  }

  private func batch(
    _ direction: Direction, of event: EventID, _ reader: borrowing Reader
  ) throws -> Result<BatchID, Refusal> {
    if event.isPrivate {
      let (timeline, events) = (privateLog.timeline, privateLog.events)
      return direction.isUndo
        ? timeline.batchToUndo(naming: event, events) : timeline.batchToRedo(naming: event, events)
    }
    return direction.isUndo
      ? try timeline.batchToUndo(naming: event, reader)
      : try timeline.batchToRedo(naming: event, reader)
  }

  private func plan(
    of actions: ProgramActions, _ reader: borrowing Reader
  ) throws -> UndoPlan {
    var runs = try timeline.runsToUndo(of: actions, reader)
    var plan = UndoPlan(batches: [])
    switch actions.runs {
    case .all:
      // Each batch belongs to one run, and the newest comes first.
      plan.batches = runs.flatMap(\.batches).sorted { $0.event > $1.event }
      runs = []
    case .newest:
      if !runs.isEmpty { plan.batches = runs.removeFirst().batches }
    case .run(let event):
      let number = try timeline.run(of: event, reader)
      if let place = runs.firstIndex(where: { $0.number == number }) {
        plan.batches = runs.remove(at: place).batches
      } else if !runs.isEmpty {
        throw Refusal(
          .nothingToDo,
          "“\(actions.name)” did nothing in the run of #\(event.rawValue) that can be undone.")
      }
    }
    plan.batches = try found(
      plan.batches, else: "“\(actions.name)” did nothing that can be undone.")
    plan.otherRuns = runs
    return plan
  }

  /// Returns the newest batches of both logs that can be undone, the newest first.
  private func newestBatchesToUndo(
    _ count: Int, _ reader: borrowing Reader
  ) throws -> [BatchID] {
    var durable = try timeline.batchesToUndo(count: count, reader)[...]
    var own = privateLog.timeline.batchesToUndo(count: count, privateLog.events)[...]
    var batches: [BatchID] = []
    while batches.count < count {
      let isOwn = own.first.map { batch in
        durable.first.map { privateLog.isNewer(batch.event, than: $0.event) } ?? true
      }
      guard let next = isOwn ?? false ? own.popFirst() : durable.popFirst() else { break }
      batches.append(next)
    }
    return try found(batches, else: "There is nothing to undo.")
  }

  /// Returns the batches of the newest undos of both logs, unless the user has performed another
  /// action in either log since then.
  ///
  /// - Parameter run: The run that requests the redo (``Origin/run``), or 0. A run can redo in
  ///   spite of later actions of other authors, unless the redo would remove something on which
  ///   these authors have built.
  private func newestBatchesToRedo(
    _ count: Int, by run: UInt32, _ reader: borrowing Reader
  ) throws -> [BatchID] {
    let (batches, oldest) = try batchesToRedo(count: max(count, 1), by: run, ofBoth: reader)
    if run != 0, oldest.exists { try refuseLoss(redoing: batches, after: oldest, reader) }
    return try found(batches, else: "There is nothing to redo.")
  }

  /// Returns the batches to redo, and the oldest event in the durable log that undid one of these
  /// batches.
  private func batchesToRedo(
    count: Int, by run: UInt32, ofBoth reader: borrowing Reader
  ) throws -> (batches: [BatchID], oldest: EventID) {
    var durable = try timeline.undosToRedo(count: count, by: run, reader)[...]
    guard privateLog.events.newestEvent().exists else {
      return (durable.map(\.batch), durable.last?.sequence ?? .nothing)
    }
    var own = privateLog.timeline.undosToRedo(count: count, privateLog.events)[...]
    let act = try timeline.newestActions(by: run, reader).own
    let ownAct = privateLog.timeline.newestActions(privateLog.events).own
    var batches: [BatchID] = []
    var oldest = EventID.nothing
    while batches.count < count {
      let undo = durable.first?.sequence ?? .nothing
      if let newest = own.first, privateLog.isNewer(newest.sequence, than: max(act, undo)) {
        own.removeFirst()
        batches.append(newest.batch)
      } else if let newest = durable.first,
        !ownAct.exists || !privateLog.isNewer(ownAct, than: undo)
      {
        durable.removeFirst()
        batches.append(newest.batch)
        oldest = newest.sequence
      } else {
        break
      }
    }
    return (batches, oldest)
  }

  /// Refuses a redo that would remove something on which other authors have built since an undo.
  private func refuseLoss(
    redoing batches: [BatchID], after undo: EventID, _ reader: borrowing Reader
  ) throws {
    let durable = batches.filter { !$0.isPrivate }
    guard let first = durable.first else { return }
    // If no action followed the undo, nothing was built on it.
    guard try timeline.newestActions(reader).any > undo else { return }
    let all = try durable + timeline.consequences(of: durable, isUndo: false, reader)
    guard let loss = try timeline.firstLoss(redoing: all, after: undo, reader) else { return }
    throw Refusal(
      .notAllowed,
      "A redo would remove something that #\(loss.rawValue), which came after the undo, builds "
        + "on. “redo #\(first.rawValue)” redoes the action anyway.", events: [loss])
  }

  /// Returns the batches, or throws a refusal if the array is empty.
  func found(
    _ batches: [BatchID], else sentence: String
  ) throws -> [BatchID] {
    guard !batches.isEmpty else { throw Refusal(.nothingToDo, sentence) }
    return batches
  }

  /// Returns the batch of a result, or throws its refusal.
  func unwrapped(
    _ answer: Result<BatchID, Refusal>
  ) throws -> BatchID {
    switch answer {
    case .success(let batch): return batch
    case .failure(let refusal): throw refusal
    }
  }
}
