public import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Performing a single action, several actions as one batch, or several actions in one transaction.
extension Store {
  /// Performs an action as one batch. The batch is on disk when this method returns.
  ///
  /// - Parameters:
  ///   - action: The action. If it refers to a private window or tab, its events stay in memory
  ///     (T7).
  ///   - origin: The author, and the means used.
  ///   - isPrivate: Whether an action that refers to no window or tab is about private windows.
  ///     `Action.openWindow(bounds:showState:)` then opens a private window. Bookmarks and settings
  ///     are durable anyway, because they are stored deliberately.
  ///   - precondition: The condition. Keys are not supported in private windows.
  /// - Returns: The written events.
  /// - Throws: `Refusal` if the state does not allow the action or the precondition does not hold,
  ///   and `LogError` if the log cannot be read or written. Nothing was written, unless the reason
  ///   of the `LogError` states otherwise.
  /// - Complexity: That of `ProfileState.decide(_:next:text:)`, and one durable commit.
  @discardableResult
  public func perform(
    _ action: Action, by origin: Origin = Origin(), isPrivate: Bool = false,
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try perform(action, by: origin, isPrivate: isPrivate, if: precondition) { _ in }
  }

  /// Performs an action. If the action's events are durable, also stores additional data in the
  /// same transaction.
  func perform(
    _ action: Action, by origin: Origin, isPrivate: Bool = false, if precondition: Precondition,
    storing: (borrowing Writer) throws -> Void
  ) throws -> Commit {
    if action.isPrivate || isPrivate && !action.isKept {
      return try performPrivately([action], origin: origin, precondition)
    }
    return try performAsOne([action], by: origin, if: precondition, storing: storing)
  }

  /// Performs several actions as one batch, which one undo reverts.
  ///
  /// Each action is decided on the result of the previous actions. Either all actions refer to
  /// private windows or tabs, and the batch stays in memory (T7), or no action does.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - name: The name of the batch in the log, which is also shown when the batch is undone.
  ///   - origin: The author, and the means used.
  ///   - isPrivate: Whether actions that refer to no window or tab are about private windows, as in
  ///     ``perform(_:by:isPrivate:if:)``.
  ///   - precondition: The condition.
  /// - Returns: The written events.
  /// - Throws: `Refusal` for the first action that is refused, and if the
  ///   precondition does not hold. In that case, nothing is written.
  /// - Complexity: One durable commit, regardless of the number of actions.
  @discardableResult
  public func perform(
    asOne actions: [Action], named name: String? = nil, by origin: Origin = Origin(),
    isPrivate: Bool = false, if precondition: Precondition = Precondition()
  ) throws -> Commit {
    let areOfPrivateWindows = actions.allSatisfy { $0.isPrivate || isPrivate && !$0.isKept }
    if !actions.isEmpty, areOfPrivateWindows {
      return try performPrivately(actions, named: name, origin: origin, precondition)
    }
    try refusePrivate(actions)
    guard !isPrivate || actions.allSatisfy({ $0.isKept }) else { throw Self.mixedActions }
    return try performAsOne(actions, named: name, by: origin, if: precondition) { _ in }
  }

  /// Performs several durable actions and then further actions, as one batch.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - following: Returns the further actions, which may refer to what the actions created. Its
  ///     argument contains the events of each action. It may be called again, on a newer state.
  /// - Returns: The written events.
  /// - Throws: The error of `following`, and `Refusal` like ``perform(asOne:named:by:isPrivate:if:)``.
  ///   In that case, nothing is written.
  package func perform(
    asOne actions: [Action], by origin: Origin = Origin(),
    if precondition: Precondition = Precondition(),
    then following: (([Commit]) throws -> [Action])?
  ) throws -> Commit {
    try refusePrivate(actions)
    return try performAsOne(actions, by: origin, if: precondition, then: following) { _ in }
  }

