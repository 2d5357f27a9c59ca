/// An immutable record of something that happened, with its time, branch and actor.
///
/// An event is plain data of a fixed size. Its texts are ranges (``Text``) in accompanying bytes,
/// which belong to a ``Draft`` or to the record from which the event was decoded.
public struct Event: Equatable, Sendable, BitwiseCopyable {
  /// The id of the event, which is its position in the log. All branches share the same log.
  public var sequence: EventID
  /// The first event of the same action. The events of a batch are written in one
  /// transaction and undone together.
  public var batch: BatchID
  /// The clock time at which the event was written, in milliseconds since 1970 UTC. Clocks are
  /// sometimes set back, so only ids define the order.
  public var milliseconds: Int64
  /// The time of the event according to an import, in milliseconds since 1970 UTC, or 0 if the
  /// event was not imported.
  public var occurredMilliseconds: Int64
  /// The event that created the branch of this event, or ``EventID/nothing`` on the main branch.
  public var branch: BranchID
  /// The actor that caused the event.
  public var actor: Actor
  /// The means by which the event was caused.
  public var via: Via
  /// The name of the program that acted, such as an agent or an extension. Absent if the front end
  /// itself acted.
  public var agent: Text
  /// The event that caused this event, or ``EventID/nothing`` if unknown.
  public var cause: EventID
  /// The name of the batch, or absent if the batch has no name. Only the first event of a batch
  /// contains the name.
  public var batchName: Text
  /// The key that identifies repeats of the batch. Only the first event of a batch contains the
  /// key.
  public var batchKey: Text
  /// The fingerprint of the request that was made under the batch's key. Only the first event of a
  /// batch contains the fingerprint, and only if the caller provided the request.
  public var batchFingerprint: Text
  /// A random number that identifies the run that wrote the batch: a connection of a program, or a
  /// console. 0 if unknown. Only the first event of a batch contains this number.
  public var batchRun: UInt32
  /// Whether texts of the event were forgotten. Forgotten texts are empty, not absent.
  public var isRedacted: Bool
  /// The number of the device that wrote the event, or 0 for the device of this log.
  public var device: UInt32
  /// The position of the event in the log of that device, or 0 for an event of this device.
  /// References use the numbering of the log that contains the event.
  public var deviceSequence: Int32
  /// The facts of the event.
  public var body: Body

  /// Creates an event. By default, it is an event of the user on the main branch. Nothing is
  /// checked.
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

  /// A placeholder with the id ``EventID/nothing``, for an event to be stored later.
  package static var blank: Event {
    Event(sequence: .nothing, batch: .nothing, milliseconds: 0, body: .unknown(kind: 0))
  }

  /// The actor that caused a batch. Raw values are stored and never reused.
  ///
  /// - `user`: the user, through a front end.
  /// - `page`: a page, by a script or a redirect.
  /// - `engine`: the engine that loads and shows pages.
  /// - `import`: an import from another browser.
  /// - `policy`: the model itself, if one event makes other events necessary. Undo skips the events
  ///   of this actor.
  public enum Actor: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case user, page, engine, `import`, policy
  }

  /// The means by which a batch was caused, if the front end reports it: a control of its window, a
  /// script, or the console. Raw values are stored and never reused.
  public enum Via: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case unknown, button, gesture, key, menu, script, console
  }
}

extension Event.Actor: CustomStringConvertible {
  /// The name in JSON and commands. The names are written out, because Embedded Swift has no
  /// reflection, and because reflection is slow in other versions of Swift.
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
