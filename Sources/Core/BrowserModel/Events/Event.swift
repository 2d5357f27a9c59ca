/// Something that happened: an immutable event, with its time, branch and actor.
///
/// An event is plain data of a fixed size. Its texts are ranges in the bytes that come with
/// it (``Text``): those of a ``Draft``, or of the record that it was decoded from.
public struct Event: Equatable, Sendable, BitwiseCopyable {
  /// Its id: its position in the log, all branches together.
  public var sequence: EventID
  /// The first event of the same action. The events of a batch are written in one
  /// transaction and undone together.
  public var batch: BatchID
  /// The time on the clock when it was written, in milliseconds since 1970 UTC. Clocks are
  /// set back at times, so only ids give the order.
  public var milliseconds: Int64
  /// When it happened according to an import, in milliseconds since 1970 UTC; 0 if it did
  /// not come from one.
  public var occurredMilliseconds: Int64
  /// The event that made the branch which it is on; ``EventID/nothing`` on the main branch.
  public var branch: BranchID
  /// Who caused it.
  public var actor: Actor
  /// The means by which it was caused.
  public var via: Via
  /// The program that acted, such as an agent or an extension, by the name that it goes by;
  /// absent where the front end itself did.
  public var agent: Text
  /// The event that made whoever acted do so; ``EventID/nothing`` where nobody says.
  public var cause: EventID
  /// What the batch is called, where somebody named it; only its first event has it.
  public var batchName: Text
  /// What tells a repeat of the batch from another one like it; only its first event has it.
  public var batchKey: Text
  /// The fingerprint of what was asked for under the batch's key; only its first event has it, and only
  /// if the caller said what that was.
  public var batchFingerprint: Text
  /// A random number by which the run that wrote the batch is told from others: a connection of a
  /// program, or a console. 0 if nobody says; only the first event of the batch has it.
  public var batchRun: UInt32
  /// Whether texts of it were forgotten. Those are empty then, not absent.
  public var isRedacted: Bool
  /// The number of the device that wrote it; 0 for the one whose log this is.
  public var device: UInt32
  /// Its position in the log of that device; 0 for an event of this device. References are in
  /// the numbering of the log in which the event stands.
  public var deviceSequence: Int32
  /// What happened.
  public var body: Body

  /// Creates an event. Without further arguments it is an event of the user on the main
  /// branch. Nothing is checked.
  public init(
    sequence: EventID, batch: BatchID, milliseconds: Int64, occurredMilliseconds: Int64 = 0,
    branch: BranchID = .nothing, actor: Actor = .user, via: Via = .unknown,
    agent: Text = .absent, cause: EventID = .nothing, batchName: Text = .absent,
    batchKey: Text = .absent, batchFingerprint: Text = .absent, batchRun: UInt32 = 0,
    device: UInt32 = 0,
    deviceSequence: Int32 = 0,
    isRedacted: Bool = false, body: Body
  ) {
    self.sequence = sequence
    self.batch = batch
    self.milliseconds = milliseconds
    self.occurredMilliseconds = occurredMilliseconds
    self.branch = branch
    self.actor = actor
    self.via = via
    self.agent = agent
    self.cause = cause
    self.batchName = batchName
    self.batchKey = batchKey
    self.batchFingerprint = batchFingerprint
    self.batchRun = batchRun
    self.device = device
    self.deviceSequence = deviceSequence
    self.isRedacted = isRedacted
    self.body = body
  }

  /// A placeholder with the id ``EventID/nothing``, where an event is to be stored later.
  package static var blank: Event {
    Event(sequence: .nothing, batch: .nothing, milliseconds: 0, body: .unknown(kind: 0))
  }

  /// Who caused a batch. Raw values are stored and never reused.
  ///
  /// - `user`: the user, through a front end.
  /// - `page`: a page, by a script or a redirect.
  /// - `engine`: the engine that loads and shows pages.
  /// - `import`: an import from another browser.
  /// - `policy`: the model itself, where one event makes others necessary. Undo passes
  ///   these by.
  public enum Actor: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case user, page, engine, `import`, policy
  }

  /// The means by which a batch was caused, as far as the front end says: a control of its
  /// window, a script, or the console. Raw values are stored and never reused.
  public enum Via: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case unknown, button, gesture, key, menu, script, console
  }
}

extension Event.Actor: CustomStringConvertible {
  /// The name, as JSON and commands have it. It is written out, as Embedded Swift has no reflection, and
  /// elsewhere that takes long.
  public var description: String {
    switch self {
    case .user: "user"
    case .page: "page"
    case .engine: "engine"
    case .import: "import"
    case .policy: "policy"
    }
  }
}
