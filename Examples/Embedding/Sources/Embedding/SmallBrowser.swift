import Addresses
import BrowserModel
import Timeline

/// The core in an app: a log in memory, its fold, and actions that become events.
///
/// A browser with an engine does nothing else; it also tells the engine what each tab should show
/// now, after every change (`EngineDriver`).
struct SmallBrowser {
  private(set) var log = MemoryEvents()
  private(set) var timeline = Timeline()
  /// The time is the app's to tell: the core has no clock.
  private var milliseconds: Int64 = 1_767_225_600_000

  /// What is open now.
  var state: Browser { timeline.browser }

  /// Does what somebody wants, or throws why not.
  @discardableResult
  mutating func perform(_ action: Action) throws(Refusal) -> [Event] {
    append(try timeline.readState(log).decide(action, next: log.next, text: log))
  }

  /// Goes where the words in the address field lead, as a URL or as a search.
  mutating func type(_ words: String) throws(Refusal) {
    let resolution = Typed.resolve(words)
    guard let url = resolution.url else { throw Refusal(.invalidAddress, resolution.reason) }
    let destination = Destination(
      url.href, input: words, reason: "\(Policy.retrace.name): \(resolution.reason)",
      searchWords: resolution.words, transition: resolution.kind == .search ? .generated : .typed)
    try perform(.go(activeTab?.id, destination))
  }

  /// Takes back what was done last, with one more event; false when there is nothing.
  mutating func undo() -> Bool {
    guard let batch = timeline.batchToUndo(log) else { return false }
    var undone = BatchNamed()
    undone.batch = batch
    var draft = Draft()
    draft.append(.time(.undone(undone)))
    append(draft)
    return true
  }

  var activeTab: Tab? {
    state.window(state.focusedWindow).flatMap { state.tab($0.activeTab) }
  }

  /// Numbers the events of a draft, appends them to the log, and folds them.
  @discardableResult
  private mutating func append(_ draft: Draft) -> [Event] {
    milliseconds += 1_000
    let batch = BatchID(log.next)
    var events: [Event] = []
    for body in draft.bodies {
      let event = Event(
        sequence: log.next, batch: batch, milliseconds: milliseconds, actor: .user, body: body)
      log.append(event, words: draft.bytes)
      // An undo changes what was: the log is folded anew.
      if !timeline.append(event) { timeline.refold(log) }
      events.append(event)
    }
    return events
  }
}
