package import BrowserModel
internal import CommandKit
internal import Notation
internal import Platform
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Visiting the events of the log.
extension CommandContext {
  /// Visits the events shown. These are the events of the branch up to the moment, and the events
  /// received from other devices by then. By default, the newest event comes first. Ctrl-C stops
  /// the visit.
  func visitShownEvents(
    isPrivate: Bool, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = true, _ body: (Event, EventWords) -> Bool
  ) throws {
    if isPrivate {
      guard past == nil else { return }
      return try visitEventsOfAllLines(
        isPrivate: true, from: first, through: last, backwards: backwards, body)
    }
    let newest = durableBrowser.sequence
    guard newest.exists else { return }
    let line = shownLineage
    try visitEventsOfAllLines(
      isPrivate: false, from: first, through: min(last ?? newest, newest), backwards: backwards
    ) { event, words in
      line.isSeen(event) ? body(event, words) : true
    }
  }

  /// Visits the events from which the state shown is folded, as long as `body` returns true. By
  /// default, the newest event comes first. Ctrl-C stops the visit.
  func visitFoldedEvents(
    isPrivate: Bool, from first: EventID?, backwards: Bool = true,
    _ body: (Event, EventWords) -> Bool
  ) throws {
    let timeline = shownTimeline(isPrivate: isPrivate)
    try visiting(first, timeline.position, backwards: backwards) { goesOn in
      try store.visitFoldedEvents(of: timeline, from: first, backwards: backwards) { event, words in
        goesOn(event) && body(event, words)
      }
    }
  }

  /// Replays the branch shown up to its moment, as long as `body` returns true. Passes each event,
  /// including events of other devices, and the state after it to `body`. Ctrl-C stops the replay.
  func visitMoments(
    isPrivate: Bool, _ body: (Event, EventWords, borrowing Timeline) -> Bool
  ) throws {
    let timeline = shownTimeline(isPrivate: isPrivate)
    try visiting(nil, timeline.position, backwards: false) { goesOn in
      try store.visitMoments(upTo: timeline) { event, words, past in
        goesOn(event) && body(event, words, past)
      }
    }
  }

  /// Visits the events of a branch, including those after the moment shown.
  func visitEvents(
    of line: Lineage, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = false, _ body: (Event, EventWords) -> Bool
  ) throws {
    try visitEventsOfAllLines(
      isPrivate: false, from: first, through: last, backwards: backwards
    ) { event, words in
      line.contains(event) ? body(event, words) : true
    }
  }

  /// Visits the events of all branches.
  package func visitEventsOfAllLines(
    isPrivate: Bool, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = false, _ body: (Event, EventWords) -> Bool
  ) throws {
    let newest = isPrivate ? store.privateBrowser.sequence : store.browser.sequence
    try visiting(first, last ?? newest, backwards: backwards) { goesOn in
      try store.visitLog(
        isPrivate: isPrivate, from: first, through: last, backwards: backwards
      ) { event, words in
        goesOn(event) && body(event, words)
      }
    }
  }

  /// Visits events, shows the progress if there are many, and stops at Ctrl-C.
  /// - Parameter visit: Visits the events. It calls its argument for each event, and continues
  ///   while the result is true.
  private func visiting(
    _ first: EventID?, _ last: EventID, backwards: Bool,
    _ visit: (_ goesOn: (Event) -> Bool) throws -> Void
  ) throws {
    let low = Int((first?.rawValue ?? 1).magnitude)
    let high = Int(last.rawValue.magnitude)
    let bar = high - low >= Self.eventsWorthABar ? ProgressBar("reading") : nil
    defer { bar?.end() }
    var isInterrupted = false
    var count = 0
    try visit { event in
      count &+= 1
      guard count & 0x3ff == 0 || event.body.isUndoOrRedo else { return true }
      isInterrupted = SignalInbox.interruptRequested
      let number = Int(event.sequence.rawValue.magnitude)
      bar?.show(backwards ? high - number : number - low, of: high - low)
      return !isInterrupted
    }
    if isInterrupted { throw CommandError.interrupted }
  }

  /// The number of events that are read before a progress bar would be visible.
  private static let eventsWorthABar = 100_000
}

/// Single events of the log.
extension CommandContext {
  /// Returns the id of the event with the given number, or throws an error if no such event exists.
  func existingEvent(_ number: Int64) throws -> EventID {
    guard let sequence = EventID(id: number),
      sequence.rawValue.magnitude <= browser(of: sequence).sequence.rawValue.magnitude
    else {
      throw CommandError.noEvent(
        number, newest: (number < 0 ? privateBrowser : durableBrowser).sequence,
        isPast: past != nil)
    }
    return sequence
  }

  /// Returns the action that an event belongs to, identified by its first event.
  func batch(of reference: Reference) throws -> BatchID {
    let sequence = try existingEvent(reference.number)
    var batch = BatchID(sequence)
    try visitShownEvents(
      isPrivate: sequence.isPrivate, from: sequence, through: sequence
    ) { event, _ in
      batch = event.batch
      return false
    }
    return batch
  }

  /// Returns the time of an event on any branch.
  func time(of event: EventID) throws -> Timestamp? {
    try readEvent(event) { event, _ in Timestamp(milliseconds: event.milliseconds) }
  }

  /// Returns data about one event on any branch, or nil if the event cannot be read.
  package func readEvent<Value>(
    _ sequence: EventID, _ body: (Event, EventWords) -> Value
  ) throws -> Value? {
    var found: Value?
    try visitEventsOfAllLines(
      isPrivate: sequence.isPrivate, from: sequence, through: sequence
    ) { event, words in
      found = body(event, words)
      return false
    }
    return found
  }

  /// Returns the time of the newest event of a branch up to a position.
  func time(of position: EventID, on line: Lineage) throws -> Timestamp? {
    try readNewestEvent(of: line, through: position) { event, _ in
      Timestamp(milliseconds: event.milliseconds)
    }
  }

  /// Returns data about the newest event of a branch up to a position, or nil if there is none. The
  /// position may be an event of another branch.
  func readNewestEvent<Value>(
    of line: Lineage, through position: EventID, _ body: (Event, EventWords) -> Value
  ) throws -> Value? {
    guard position.exists else { return nil }
    var found: Value?
    try visitEvents(of: line, through: position, backwards: true) { event, words in
      found = body(event, words)
      return false
    }
    return found
  }

  /// Returns the event that is a number of events after a position on a branch. A negative number
  /// refers to an earlier event. Returns nil beyond either end of the branch.
  func sequence(
    after position: EventID, by steps: Int64, on line: Lineage
  ) throws -> EventID? {
    guard steps != 0 else { return position }
    var left = steps.magnitude
    var found: EventID?
    if steps > 0 {
      try visitEvents(of: line, from: position.advanced(by: 1)) { event, _ in
        left -= 1
        if left == 0 { found = event.sequence }
        return left > 0
      }
      return found
    }
    guard position.exists else { return nil }
    // The first event visited is that of the moment itself. The start comes before the oldest
    // event.
    left += 1
    try visitEvents(of: line, through: position, backwards: true) { event, _ in
      left -= 1
      if left == 0 { found = event.sequence }
      return left > 0
    }
    return left == 1 ? .nothing : found
  }
}
