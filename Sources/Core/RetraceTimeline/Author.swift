internal import BrowserModel

/// Whose action a batch is: that of the person, or of one run of a program.
///
/// Everything that the person does is by one author, at whichever console. Two runs of programs with one
/// name are two authors.
struct Author: Hashable, Sendable {
  /// The number of the device; 0: this one.
  private let device: UInt32
  /// The name of the program, or nil for the person.
  private let agent: String?
  /// The run of the program; 0 for the person, and if nobody says.
  private let run: UInt32

  /// Creates the author of the first event of a batch.
  init(_ event: borrowing Event, _ words: EventWords) {
    device = event.device
    agent = event.agent.isPresent ? words(event.agent) : nil
    run = event.agent.isPresent ? event.batchRun : 0
  }
}

extension Timeline {
  /// Returns whose action an event belongs to. What a page or an engine did is the action of
  /// whoever caused it, or nil if nobody did.
  func author<Source: EventSource & ~Copyable>(
    of event: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Author? {
    var next = event
    while next.isKnown(at: position) {
      var author: Author?
      var found: (sequence: EventID, batch: BatchID, isAct: Bool, cause: EventID)?
      try source.visitEvents(
        from: next, through: next, backwards: false, damaged: { _ in },
        { event, words in
          author = Author(event, words)
          found = (event.sequence, event.batch, event.isSomebodysAct, event.cause)
          return false
        })
      guard let found else { return nil }
      if !found.isAct {
        guard found.cause.exists,
          found.cause.rawValue.magnitude < found.sequence.rawValue.magnitude
        else { return nil }
        next = found.cause
      } else if found.batch.event == found.sequence
        || found.batch.rawValue.magnitude > found.sequence.rawValue.magnitude
      {
        return author
      } else {
        // Only the first event of a batch names the run.
        next = found.batch.event
      }
    }
    return nil
  }
}
