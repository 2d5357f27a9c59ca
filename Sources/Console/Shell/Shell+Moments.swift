internal import BrowserModel
internal import Session
internal import Timeline

/// States of other moments than the present.
extension Shell {
  /// The state when an event was the newest of its log.
  func state(at moment: Sequence) throws(CommandFailure) -> Browser {
    let present = session.browser(of: moment)
    guard moment.rawValue.magnitude < present.sequence.rawValue.magnitude else { return present }
    var state = Browser()
    guard moment.exists else { return state }
    let undone = try undoneBatches(at: moment)
    try visitLog(isPrivate: moment.isPrivate, through: moment, backwards: false) { event, _ in
      if undone.contains(event.batch) {
        state.skip(to: event.sequence)
      } else {
        state.apply(event)
      }
      return true
    }
    return state
  }

  private func undoneBatches(at moment: Sequence) throws(CommandFailure) -> Set<Sequence> {
    var undone: Set<Sequence> = []
    try visitLog(isPrivate: moment.isPrivate, through: moment, backwards: false) { event, _ in
      switch event.body {
      case .time(.undone(let body)): undone.insert(body.batch)
      case .time(.redone(let body)): undone.remove(body.batch)
      default: break
      }
      return true
    }
    return undone
  }

  /// The event that a point names.
  func moment(_ point: String) throws(CommandFailure) -> Sequence {
    let newest = session.browser.sequence
    if point == "now" { return newest }
    if point == "start" || point == "0" { return .nothing }
    guard let sequence = Reference(point)?.sequence, sequence.rawValue > 0,
      sequence <= newest
    else {
      throw CommandFailure(
        "outOfRange", "There is no moment “\(point)”: the log has 1 to \(newest.rawValue).")
    }
    return sequence
  }

  /// Visits the events that the state in view is the fold of, the newest first, as long as `body`
  /// wants to.
  func visitFolded(
    isPrivate: Bool, from first: Sequence?, _ body: (Event) -> Bool
  ) throws(CommandFailure) {
    let undone =
      isPrivate ? session.privateUndoneBatches : session.timeline.undoneBatches
    try visitLog(isPrivate: isPrivate, from: first) { event, _ in
      undone.contains(event.batch) ? true : body(event)
    }
  }
}