  private func performAsOne(
    _ actions: [Action], named name: String? = nil, by origin: Origin,
    if precondition: Precondition, then following: (([Commit]) throws -> [Action])? = nil,
    storing: (borrowing Writer) throws -> Void
  ) throws -> Commit {
    let now = clock()
    try readLibrary(for: actions)
    let label = BatchLabel(name: name, precondition)
    let targets = precondition.unchangedSince == nil ? [] : actions.map { ActionTarget($0) }
    let performed = try commit(if: precondition, about: targets) { writer in
      // Usually there is only one action, and the state need not be copied.
      let performed =
        actions.count == 1 && following == nil
        ? try append(actions[0], to: writer, milliseconds: now, origin: origin, label: label)
        : try append(
          asOne: actions, then: following, to: writer, milliseconds: now, origin: origin,
          label: label)
      try storing(writer)
      return performed
    }
    return performed ?? .nothing
  }

  /// Writes a batch in a separate transaction if a precondition holds, and folds it.
  ///
  /// - Parameters:
  ///   - targets: The things that must not have changed since the event in the precondition.
  ///   - body: Appends the batch, like the closure of ``write(_:)``. The closure stores the key
  ///     with the batch, or returns nil if nothing needs to be written.
  /// - Returns: The last result of `body`, or the earlier result under the key.
  func commit(
    if precondition: Precondition, about targets: [ActionTarget],
    _ body: (borrowing Writer) throws -> Commit?
  ) throws -> Commit? {
    let (performed, isRepeat) = try write { (writer) -> (Commit?, Bool) in
      if let previous = try previousCommit(precondition, writer.reader) { return (previous, true) }
      try refuse(
        targets, changedSince: precondition.unchangedSince, at: timeline.position
      ) { seen in
        try writer.reader.events(touching: targets, after: seen, of: timeline)
      }
      return (try body(writer), false)
    }
    if let performed, !isRepeat { try fold(performed.events) }
    return performed
  }

  /// Appends the events of one action.
  private func append(
    _ action: Action, to writer: borrowing Writer, milliseconds: Int64, origin: Origin,
    label: BatchLabel
  ) throws -> Commit {
    // Copying the complete timeline would cost half as much as the decision.
    let known = ProfileState(timeline.browser, timeline.library, for: action)
    let state = if let known { known } else { try timeline.stateWithLibrary(writer.reader) }
    let draft = try decide(action, on: state, words, writer.reader)
    return try append(
      draft, to: writer, milliseconds: milliseconds, origin: origin.because(of: action),
      label: label)
  }

  /// Appends the events of several actions, each decided on the result of the previous actions.
  ///
  /// The transaction may run again on another state, so the store itself changes only after the commit.
  ///
  /// - Parameters:
  ///   - following: Returns further actions, given the events of each action.
  ///   - batch: The batch that contains all events, or nil for a separate batch for each action.
  ///   - milliseconds: Returns the time of each action.
  /// - Returns: The events of each action, and the state of the store once they are on disk.
  private func append(
    _ actions: [Action], then following: (([Commit]) throws -> [Action])? = nil,
    to writer: borrowing Writer, of batch: BatchID?,
    milliseconds: () -> Int64, origin: Origin, label: BatchLabel = BatchLabel()
  ) throws -> (steps: [Commit], timeline: Timeline, words: LogText) {
    var ahead = timeline
    let words = LogText(copying: words)
    var steps: [Commit] = []
    var left = actions[...]
    var following = following
    while true {
      guard let action = left.popFirst() else {
        guard let further = try following?(steps) else { break }
        (left, following) = (further[...], nil)
        continue
      }
      let known = ProfileState(ahead.browser, ahead.library, for: action)
      let state = if let known { known } else { try ahead.stateWithLibrary(writer.reader) }
      let draft = try decide(action, on: state, words, writer.reader)
      let step = try append(
        draft, to: writer, after: ahead.position, of: batch, milliseconds: milliseconds(),
        origin: origin.because(of: action), label: label)
      for event in step.events { _ = ahead.append(event) }
      steps.append(step)
    }
    return (steps, ahead, words)
  }

