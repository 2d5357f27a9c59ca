internal import BrowserModel

/// The events of one draft with their places in the log.
struct Batch {
  let events: [Event]

  init(
    _ draft: Draft, first: EventID, branch: EventID = .nothing, milliseconds: Int64,
    origin: Origin
  ) {
    var events: [Event] = []
    events.reserveCapacity(draft.bodies.count)
    for (offset, body) in draft.bodies.enumerated() {
      events.append(
        Event(
          sequence: first.advanced(by: Int32(offset)), batch: first, milliseconds: milliseconds,
          branch: branch, actor: origin.actor, via: origin.via, body: body))
    }
    self.events = events
  }
}
