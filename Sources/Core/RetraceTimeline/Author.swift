internal import BrowserModel

/// The author of a batch: the user, or one run of a program.
///
/// All actions of the user have the same author, regardless of the console. Two runs of programs
/// with the same name are two different authors.
struct Author: Equatable, Sendable {
  /// The number of the device, or 0 for this device.
  private let device: UInt32
  /// The name of the program, or nil for the user.
  private let agent: String?
  /// The run of the program, or 0 for the user and for unknown runs.
  private let run: UInt32

  /// Creates the author of the first event of a batch.
  init(_ event: borrowing Event, _ words: EventWords) {
    device = event.device
    agent = event.agent.isPresent ? words(event.agent) : nil
    run = event.agent.isPresent ? event.batchRun : 0
  }

  /// Names of programs are the same if they have the same bytes.
  static func == (author: Author, other: Author) -> Bool {
    author.device == other.device && author.run == other.run
      && isSameText(author.agent, other.agent)
  }
}

extension Timeline {
  /// Returns the author of an event, or nil if the event has no author. The author of an event that
  /// a page or an engine caused is the author of the action that led to the event.
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
          found = (event.sequence, event.batch, event.isByUserOrImport, event.cause)
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
        // Only the first event of a batch contains the run.
        next = found.batch.event
      }
    }
    return nil
  }
}
