internal import BrowserModel
internal import EventLog
internal import Session
internal import Timeline

/// States of other moments than the present.
extension Shell {
  /// The state when an event was the newest of its log.
  func state(at moment: Sequence) throws(CommandFailure) -> Browser {
    guard moment.isPrivate else {
      do throws(LogFailure) {
        return try session.moment(moment).browser
      } catch {
        throw CommandFailure(error)
      }
    }
    var replay = Replay(line(isPrivate: true))
    try replay.run(through: moment, in: self)
    return replay.browser
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
    let line = line(isPrivate: isPrivate)
    try visitLog(isPrivate: isPrivate, from: first) { event, _ in
      undone.contains(event.batch) || !line.contains(event) ? true : body(event)
    }
  }

  /// The line of events that the state in view is the fold of.
  func line(isPrivate: Bool) -> Line { isPrivate ? .main : session.timeline.line }
}
