import BrowserModel
import EventCoding
import RetraceTimeline

extension OpenLog {
  /// Performs actions as one batch. Each action is read and decided on the result of the previous
  /// actions. If one of them is refused, nothing is written.
  ///
  /// - Returns: The first and the newest event, or nil if nothing had to be written.
  func perform(
    _ count: Int, _ reader: inout RequestReader, by author: Author
  ) throws(Failure) -> (first: EventID, last: EventID)? {
    try checkWritable()
    let start = events.newestEvent()
    // A single action is refused before anything is appended. A copy of the timeline would double the
    // time that the action takes.
    let before = count == 1 ? nil : timeline
    do throws(Failure) {
      for index in 0..<count {
        guard !reader.isDamaged else { break }
        let action = try action(&reader)
        if index == count - 1 { try reader.finish() }
        try append(try decide(action), after: start, by: author)
      }
      try reader.finish()
    } catch {
      if let before {
        events.truncate(to: start)
        timeline = before
      }
      throw error
    }
    let last = events.newestEvent()
    return last == start ? nil : (start.advanced(by: 1), last)
  }

  private func decide(_ action: Action) throws(Failure) -> Draft {
    let state = timeline.readState(events)
    do throws(Refusal) {
      return try state.decide(action, next: events.next, text: events)
    } catch {
      throw Failure(error)
    }
  }

  /// Appends a draft to the batch that begins after an event, and folds it.
  private func append(
    _ draft: Draft, after start: EventID, by author: Author
  ) throws(Failure) {
    guard events.events.log.newest + UInt64(draft.bodies.count) < Self.maximumEventCount,
      events.events.log.byteCount + draft.bytes.count <= Self.maximumByteCount
    else { throw Failure("full", "The log has reached its maximum size.") }
    var draft = draft
    let first = start.advanced(by: 1)
    let agent = draft.text(author.agent)
    let name = draft.text(events.newestEvent() == start ? author.name : nil)
    for body in draft.bodies {
      let sequence = events.next
      let isFirst = sequence == first
      let event = Event(
        sequence: sequence, batch: BatchID(first), milliseconds: author.milliseconds,
        actor: author.actor, via: author.via, agent: agent, cause: author.cause,
        batchName: isFirst ? name : .absent, batchRun: isFirst ? author.run : 0, body: body)
      events.append(event, words: draft.bytes)
      _ = timeline.append(event)
    }
    if !timeline.isUpToDate { timeline.refold(events) }
  }

  private func checkWritable() throws(Failure) {
    guard timeline.unknownCount == 0 else {
      throw Failure(
        "notAllowed",
        "A newer version of Retrace has written to this log. This version can only read it.")
    }
    guard timeline.position == events.newestEvent() else {
      throw Failure("notAllowed", "The log must be folded before actions are performed.")
    }
  }

  // MARK: Undo and redo

  /// The actions that an undo or redo is about.
  enum Scope {
    /// The newest actions, by number.
    case newest(Int)
    /// The actions of events.
    case events([EventID])
  }

  /// Undoes or redoes actions together with their automatic consequences.
  ///
  /// - Returns: The batches that were undone or redone, and the actions that are kept because others
  ///   have built on them.
  func turn(
    _ scope: Scope, isUndo: Bool, includingLater includesLater: Bool, by author: Author
  ) throws(Failure) -> (batches: [BatchID], kept: [KeptAction]) {
    try checkWritable()
    var batches = try batches(in: scope, isUndo: isUndo)
    var kept: [KeptAction] = []
    if isUndo, !includesLater, case .events = scope {
      kept = timeline.keptActions(undoing: batches, events)
      batches.removeAll { batch in kept.contains { $0.batch == batch } }
    }
    guard !batches.isEmpty || !kept.isEmpty else {
      throw Failure("nothingToDo", "There is nothing to \(isUndo ? "undo" : "redo").")
    }
    var draft = Draft()
    for batch in batches + timeline.consequences(of: batches, isUndo: isUndo, events) {
      var named = BatchNamed()
      named.batch = batch
      draft.append(.time(isUndo ? .undone(named) : .redone(named)))
    }
    try append(draft, after: events.newestEvent(), by: author)
    return (batches, kept)
  }

  private func batches(in scope: Scope, isUndo: Bool) throws(Failure) -> [BatchID] {
    switch scope {
    case .newest(let count):
      return isUndo
        ? timeline.batchesToUndo(count: count, events)
        : timeline.undosToRedo(count: count, events).map { $0.batch }
    case .events(let named):
      var batches: [BatchID] = []
      for event in named {
        let found =
          isUndo
          ? timeline.batchToUndo(naming: event, events)
          : timeline.batchToRedo(naming: event, events)
        switch found {
        case .success(let batch): if !batches.contains(batch) { batches.append(batch) }
        case .failure(let refusal): throw Failure(refusal)
        }
      }
      return batches
    }
  }
}

extension Failure {
  fileprivate convenience init(_ refusal: Refusal) {
    self.init(refusal.code.name, refusal.message)
  }
}

extension Refusal.Code {
  /// The name of the code. Embedded Swift has no reflection, so the names are written out.
  fileprivate var name: String {
    switch self {
    case .noSuchTab: "noSuchTab"
    case .noSuchWindow: "noSuchWindow"
    case .noSuchGroup: "noSuchGroup"
    case .noSuchBookmark: "noSuchBookmark"
    case .noSuchEntry: "noSuchEntry"
    case .noSuchClosedItem: "noSuchClosedItem"
    case .noSuchEvent: "noSuchEvent"
    case .noSuchBranch: "noSuchBranch"
    case .noSuchMark: "noSuchMark"
    case .emptyBrowser: "emptyBrowser"
    case .outOfRange: "outOfRange"
    case .notAllowed: "notAllowed"
    case .invalidAddress: "invalidAddress"
    case .invalidValue: "invalidValue"
    case .notEmpty: "notEmpty"
    case .nothingToDo: "nothingToDo"
    case .tooLong: "tooLong"
    case .full: "full"
    case .changedSince: "changedSince"
    case .noSuchDevice: "noSuchDevice"
    case .keyUsed: "keyUsed"
    case .noSuchProposal: "noSuchProposal"
    }
  }
}