  /// Appends several actions as one batch, and reads the batch back in the form that later requests
  /// receive.
  private func append(
    asOne actions: [Action], then following: (([Commit]) throws -> [Action])?,
    to writer: borrowing Writer, milliseconds: Int64, origin: Origin, label: BatchLabel
  ) throws -> Commit {
    let batch = BatchID(try sequence(after: timeline.position))
    _ = try append(
      actions, then: following, to: writer, of: batch, milliseconds: { milliseconds },
      origin: origin, label: label)
    return try writer.reader.commit(of: batch)
  }

  /// Performs actions in the private windows as one batch.
  private func performPrivately(
    _ actions: [Action], named name: String? = nil, origin: Origin, _ precondition: Precondition
  ) throws -> Commit {
    let now = clock()
    for case .zoomSite in actions {
      throw Refusal(
        .notAllowed,
        "A private window does not remember the zoom of sites. Zoom the tab "
          + "instead.")
    }
    guard precondition.key == nil else {
      throw Refusal(.notAllowed, "Keys cannot be used in a private window.")
    }
    let targets = actions.map { ActionTarget($0) }
    try refuse(
      targets, changedSince: precondition.unchangedSince, at: privateLog.timeline.position
    ) { seen in
      privateLog.events.events(touching: targets, after: seen, of: privateLog.timeline)
    }
    let batch = BatchID(privateLog.events.next)
    return try privateLog.appendAll {
      var performed: [Commit] = []
      for action in actions {
        let draft = try ProfileState(browser: privateLog.browser).decide(
          action, next: privateLog.events.next, text: privateLog.events)
        performed.append(
          privateLog.append(
            draft, of: batch, milliseconds: now, origin: origin,
            label: BatchLabel(name: name), durableNewest: timeline.position))
      }
      return performed.count == 1 ? performed[0] : privateLog.commit(of: batch)
    }
  }

