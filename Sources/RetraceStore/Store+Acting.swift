public import BrowserModel
public import RetraceEventLog
internal import RetraceTimeline

/// Doing things: one action, several as one, or several in one transaction.
extension Store {
  /// Does what an action asks for, as one batch that is on disk when this returns.
  ///
  /// - Parameters:
  ///   - action: What to do. One that names a private window or tab stays in memory (T7).
  ///   - origin: Who asks for it, and by what means.
  ///   - isPrivate: Whether an action that names no window or tab is about private ones:
  ///     `Action.openWindow(bounds:showState:)` then opens a private window. Bookmarks and
  ///     settings are durable all the same, as they are kept on purpose.
  ///   - precondition: When to do it. In private windows there are no keys.
  /// - Returns: The events that were written.
  /// - Throws: ``StoreFailure/refused(_:)`` when the state does not allow the action or the precondition
  ///   does not hold, and ``StoreFailure/log(_:)`` when the log cannot be read or written. Nothing
  ///   was written, unless the failure of the log says otherwise.
  /// - Complexity: That of `ProfileState.decide(_:next:text:)`, and one durable commit.
  @discardableResult
  public func perform(
    _ action: Action, by origin: Origin = Origin(), isPrivate: Bool = false,
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> Commit {
    try perform(action, by: origin, isPrivate: isPrivate, if: precondition) { _ in }
  }

  /// The same, with something else that is stored in the same transaction, on disk only.
  func perform(
    _ action: Action, by origin: Origin, isPrivate: Bool = false, if precondition: Precondition,
    storing: (borrowing Writer) throws(LogFailure) -> Void
  ) throws(StoreFailure) -> Commit {
    if action.isPrivate || isPrivate && !action.isKept {
      return try performPrivately([action], origin: origin, precondition)
    }
    return try performAsOne([action], by: origin, if: precondition, storing: storing)
  }

  /// Does several actions as one batch: one undo takes all of them back.
  ///
  /// Each is decided on what those before it leave. Either all of them name private windows or tabs,
  /// and the batch stays in memory (T7), or none of them does.
  ///
  /// - Parameters:
  ///   - actions: What to do, in order.
  ///   - name: What it is called in the log, and when it is undone.
  ///   - origin: Who asks for it, and by what means.
  ///   - precondition: When to do it.
  /// - Returns: The events that were written.
  /// - Throws: ``StoreFailure/refused(_:)`` for the first action that is refused, and where the
  ///   precondition does not hold. Nothing of any action is then written.
  /// - Complexity: One durable commit, however many actions there are.
  @discardableResult
  public func perform(
    asOne actions: [Action], named name: String? = nil, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> Commit {
    if name == nil, !actions.isEmpty, actions.allSatisfy(\.isPrivate) {
      return try performPrivately(actions, origin: origin, precondition)
    }
    try refusePrivate(actions)
    return try performAsOne(actions, named: name, by: origin, if: precondition) { _ in }
  }

  private func performAsOne(
    _ actions: [Action], named name: String? = nil, by origin: Origin,
    if precondition: Precondition,
    storing: (borrowing Writer) throws(LogFailure) -> Void
  ) throws(StoreFailure) -> Commit {
    let now = clock()
    try readLibrary(for: actions)
    let label = BatchLabel(name: name, precondition)
    let targets = precondition.unchangedSince == nil ? [] : actions.map { ActionTarget($0) }
    let performed = try commit(if: precondition, about: targets) {
      (writer) throws(StoreFailure) in
      // Nearly always there is one action, and the state need not be copied.
      let performed =
        actions.count == 1
        ? try append(actions[0], to: writer, milliseconds: now, origin: origin, label: label)
        : try append(asOne: actions, to: writer, milliseconds: now, origin: origin, label: label)
      try failing { () throws(LogFailure) in try storing(writer) }
      return performed
    }
    return performed ?? .nothing
  }

  /// Writes a batch in a transaction of its own, if a precondition holds, and folds it.
  ///
  /// - Parameters:
  ///   - targets: What must not have been touched since the event that the precondition names.
  ///   - body: As for ``write(_:)``. It stores the key with the batch, or nil if nothing is to be
  ///     written.
  /// - Returns: What `body` returned last, or what was done under the key before.
  func commit(
    if precondition: Precondition, about targets: [ActionTarget],
    _ body: (borrowing Writer) throws(StoreFailure) -> Commit?
  ) throws(StoreFailure) -> Commit? {
    let (performed, isRepeat) = try write {
      (writer) throws(StoreFailure) -> (Commit?, Bool) in
      if let former = try formerCommit(precondition, writer.reader) { return (former, true) }
      try refuse(
        targets, changedSince: precondition.unchangedSince, at: timeline.position
      ) { (seen) throws(StoreFailure) in
        try failing { () throws(LogFailure) in
          try writer.reader.events(touching: targets, after: seen, of: timeline)
        }
      }
      return (try body(writer), false)
    }
    if let performed, !isRepeat { try fold(performed.events) }
    return performed
  }

  /// Appends what one action becomes.
  private func append(
    _ action: Action, to writer: borrowing Writer, milliseconds: Int64, origin: Origin,
    label: BatchLabel
  ) throws(StoreFailure) -> Commit {
    // A copy of the whole timeline would cost half as much as to decide.
    let known = ProfileState(timeline.browser, timeline.library, for: action)
    let state = if let known { known } else { try timeline.stateWithLibrary(writer.reader) }
    let draft = try decide(action, on: state, words, writer.reader)
    return try append(
      draft, to: writer, milliseconds: milliseconds, origin: origin.because(of: action),
      label: label)
  }

  /// Appends what several actions become, each decided on what those before it leave.
  ///
  /// The transaction may run again on another state, so the store itself changes only after the commit.
  ///
  /// - Parameters:
  ///   - batch: The batch that all belong to, or nil if each is one of its own.
  ///   - milliseconds: Gives the time of each action.
  /// - Returns: What each wrote, and what the store is once they are on disk.
  private func append(
    _ actions: [Action], to writer: borrowing Writer, of batch: BatchID?,
    milliseconds: () -> Int64, origin: Origin, label: BatchLabel = BatchLabel()
  ) throws(StoreFailure) -> (steps: [Commit], timeline: Timeline, words: LogText) {
    var ahead = timeline
    let words = LogText(copying: words)
    var steps: [Commit] = []
    for action in actions {
      let known = ProfileState(ahead.browser, ahead.library, for: action)
      let state = if let known { known } else { try ahead.stateWithLibrary(writer.reader) }
      let draft = try decide(action, on: state, words, writer.reader)
      let step = try append(
        draft, to: writer, behind: ahead.position, of: batch, milliseconds: milliseconds(),
        origin: origin.because(of: action), label: label)
      for event in step.events { _ = ahead.append(event) }
      steps.append(step)
    }
    return (steps, ahead, words)
  }

  /// Appends several actions as one batch, and reads it as whoever asks for it later would.
  private func append(
    asOne actions: [Action], to writer: borrowing Writer, milliseconds: Int64, origin: Origin,
    label: BatchLabel
  ) throws(StoreFailure) -> Commit {
    let batch = BatchID(try sequence(behind: timeline.position))
    _ = try append(
      actions, to: writer, of: batch, milliseconds: { milliseconds }, origin: origin, label: label)
    return try failing { () throws(LogFailure) in try writer.reader.commit(of: batch) }
  }

  /// Does actions in the private windows, as one batch.
  private func performPrivately(
    _ actions: [Action], origin: Origin, _ precondition: Precondition
  ) throws(StoreFailure) -> Commit {
    let now = clock()
    for case .zoomSite in actions {
      throw .refused(
        Refusal(.notAllowed, "A private window remembers no zoom of a site; zoom its tab instead."))
    }
    guard precondition.key == nil else {
      throw .refused(Refusal(.notAllowed, "A private window remembers no keys."))
    }
    let targets = actions.map { ActionTarget($0) }
    try refuse(
      targets, changedSince: precondition.unchangedSince, at: privateLog.timeline.position
    ) { seen in
      privateLog.events.events(touching: targets, after: seen, of: privateLog.timeline)
    }
    let batch = BatchID(privateLog.events.next)
    do throws(Refusal) {
      return try privateLog.appendAll { () throws(Refusal) in
        var performed: [Commit] = []
        for action in actions {
          let draft = try ProfileState(browser: privateLog.browser).decide(
            action, next: privateLog.events.next, text: privateLog.events)
          performed.append(
            privateLog.append(
              draft, of: batch, milliseconds: now, origin: origin,
              durableNewest: timeline.position))
        }
        return performed.count == 1 ? performed[0] : privateLog.commit(of: batch)
      }
    } catch {
      throw .refused(error)
    }
  }

  /// Does many actions in one transaction, each as a batch of its own.
  ///
  /// All are decided on the durable state; an action that names a private window or tab is refused.
  ///
  /// - Returns: What each action wrote, in their order.
  /// - Throws: ``StoreFailure/refused(_:)`` for the first action that is refused. Nothing of any
  ///   action is then written.
  /// - Complexity: One durable commit, however many actions there are.
  @discardableResult
  public func perform(
    all actions: [Action], by origin: Origin = Origin()
  ) throws(StoreFailure) -> [Commit] {
    try refusePrivate(actions)
    try readLibrary(for: actions)
    let (done, reached, known) = try write { (writer) throws(StoreFailure) in
      try append(actions, to: writer, of: nil, milliseconds: clock, origin: origin)
    }
    timeline = reached
    words = known
    raiseSignals()
    if timeline.position.rawValue >= nextCheckpoint { saveCheckpoints(isAtEnd: true) }
    return done
  }

  /// Appends events as one batch, and folds them once they are on disk.
  ///
  /// Nothing is decided: what does not fit the state changes nothing when it is folded. Use
  /// ``perform(_:by:isPrivate:if:)`` for what the user or a program asks for.
  ///
  /// - Parameters:
  ///   - origin: Who acts.
  ///   - body: Writes the events. The store's state is the newest meanwhile, and stays so until
  ///     the batch is on disk. It may run again from the beginning, on a newer state, as
  ///     `EventLog.write(_:)` says. When it throws, nothing of the batch is written.
  /// - Returns: What the last run of `body` returned.
  /// - Throws: The error of `body`, and `LogFailure`; ``StoreFailure/refused(_:)`` when a newer
  ///   version has written to the log.
  /// - Complexity: One durable commit, and memory for one event at a time.
  public func append<Value>(
    by origin: Origin, _ body: (inout BatchWriter) throws -> Value
  ) throws -> Value {
    let now = clock()
    let value = try log.write { (writer) throws -> Value in
      try catchUp(writer.reader)
      try refuseUnknown()
      let first = try sequence(behind: timeline.position)
      return try BorrowedReader.withReader(writer.reader) { reader in
        borrowedReader = reader
        defer { borrowedReader = nil }
        return try BatchWriter.withBatch(
          writer, first: first, branch: timeline.lineage.branch, milliseconds: now, origin: origin,
          body)
      }
    }
    try catchUp()
    raiseSignals()
    return value
  }

  /// Returns what was done under the key of a precondition, or nil if nothing was.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` with the code `keyUsed` if the key was used for a different
  ///   request.
  public func formerCommit(_ precondition: Precondition) throws(StoreFailure) -> Commit? {
    guard precondition.key != nil else { return nil }
    return try reading { (reader) throws(StoreFailure) in try formerCommit(precondition, reader) }
  }

  private func formerCommit(
    _ precondition: Precondition, _ reader: borrowing Reader
  ) throws(StoreFailure) -> Commit? {
    guard let key = precondition.key else { return nil }
    let former = try failing { () throws(LogFailure) in try commit(underKey: key, reader) }
    guard let former, let first = former.events.first else { return former }
    guard let asked = precondition.fingerprint,
      let stored = former.string(first.batchFingerprint), stored != asked
    else { return former }
    throw .refused(
      Refusal(
        .keyUsed,
        "The key “\(key)” was used for a different request, which wrote event "
          + "#\(first.sequence.rawValue). Send this one with a new key.",
        events: [first.sequence]))
  }

  /// Returns what was done under a key (``Precondition/key``), or nil if nothing was.
  ///
  /// - Throws: `LogFailure` when the log cannot be read.
  /// - Complexity: O(events since the last time that a key was asked for), a hundred thousand at most.
  public func commit(underKey key: String) throws(LogFailure) -> Commit? {
    try withReader { (reader) throws(LogFailure) in try commit(underKey: key, reader) }
  }

  private func commit(
    underKey key: String, _ reader: borrowing Reader
  ) throws(LogFailure) -> Commit? {
    guard let batch = try keyedBatches.batch(key, in: reader) else { return nil }
    return try reader.commit(of: batch)
  }

  // MARK: Deciding

  private func refusePrivate(_ actions: [Action]) throws(StoreFailure) {
    guard !actions.contains(where: { $0.isPrivate }) else {
      throw .refused(
        Refusal(.notAllowed, "Private windows cannot be part of a joint action."))
    }
  }

  private func readLibrary(for actions: [Action]) throws(StoreFailure) {
    guard actions.contains(where: { $0.isAboutLibrary }) else { return }
    _ = try failing { () throws(LogFailure) in try readLibrary() }
  }

  /// Decides an action on a state.
  func decide(
    _ action: Action, on state: ProfileState, _ words: LogText, _ reader: borrowing Reader
  ) throws(StoreFailure) -> Draft {
    let next = try sequence(behind: state.browser.sequence)
    if case .send(_, let device) = action { try refuseRecipient(device) }
    do throws(Refusal) {
      return try words.withReader(reader) { (words) throws(Refusal) in
        try state.decide(action, next: next, text: words)
      }
    } catch {
      throw .refused(error)
    }
  }

  /// Refuses to send something to what is no other device, and what others are not told of.
  private func refuseRecipient(_ number: UInt32) throws(StoreFailure) {
    let device = timeline.devices.first { $0.number == number }
    guard let device, !device.isThis else {
      throw .refused(Refusal(.noSuchDevice, "There is no other device with the number \(number)."))
    }
    guard timeline.devices.contains(where: \.isThis), !timeline.lineage.branch.exists else {
      throw .refused(
        Refusal(.notAllowed, "Other devices are not told of what is done on a branch."))
    }
  }

  /// Refuses what depends on something that was changed after an event.
  ///
  /// - Parameter touching: Returns the events after it that did.
  private func refuse(
    _ targets: [ActionTarget], changedSince seen: EventID?, at newest: EventID,
    touching: (_ seen: EventID) throws(StoreFailure) -> [EventID]
  ) throws(StoreFailure) {
    guard let seen, seen != newest else { return }
    guard seen.isPrivate == newest.isPrivate || !seen.exists || !newest.exists,
      seen.rawValue.magnitude <= newest.rawValue.magnitude
    else {
      throw .refused(Refusal(.outOfRange, "There is no event #\(seen.rawValue) yet."))
    }
    let events = try touching(seen)
    guard let first = events.first else { return }
    let others = events.count == 1 ? "" : ", and by \(events.count - 1) more"
    throw .refused(
      Refusal(
        .changedSince,
        "What this is about was changed after event #\(seen.rawValue), by "
          + "#\(first.rawValue)\(others).",
        events: events))
  }
}

extension ProfileState {
  /// The state that an action is decided on, or nil if it is about the library and that is not
  /// known. Others do not look at it.
  init?(_ browser: Browser, _ library: Library?, for action: Action) {
    if library == nil, action.isAboutLibrary { return nil }
    self.init(browser: browser, library: library ?? Library())
  }
}

extension Timeline {
  /// The state with its library, also where another device has changed it since it was read.
  func stateWithLibrary(
    _ reader: borrowing Reader
  ) throws(StoreFailure) -> ProfileState {
    var read = self
    do throws(LogFailure) { return try read.readState(reader) } catch { throw .log(error) }
  }
}
