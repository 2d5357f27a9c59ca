public import BrowserModel
public import Timeline

/// The whole pipeline in memory: a wish becomes events, they are appended to a log and folded.
public struct ModelDriver: Sendable {
  public private(set) var log = MemoryEvents()
  public private(set) var timeline = Timeline()
  /// The events of the log with nothing left out.
  public private(set) var events: [Event] = []
  /// What the clock says; it goes on by a second with every action.
  public var milliseconds: Int64 = 1_700_000_000_000

  public init() {}

  public var browser: Browser { timeline.browser }

  /// Does what a wish asks for, as one batch.
  @discardableResult
  public mutating func perform(
    _ action: Action, by actor: Event.Actor = .user
  ) throws(Refusal) -> [Event] {
    append(try browser.decide(action, next: log.next, text: log), by: actor)
  }

  /// Appends facts, as one batch, whatever the state says of them.
  @discardableResult
  public mutating func append(_ draft: Draft, by actor: Event.Actor = .user) -> [Event] {
    milliseconds += 1_000
    let batch = log.next
    var appended: [Event] = []
    for body in draft.bodies {
      let event = Event(
        sequence: log.next, batch: batch, milliseconds: milliseconds, actor: actor, body: body)
      log.append(event, words: draft.bytes)
      appended.append(event)
      if !timeline.append(event) { timeline.refold(log) }
    }
    events += appended
    return appended
  }

  /// Takes back the newest batch that can be undone; false when there is none.
  public mutating func undo() -> Bool {
    turn(timeline.batchToUndo(log)) { .time(.undone($0)) }
  }

  /// Brings back what the newest undo took; false when there is nothing to bring back.
  public mutating func redo() -> Bool {
    turn(timeline.batchToRedo(log)) { .time(.redone($0)) }
  }

  private mutating func turn(_ batch: Sequence?, _ body: (BatchNamed) -> Body) -> Bool {
    guard let batch else { return false }
    var named = BatchNamed()
    named.batch = batch
    var draft = Draft()
    draft.append(body(named))
    append(draft)
    return true
  }
}