  /// Performs several actions in one transaction, each as a separate batch.
  ///
  /// All actions are decided on the durable state. An action that refers to a private window or tab
  /// is refused.
  ///
  /// - Returns: The events of each action, in the order of the actions.
  /// - Throws: `Refusal` for the first action that is refused. In that case,
  ///   nothing is written.
  /// - Complexity: One durable commit, regardless of the number of actions.
  @discardableResult
  public func perform(
    all actions: [Action], by origin: Origin = Origin()
  ) throws -> [Commit] {
    try refusePrivate(actions)
    try readLibrary(for: actions)
    let (done, reached, known) = try write { writer in
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
  /// The events are not checked against the state. An event that does not fit the state has no
  /// effect when it is folded. Use ``perform(_:by:isPrivate:if:)`` for actions that the user or a
  /// program requests.
  ///
  /// - Parameters:
  ///   - origin: The author of the batch.
  ///   - commits: Whether the batch is written. False performs a dry run: `body` runs completely,
  ///     and its events are discarded.
  ///   - body: Writes the events. While it runs, and until the batch is on disk, the store has the
  ///     newest state. Like the closure of `EventLog.write(_:)`, it may run again from the
  ///     beginning, on a newer state. If it throws, no part of the batch is written.
  /// - Returns: The result of the last run of `body`.
  /// - Throws: The error of `body`, and `LogError`; `Refusal` when a newer
  ///   version has written to the log.
  /// - Complexity: One durable commit, and memory for one event at a time.
  public func append<Value>(
    by origin: Origin, commits: Bool = true, _ body: (inout BatchWriter) throws -> Value
  ) throws -> Value {
    let now = clock()
    let value = try log.write(commits: commits) { (writer) -> Value in
      try catchUp(writer.reader)
      try refuseUnknown()
      let first = try sequence(after: timeline.position)
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

  /// Returns the earlier result under the key of a precondition, or nil if the key is new.
  ///
  /// - Throws: `Refusal` with the code `keyUsed` if the key was used for a different
  ///   request.
  public func previousCommit(_ precondition: Precondition) throws -> Commit? {
    guard precondition.key != nil else { return nil }
    return try reading { reader in try previousCommit(precondition, reader) }
  }

  private func previousCommit(
    _ precondition: Precondition, _ reader: borrowing Reader
  ) throws -> Commit? {
    guard let key = precondition.key else { return nil }
    let previous = try commit(underKey: key, reader)
    guard let previous, let first = previous.events.first else { return previous }
    guard let asked = precondition.fingerprint,
      let stored = previous.string(first.batchFingerprint), stored != asked
    else { return previous }
    throw Refusal(
      .keyUsed,
      "The key “\(key)” was used for a different request, which wrote event "
        + "#\(first.sequence.rawValue). Send this request with a new key.",
      events: [first.sequence])
  }

  /// Returns the earlier result under a key (``Precondition/key``), or nil if the key is not known.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events since the last query for a key), at most a hundred thousand.
  public func commit(underKey key: String) throws -> Commit? {
    try withReader { reader in try commit(underKey: key, reader) }
  }

  private func commit(
    underKey key: String, _ reader: borrowing Reader
  ) throws -> Commit? {
    guard let batch = try keyedBatches.batch(key, in: reader) else { return nil }
    return try reader.commit(of: batch)
  }

  // MARK: Deciding

  private func refusePrivate(_ actions: [Action]) throws {
    guard !actions.contains(where: { $0.isPrivate }) else { throw Self.mixedActions }
  }

  /// The refusal of a batch of which one part would be durable and another part private.
  private static var mixedActions: Refusal {
    Refusal(.notAllowed, "Private windows cannot be part of a joint action.")
  }

  private func readLibrary(for actions: [Action]) throws {
    guard actions.contains(where: { $0.isAboutLibrary }) else { return }
    _ = try readLibrary()
  }

  /// Decides an action on a state.
  func decide(
    _ action: Action, on state: ProfileState, _ words: LogText, _ reader: borrowing Reader
  ) throws -> Draft {
    let next = try sequence(after: state.browser.sequence)
    if case .send(_, let device) = action { try refuseRecipient(device) }
    return try words.withReader(reader) { words in
      try state.decide(action, next: next, text: words)
    }
  }

  /// Refuses to send a tab if the number does not belong to another device, or if the store is on a
  /// branch, because branches are not shared.
  private func refuseRecipient(_ number: UInt32) throws {
    let device = timeline.devices.first { $0.number == number }
    guard let device, !device.isThis else {
      throw Refusal(.noSuchDevice, "There is no other device with the number \(number).")
    }
    guard timeline.devices.contains(where: \.isThis), !timeline.lineage.branch.exists else {
      throw Refusal(.notAllowed, "Actions on a branch are not shared with other devices.")
    }
  }

  /// Rejects an action if one of its targets was changed after an event.
  ///
  /// - Parameter touching: Returns the later events that changed the targets.
  private func refuse(
    _ targets: [ActionTarget], changedSince seen: EventID?, at newest: EventID,
    touching: (_ seen: EventID) throws -> [EventID]
  ) throws {
    guard let seen, seen != newest else { return }
    guard seen.isPrivate == newest.isPrivate || !seen.exists || !newest.exists,
      seen.rawValue.magnitude <= newest.rawValue.magnitude
    else {
      throw Refusal(.outOfRange, "There is no event #\(seen.rawValue) yet.")
    }
    let events = try touching(seen)
    guard let first = events.first else { return }
    let others = events.count == 1 ? "" : ", and by \(events.count - 1) more"
    throw Refusal(
      .changedSince,
      "The target of this action was changed after event #\(seen.rawValue), by "
        + "#\(first.rawValue)\(others).",
      events: events)
  }
}

extension ProfileState {
  /// Creates the state for deciding an action, or returns nil if the action is about the library
  /// and the library is unknown. All other actions ignore the library.
  init?(_ browser: Browser, _ library: Library?, for action: Action) {
    if library == nil, action.isAboutLibrary { return nil }
    self.init(browser: browser, library: library ?? Library())
  }
}

extension Timeline {
  /// Returns the state with its library. The library is read again if another device has changed it
  /// since.
  func stateWithLibrary(
    _ reader: borrowing Reader
  ) throws -> ProfileState {
    var read = self
    return try read.readState(reader)
  }
}
