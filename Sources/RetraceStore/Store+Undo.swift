public import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Undo and redo in both logs (T7). The automatic consequences of a batch, according to
/// ``Event/cause``, are undone with it. There is one event for each batch. The events of one call
/// are written in one transaction.
extension Store {
  /// Undoes the newest batch of the user, across both logs.
  ///
  /// - Throws: As ``undo(count:by:if:)``.
  @discardableResult
  public func undo(
    by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> UndoResult {
    try undo(count: 1, by: origin, if: precondition)[0]
  }

  /// Undoes the newest batches of the user or of an import, across both logs.
  ///
  /// Actions of pages, engines and the model itself are skipped, as are batches that are already
  /// undone. If they were caused by one of the batches, they are undone with it.
  ///
  /// - Parameters:
  ///   - count: The number of batches. If there are fewer, all of them are undone.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Returns: The results, newest batch first, never empty.
  /// - Throws: ``StoreFailure/refused(_:)`` (`nothingToDo`) if there is nothing to undo.
  /// - Complexity: O(tabs + events since the checkpoint before the oldest of the batches).
  @discardableResult
  public func undo(
    count: Int, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> [UndoResult] {
    try undoOrRedo(.undo, origin, precondition, about: [.everything]) {
      (reader) throws(StoreFailure) in try batchesToUndo(count: count, reader)
    }
  }

  /// Undoes the batch of an event, regardless of its age and its author.
  ///
  /// - Parameters:
  ///   - event: Any event of the batch. An undo or a redo represents the batch that it refers to.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: ``StoreFailure/refused(_:)`` if the event is not on the store's branch, or its batch
  ///   is already undone or cannot be undone.
  @discardableResult
  public func undo(
    naming event: EventID, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> UndoResult {
    try undoOrRedo(.undo, origin, precondition, about: []) { (reader) throws(StoreFailure) in
      [try batchToUndo(naming: event, reader)]
    }[0]
  }

  /// Undoes the batches of several events. The same batch may occur more than once.
  ///
  /// - Parameters:
  ///   - events: An event of each batch, of one log or of both.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Returns: The results, in the order of the events.
  /// - Throws: ``StoreFailure/refused(_:)`` like ``undo(naming:by:if:)``, for the first event that
  ///   is refused. In that case, nothing is undone.
  @discardableResult
  public func undo(
    naming events: [EventID], by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> [UndoResult] {
    try undoOrRedo(.undo, origin, precondition, about: []) { (reader) throws(StoreFailure) in
      try batchesToUndo(naming: events, reader)
    }
  }

  /// Undoes a selection of actions, but keeps those that other authors have built on.
  ///
  /// An author is the user, at any console, or one run of a program. An action is kept if a later
  /// action of another author needs something that it created: a tab that was used since, or a
  /// window or group to which something was added. An action is also kept if another kept action
  /// needs it. Closing or removing something does not need it.
  ///
  /// - Parameters:
  ///   - selection: The actions.
  ///   - includesLater: Whether to also undo the actions that others have built on. Anything built
  ///     on them then disappears until a redo.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: ``StoreFailure/refused(_:)`` (`nothingToDo`) if nothing of the program can be
  ///   undone, and like ``undo(naming:by:if:)`` for an event.
  /// - Complexity: That of `Timeline.keptActions(undoing:_:)`.
  @discardableResult
  public func undo(
    _ selection: UndoSelection, includingLater includesLater: Bool = false,
    by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> UndoneActions {
    var plan = UndoPlan(batches: [])
    let targets: [ActionTarget] = if case .program = selection { [.everything] } else { [] }
    let results = try undoOrRedo(.undo, origin, precondition, about: targets) {
      (reader) throws(StoreFailure) in
      plan = try self.plan(of: selection, includingLater: includesLater, reader)
      return plan.batches
    }
    return UndoneActions(results: results, plan: plan)
  }

  /// Reverts the newest undo, unless the user has done something else since. Actions of other runs
  /// (``Origin/run``) do not count.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` (`nothingToDo`) if there is nothing to redo.
  @discardableResult
  public func redo(
    by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> UndoResult {
    try redo(count: 1, by: origin, if: precondition)[0]
  }

  /// Reverts the newest undos, like successive redos.
  ///
  /// - Parameters:
  ///   - count: The number of undos. If there are fewer, all of them are reverted.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Returns: The results, newest undo first, never empty.
  /// - Throws: ``StoreFailure/refused(_:)`` (`nothingToDo`) if there is nothing to redo.
  @discardableResult
  public func redo(
    count: Int, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> [UndoResult] {
    try undoOrRedo(.redo, origin, precondition, about: [.everything]) {
      (reader) throws(StoreFailure) in
      try batchesToRedo(count: count, by: origin.run, reader)
    }
  }

  /// Redoes the undone batch of an event.
  ///
  /// - Parameters:
  ///   - event: Any event of the batch. An undo or a redo represents the batch that it refers to.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: ``StoreFailure/refused(_:)`` if the event is not on the store's branch, or its batch
  ///   is not undone.
  @discardableResult
  public func redo(
    naming event: EventID, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> UndoResult {
    try undoOrRedo(.redo, origin, precondition, about: []) { (reader) throws(StoreFailure) in
      [try batchToRedo(naming: event, reader)]
    }[0]
  }

  /// Redoes the undone batches of several events.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` like ``redo(naming:by:if:)``, for the first event that
  ///   is refused. In that case, nothing is redone.
  @discardableResult
  public func redo(
    naming events: [EventID], by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> [UndoResult] {
    try undoOrRedo(.redo, origin, precondition, about: []) { (reader) throws(StoreFailure) in
      try batchesToRedo(naming: events, reader)
    }
  }

  // MARK: Appending undo records

  /// Whether batches are excluded from the fold or included again.
  private enum Direction {
    case undo, redo

    /// The undo record for a batch.
    func body(_ batch: BatchID) -> Body {
      var named = BatchNamed()
      named.batch = batch
      switch self {
      case .undo: return .time(.undone(named))
      case .redo: return .time(.redone(named))
      }
    }
  }

  /// Finds batches and appends an undo record for each of them and for their consequences. Records
  /// of private batches stay in memory.
  private func undoOrRedo(
    _ direction: Direction, _ origin: Origin, _ precondition: Precondition,
    about targets: [ActionTarget], find: (borrowing Reader) throws(StoreFailure) -> [BatchID]
  ) throws(StoreFailure) -> [UndoResult] {
    let now = clock()
    if let own = try privateBatches(find) {
      return undoPrivately(own, direction, milliseconds: now, origin: origin)
    }
    var turned: [BatchID]?
    var causes: [BatchID: [BatchID]] = [:]
    let performed = try commit(if: precondition, about: targets) {
      (writer) throws(StoreFailure) in
      let batches = try find(writer.reader)
      turned = batches
      var draft = Draft()
      let acts = batches.filter { !$0.isPrivate }
      let durable = try withConsequences(acts, isUndo: direction == .undo, writer.reader)
      for batch in durable { draft.append(direction.body(batch)) }
      for batch in durable.dropFirst(acts.count) {
        causes[batch] = try self.causes(of: batch, writer.reader)
      }
      // Another process may have undone the same batches meanwhile.
      if draft.isEmpty { return nil }
      return try append(
        draft, to: writer, milliseconds: now, origin: origin,
        label: BatchLabel(precondition))
    }
    // A repeat under a key was found.
    guard let turned else { return try resultsOfRepeat(performed ?? .nothing) }
    let durable = UndoResult.all(of: performed ?? .nothing) { causes[$0] ?? [] }
    var own = undoPrivately(
      turned.filter { $0.isPrivate }, direction, milliseconds: now, origin: origin)[...]
    var rest = durable[...]
    return turned.compactMap { $0.isPrivate ? own.popFirst() : rest.popFirst() }
  }

  /// Returns the batches to undo or redo if all of them are private, otherwise nil.
  ///
  /// They need no disk access, so they can be undone even in a read-only profile.
  private func privateBatches(
    _ find: (borrowing Reader) throws(StoreFailure) -> [BatchID]
  ) throws(StoreFailure) -> [BatchID]? {
    guard privateLog.events.newestEvent().exists else { return nil }
    let batches = try reading(find)
    return batches.allSatisfy { $0.isPrivate } ? batches : nil
  }

  /// Appends undo records to the private log.
  private func undoPrivately(
    _ batches: [BatchID], _ direction: Direction, milliseconds: Int64, origin: Origin
  ) -> [UndoResult] {
    guard !batches.isEmpty else { return [] }
    let events = privateLog.events
    var draft = Draft()
    for batch in withPrivateConsequences(batches, isUndo: direction == .undo) {
      draft.append(direction.body(batch))
    }
    let commit = privateLog.append(
      draft, milliseconds: milliseconds, origin: origin, durableNewest: timeline.position)
    return UndoResult.all(of: commit) { privateLog.timeline.causes(of: $0, events) }
  }

  /// The earlier results of an undo or redo under a key.
  private func resultsOfRepeat(_ former: Commit) throws(StoreFailure) -> [UndoResult] {
    try reading { (reader) throws(StoreFailure) in
      try UndoResult.all(of: former) { batch throws(StoreFailure) in
        try causes(of: batch, reader)
      }
    }
  }

  private func causes(
    of batch: BatchID, _ reader: borrowing Reader
  ) throws(StoreFailure) -> [BatchID] {
    try failing { () throws(LogFailure) in try timeline.causes(of: batch, reader) }
  }

  /// Returns batches of the durable log, followed by their consequences.
  func withConsequences(
    _ batches: [BatchID], isUndo: Bool, _ reader: borrowing Reader
  ) throws(StoreFailure) -> [BatchID] {
    try batches
      + failing { () throws(LogFailure) in
        try timeline.consequences(of: batches, isUndo: isUndo, reader)
      }
  }

  /// Returns batches of the private log, followed by their consequences.
  func withPrivateConsequences(_ batches: [BatchID], isUndo: Bool) -> [BatchID] {
    batches + privateLog.timeline.consequences(of: batches, isUndo: isUndo, privateLog.events)
  }
}

/// The selection of batches for undo and redo, in both logs (T7).
extension Store {
  /// Returns the batches that ``undo(count:by:if:)`` would undo, newest first across both logs.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` (`nothingToDo`) if there is nothing to undo.
  public func batchesToUndo(count: Int) throws(StoreFailure) -> [BatchID] {
    try reading { (reader) throws(StoreFailure) in try batchesToUndo(count: count, reader) }
  }

  /// Returns the batches that ``undo(_:includingLater:by:if:)`` would undo and keep.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` like that call.
  public func planOfUndo(
    _ selection: UndoSelection, includingLater includesLater: Bool = false
  ) throws(StoreFailure) -> UndoPlan {
    try reading { (reader) throws(StoreFailure) in
      try plan(of: selection, includingLater: includesLater, reader)
    }
  }

  func plan(
    of selection: UndoSelection, includingLater includesLater: Bool, _ reader: borrowing Reader
  ) throws(StoreFailure) -> UndoPlan {
    var plan = UndoPlan(batches: [])
    switch selection {
    case .events(let events): plan.batches = try batchesToUndo(naming: events, reader)
    case .program(let actions): plan = try self.plan(of: actions, reader)
    }
    if includesLater { return plan }
    let (durable, own) = (
      plan.batches.filter { !$0.isPrivate }, plan.batches.filter { $0.isPrivate }
    )
    plan.kept = try failing { () throws(LogFailure) in
      try timeline.keptActions(undoing: durable, reader)
    }
    plan.kept += privateLog.timeline.keptActions(undoing: own, privateLog.events)
    let kept = Set(plan.kept.map(\.batch))
    plan.batches.removeAll { kept.contains($0) }
    return plan
  }

  private func plan(
    of actions: ProgramActions, _ reader: borrowing Reader
  ) throws(StoreFailure) -> UndoPlan {
    var runs = try failing { () throws(LogFailure) in
      try timeline.runsToUndo(of: actions, reader)
    }
    var plan = UndoPlan(batches: [])
    switch actions.runs {
    case .all:
      // Each batch belongs to one run, and the newest comes first.
      plan.batches = runs.flatMap(\.batches).sorted { $0.event > $1.event }
      runs = []
    case .newest:
      if !runs.isEmpty { plan.batches = runs.removeFirst().batches }
    case .run(let event):
      let number = try failing { () throws(LogFailure) in try timeline.run(of: event, reader) }
      if let place = runs.firstIndex(where: { $0.number == number }) {
        plan.batches = runs.remove(at: place).batches
      } else if !runs.isEmpty {
        throw .refused(
          Refusal(
            .nothingToDo,
            "There is nothing of “\(actions.name)” to undo in the run of #\(event.rawValue)."))
      }
    }
    plan.batches = try found(plan.batches, else: "There is nothing of “\(actions.name)” to undo.")
    plan.otherRuns = runs
    return plan
  }

  /// Returns the batches that ``redo(count:by:if:)`` would redo, across both logs, newest undo
  /// first.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` (`nothingToDo`) if there is nothing to redo.
  public func batchesToRedo(
    count: Int, by origin: Origin = Origin()
  ) throws(StoreFailure) -> [BatchID] {
    try reading { (reader) throws(StoreFailure) in
      try batchesToRedo(count: count, by: origin.run, reader)
    }
  }

  /// Returns the batches that ``undo(count:by:if:)`` undoes, newest first across both logs.
  func batchesToUndo(
    count: Int, _ reader: borrowing Reader
  ) throws(StoreFailure) -> [BatchID] {
    var durable = try failing { () throws(LogFailure) in
      try timeline.batchesToUndo(count: count, reader)[...]
    }
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

  /// Returns the batches that ``redo(count:by:if:)`` redoes: those of the newest undos of both logs,
  /// unless the user has done something else since in either.
  ///
  /// - Parameter run: The run that asks (``Origin/run``), or 0. Actions of other runs do not affect
  ///   its own undos. The redo is refused if it would remove something that they built on.
  func batchesToRedo(
    count: Int, by run: UInt32, _ reader: borrowing Reader
  ) throws(StoreFailure) -> [BatchID] {
    let (batches, oldest) = try failing { () throws(LogFailure) in
      try batchesToRedo(count: max(count, 1), by: run, ofBoth: reader)
    }
    if run != 0, oldest.exists { try refuseLoss(redoing: batches, after: oldest, reader) }
    return try found(batches, else: "There is nothing to redo.")
  }

  /// Returns the batches, and the oldest of their undos in the durable log.
  private func batchesToRedo(
    count: Int, by run: UInt32, ofBoth reader: borrowing Reader
  ) throws(LogFailure) -> (batches: [BatchID], oldest: EventID) {
    var durable = try timeline.undosToRedo(count: count, by: run, reader)[...]
    guard privateLog.events.newestEvent().exists else {
      return (durable.map(\.batch), durable.last?.sequence ?? .nothing)
    }
    var own = privateLog.timeline.undosToRedo(count: count, privateLog.events)[...]
    let act = try timeline.newestActs(by: run, reader).own
    let ownAct = privateLog.timeline.newestActs(privateLog.events).own
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

  /// Refuses a redo that would remove something that others have built on since an undo.
  private func refuseLoss(
    redoing batches: [BatchID], after undo: EventID, _ reader: borrowing Reader
  ) throws(StoreFailure) {
    let durable = batches.filter { !$0.isPrivate }
    guard let first = durable.first else { return }
    let loss = try failing { () throws(LogFailure) in
      // Without an action since, nothing was built.
      guard try timeline.newestActs(reader).any > undo else { return EventID?.none }
      let all = try withConsequencesOfRedo(durable, reader)
      return try timeline.firstLoss(redoing: all, after: undo, reader)
    }
    guard let loss else { return }
    throw .refused(
      Refusal(
        .notAllowed,
        "A redo would take away what #\(loss.rawValue), which came after the undo, builds on. "
          + "“redo #\(first.rawValue)” redoes the action all the same.", events: [loss]))
  }

  private func withConsequencesOfRedo(
    _ batches: [BatchID], _ reader: borrowing Reader
  ) throws(LogFailure) -> [BatchID] {
    try batches + timeline.consequences(of: batches, isUndo: false, reader)
  }

  /// Returns the batch that ``undo(naming:by:if:)`` undoes.
  func batchToUndo(
    naming event: EventID, _ reader: borrowing Reader
  ) throws(StoreFailure) -> BatchID {
    try unwrapped(
      event.isPrivate
        ? privateLog.timeline.batchToUndo(naming: event, privateLog.events)
        : failing { () throws(LogFailure) in
          try timeline.batchToUndo(naming: event, reader)
        })
  }

  /// Returns the batches that ``undo(naming:by:if:)`` undoes, each once.
  public func batchesToUndo(naming events: [EventID]) throws(StoreFailure) -> [BatchID] {
    try reading { (reader) throws(StoreFailure) in try batchesToUndo(naming: events, reader) }
  }

  /// Returns the batches that ``redo(naming:by:if:)`` redoes, each once.
  public func batchesToRedo(naming events: [EventID]) throws(StoreFailure) -> [BatchID] {
    try reading { (reader) throws(StoreFailure) in try batchesToRedo(naming: events, reader) }
  }

  func batchesToUndo(
    naming events: [EventID], _ reader: borrowing Reader
  ) throws(StoreFailure) -> [BatchID] {
    var batches: [BatchID] = []
    for event in events {
      let batch = try batchToUndo(naming: event, reader)
      if !batches.contains(batch) { batches.append(batch) }
    }
    return try found(batches, else: "There is nothing to undo.")
  }

  func batchesToRedo(
    naming events: [EventID], _ reader: borrowing Reader
  ) throws(StoreFailure) -> [BatchID] {
    var batches: [BatchID] = []
    for event in events {
      let batch = try batchToRedo(naming: event, reader)
      if !batches.contains(batch) { batches.append(batch) }
    }
    return try found(batches, else: "There is nothing to redo.")
  }

  /// Returns the batch that ``redo(naming:by:if:)`` redoes.
  func batchToRedo(
    naming event: EventID, _ reader: borrowing Reader
  ) throws(StoreFailure) -> BatchID {
    try unwrapped(
      event.isPrivate
        ? privateLog.timeline.batchToRedo(naming: event, privateLog.events)
        : failing { () throws(LogFailure) in
          try timeline.batchToRedo(naming: event, reader)
        })
  }

  /// Returns the batches, or refuses if there are none.
  func found(
    _ batches: [BatchID], else sentence: String
  ) throws(StoreFailure) -> [BatchID] {
    guard !batches.isEmpty else { throw .refused(Refusal(.nothingToDo, sentence)) }
    return batches
  }

  /// Returns the batch, or throws the refusal.
  func unwrapped(
    _ answer: Result<BatchID, Refusal>
  ) throws(StoreFailure) -> BatchID {
    switch answer {
    case .success(let batch): return batch
    case .failure(let refusal): throw .refused(refusal)
    }
  }
}
