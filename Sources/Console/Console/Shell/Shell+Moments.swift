internal import BrowserModel
internal import Timeline

/// States of other moments than the one in view.
extension Shell {
  /// The state of the private windows when an event was the newest of their log.
  func privateState(at moment: EventID) throws(CommandFailure) -> Browser {
    var replay = Replay(line(isPrivate: true))
    if moment.exists { try replay.run(through: moment, in: self) }
    return replay.browser
  }

  /// The durable state at a point; that of a branch's name is its newest.
  func state(at point: Point) throws(CommandFailure) -> Browser { try moment(at: point).browser }

  /// Visits the events that the state in view is the fold of, the newest first, as long as `body`
  /// wants to.
  func visitFolded(
    isPrivate: Bool, from first: EventID?, _ body: (Event) -> Bool
  ) throws(CommandFailure) {
    let undone = undoneBatches(isPrivate: isPrivate)
    try visitLog(isPrivate: isPrivate, from: first) { event, _ in
      undone.contains(event.batch) ? true : body(event)
    }
  }

  /// The line of events that the state in view is the fold of.
  func line(isPrivate: Bool) -> Lineage { isPrivate ? .main : lineageInView }
}
