public import BrowserModel
internal import EventCoding
internal import RetraceTimeline

/// The runs of programs.
extension Store {
  /// Returns the runs of programs, in the order of their first events, with the actions of each run on
  /// all branches.
  ///
  /// - Parameters:
  ///   - name: The name of a program, or nil for all programs.
  ///   - first: Only events after this event are considered.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events after `first`)
  public func runs(
    of name: String? = nil, after first: EventID = .nothing
  ) throws -> [RunSummary] {
    var runs: [RunSummary] = []
    var batch = BatchID.nothing
    var place: Int?
    let undone = timeline.undoneBatches
    try visitLog(isPrivate: false, from: first.advanced(by: 1)) { event, words in
      guard event.device == 0 else { return true }
      if event.batch != batch {
        batch = event.batch
        place = nil
        guard event.agent.isPresent, event.isByUser else { return true }
        let agent = words(event.agent)
        guard name?.utf8.elementsEqual(agent.utf8) ?? true else { return true }
        place = runs.lastIndex { $0.number == event.batchRun && $0.name == agent }
        if place == nil {
          place = runs.count
          runs.append(
            RunSummary(
              name: agent, number: event.batchRun, first: event.sequence, last: event.sequence,
              began: event.milliseconds, ended: event.milliseconds))
        }
        if let place {
          runs[place].actions += 1
          if undone.contains(batch) { runs[place].undone += 1 }
        }
      }
      guard let place else { return true }
      runs[place].last = event.sequence
      runs[place].ended = event.milliseconds
      if let kind = event.body.kind { runs[place].counts[kind.name, default: 0] += 1 }
      return true
    }
    return runs
  }

  /// Returns the run that an event belongs to: the name of the program and the number of the run.
  /// Returns nil if no program wrote the event.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(1)
  public func run(of event: EventID) throws -> (name: String, number: UInt32)? {
    var name: String?
    var batch = BatchID.nothing
    try visitLog(isPrivate: false, from: event, through: event) { event, words in
      if event.agent.isPresent { name = words(event.agent) }
      batch = event.batch
      return false
    }
    guard let name else { return nil }
    var number: UInt32 = 0
    try visitLog(isPrivate: false, from: batch.event, through: batch.event) { event, _ in
      number = event.batchRun
      return false
    }
    return (name, number)
  }
}

extension Event {
  /// Whether a user or a program acted, as opposed to a page, an engine, an import or the model.
  fileprivate var isByUser: Bool { actor == .user }
}
