public import BrowserModel

/// The events of a draft with their ids, as they are written.
struct Batch {
  let events: [Event]
  /// The bytes that the texts of the events point into.
  let words: ContiguousArray<UInt8>

  /// Numbers the events of a draft.
  ///
  /// - Parameters:
  ///   - draft: What was decided.
  ///   - first: The id of the first event.
  ///   - batch: The batch; nil where the first event begins and names one.
  ///   - branch: The branch, `.nothing` for the main one.
  ///   - milliseconds: The time of all events, since 1970 UTC.
  ///   - origin: Who acts.
  ///   - label: What the batch is called, and what tells a repeat of it.
  init(
    _ draft: Draft, first: EventID, of batch: BatchID? = nil, branch: BranchID = .nothing,
    milliseconds: Int64,
    origin: Origin, label: BatchLabel = BatchLabel()
  ) {
    var draft = draft
    let batch = batch ?? BatchID(first)
    let isFirst = batch.event == first
    let agent = draft.text(origin.agent)
    let name = draft.text(isFirst ? label.name : nil)
    let key = draft.text(isFirst ? label.key : nil)
    let fingerprint = draft.text(isFirst ? label.fingerprint : nil)
    var events: [Event] = []
    events.reserveCapacity(draft.bodies.count)
    for (offset, body) in draft.bodies.enumerated() {
      events.append(
        Event(
          sequence: first.advanced(by: Int32(offset)), batch: batch,
          milliseconds: milliseconds,
          branch: branch, actor: origin.actor, via: origin.via, agent: agent,
          cause: origin.cause, batchName: offset == 0 ? name : .absent,
          batchKey: offset == 0 ? key : .absent,
          batchFingerprint: offset == 0 ? fingerprint : .absent,
          batchRun: offset == 0 && isFirst ? origin.run : 0, body: body))
    }
    self.events = events
    words = draft.bytes
  }
}

/// What is said about a batch as a whole.
struct BatchLabel {
  /// What it is called; nil where nobody named it.
  var name: String?
  /// What tells a repeat of it; nil where it may be done again.
  var key: String?
  /// The fingerprint of what was asked for under the key (``Precondition/request``).
  var fingerprint: String?

  init(name: String? = nil, key: String? = nil, fingerprint: String? = nil) {
    self.name = name
    self.key = key
    self.fingerprint = fingerprint
  }

  /// The label of what is done on a condition.
  init(name: String? = nil, _ precondition: Precondition) {
    self.init(name: name, key: precondition.key, fingerprint: precondition.fingerprint)
  }
}

/// What an action wrote: its events, in order, with their words.
public struct Commit: Sendable {
  /// The events of one batch, in the order of their ids; none when nothing had to be written.
  public var events: [Event]
  /// The UTF-8 bytes that the events' texts point into.
  public var words: ContiguousArray<UInt8>

  /// Makes a commit of events and their words.
  public init(events: [Event], words: ContiguousArray<UInt8>) {
    self.events = events
    self.words = words
  }

  /// What was written where nothing had to be.
  public static let nothing = Commit(events: [], words: [])

  /// The first tab that it opened; nil where it opened none.
  public var openedTab: TabID? {
    for event in events {
      if case .tab(.opened) = event.body { return TabID(event.sequence) }
    }
    return nil
  }

  /// The id of its newest event; `.nothing` when nothing had to be written.
  public var sequence: EventID { events.last?.sequence ?? .nothing }

  /// Returns the words of a text of one of the events; nil for an absent text.
  public func string(_ text: Text) -> String? {
    guard text.isPresent else { return nil }
    return String(decoding: words[text.range], as: UTF8.self)
  }
}

/// Who acts, and by what means. It is stored with each event.
public struct Origin: Sendable {
  /// Who acts. It decides what `undo` takes back: the batches of users and imports.
  public var actor: Event.Actor
  /// By what means, for example a key or a gesture.
  public var via: Event.Via
  /// The program that acts for the actor, such as an agent or an extension, by the name that it goes
  /// by; nil where the front end itself does. Forgetting keeps it.
  public var agent: String?
  /// A random number by which this run of the program or console is told from others; 0 where nobody
  /// says. An undo of a program's actions takes those of one run, and redo stays possible while other
  /// runs act.
  public var run: UInt32
  /// The event that made the actor act; `.nothing` where nobody says. What a page or an engine did
  /// because of a batch is undone with it.
  public var cause: EventID

  /// Makes an origin; without arguments it is the user, by unknown means.
  public init(
    _ actor: Event.Actor = .user, via: Event.Via = .unknown, agent: String? = nil,
    run: UInt32 = 0, cause: EventID = .nothing
  ) {
    self.actor = actor
    self.via = via
    self.agent = agent
    self.run = run
    self.cause = cause
  }

  /// The same with what an action follows from as the cause, where none was named.
  func because(of action: Action) -> Origin {
    guard !cause.exists, action.cause.exists else { return self }
    var origin = self
    origin.cause = action.cause
    return origin
  }
}
