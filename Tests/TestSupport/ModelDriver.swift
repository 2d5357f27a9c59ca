public import BrowserModel
public import EventCoding
public import RetraceTimeline

/// The whole pipeline in memory: actions are converted to events, which are appended to a log and
/// folded.
public struct ModelDriver: Sendable {
  public private(set) var log: MemoryEvents
  public private(set) var timeline = Timeline()
  /// All events of the log.
  public private(set) var events: [Event] = []
  /// The time of the clock, which advances by a second with every action.
  public var milliseconds: Int64 = 1_700_000_000_000

  /// - Parameter isPrivate: Whether it is the log of private windows, with negative ids.
  public init(isPrivate: Bool = false) { log = MemoryEvents(isPrivate: isPrivate) }

  public var browser: Browser { timeline.browser }

  public var library: Library {
    // A log without checkpoints is folded together with its library until the library is shared.
    if let library = timeline.library { return library }
    var timeline = timeline
    return timeline.readLibrary(log)
  }

  public var state: ProfileState { ProfileState(browser: browser, library: library) }

  /// Performs an action as one batch.
  @discardableResult
  public mutating func perform(
    _ action: Action, by actor: Event.Actor = .user
  ) throws(Refusal) -> [Event] {
    append(try state.decide(action, next: log.next, text: log), by: actor, because: action.cause)
  }

  /// Performs an action. A refused action changes nothing.
  public mutating func attempt(_ action: Action, by actor: Event.Actor = .user) -> [Event] {
    do throws(Refusal) {
      return try perform(action, by: actor)
    } catch {
      return []
    }
  }

  /// Appends events as one batch, even if they do not fit the state.
  ///
  /// - Parameters:
  ///   - device: The device that wrote the events, or 0 if they are the log's own.
  ///   - cause: The event that caused them.
  @discardableResult
  public mutating func append(
    _ draft: Draft, by actor: Event.Actor = .user, of device: UInt32 = 0,
    because cause: EventID = .nothing
  ) -> [Event] {
    milliseconds += 1_000
    let batch = BatchID(log.next)
    var appended: [Event] = []
    for body in draft.bodies {
      let event = Event(
        sequence: log.next, batch: batch, milliseconds: milliseconds,
        branch: device == 0 ? timeline.lineage.branch : .nothing, actor: actor, cause: cause,
        device: device,
        deviceSequence: device == 0 ? 0 : log.next.rawValue, body: body)
      log.append(event, words: draft.bytes)
      appended.append(event)
      if !timeline.append(event) { timeline.refold(log) }
    }
    events += appended
    return appended
  }

  /// Undoes the newest undoable batches, and returns their number.
  @discardableResult
  public mutating func undo(times: Int = 1) -> Int {
    turn(times) { (driver) in
      driver.timeline.batchToUndo(driver.log)
    } body: {
      .time(.undone($0))
    }
  }

  /// Redoes the newest undos, and returns their number.
  @discardableResult
  public mutating func redo(times: Int = 1) -> Int {
    turn(times) { (driver) in
      driver.timeline.batchToRedo(driver.log)
    } body: {
      .time(.redone($0))
    }
  }

  private mutating func turn(
    _ times: Int, _ find: (ModelDriver) -> BatchID?, body: (BatchNamed) -> Body
  ) -> Int {
    for count in 0..<times {
      guard let batch = find(self) else { return count }
      var named = BatchNamed()
      named.batch = batch
      append(body(named))
    }
    return times
  }

  /// Undoes or redoes a batch, regardless of its content, and even if it does not exist.
  public mutating func append(naming batch: BatchID, isUndo: Bool) {
    var named = BatchNamed()
    named.batch = batch
    append(isUndo ? .time(.undone(named)) : .time(.redone(named)))
  }

  /// Appends records from elsewhere, converted to the format of this log.
  public mutating func append(stored records: EventEncoder) -> [Event] {
    var start = 0
    let before = events.count
    for end in records.ends {
      log.append(stored: records.bytes.span.bytes.extracting(start..<end))
      start = end
    }
    var appended: [Event] = []
    log.visitEvents(
      from: EventID(Int32(before + 1)), through: log.newestEvent(), backwards: false,
      damaged: { _ in },
      { event, _ in
        appended.append(copy event)
        return true
      })
    for event in appended where !timeline.append(event) { timeline.refold(log) }
    events += appended
    return appended
  }

  /// Starts again with the content of the log.
  public mutating func reopen() {
    timeline = timeline.restarted
    timeline.catchUp(log)
  }

  private mutating func append(_ body: Body) {
    var draft = Draft()
    draft.append(body)
    append(draft)
  }

  // MARK: Marks and branches

  /// Sets a mark, or removes it if the event is zero.
  public mutating func mark(_ name: String, _ moment: EventID) {
    var draft = Draft()
    var body = Marked()
    body.name = draft.text(name)
    body.moment = moment
    draft.append(.time(.marked(body)))
    append(draft)
  }

  /// Starts a branch of the current lineage, and returns its id.
  @discardableResult
  public mutating func branch(_ name: String, from moment: EventID) -> BranchID {
    var draft = Draft()
    var body = Branched()
    body.name = draft.text(name)
    body.from = moment
    draft.append(.time(.branched(body)))
    return BranchID(append(draft)[0].sequence)
  }

  /// Switches to another branch, if it exists.
  public mutating func switchBranch(to branch: BranchID) {
    timeline = timeline.branch(branch, log) ?? timeline
  }
}
