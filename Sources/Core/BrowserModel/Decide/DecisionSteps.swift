/// Decides several steps of one action, each in the state that the steps before it leave.
///
/// The steps must not refer to texts of their own, as their drafts are put together.
struct DecisionSteps {
  /// The state with all steps folded that were decided so far.
  private(set) var now: Browser
  /// The events of all steps.
  private(set) var draft: Draft
  /// The number of steps that changed something.
  private(set) var count = 0
  private let library: Library
  private let next: EventID

  /// Creates steps that continue the draft of a decider that has decided nothing yet.
  init(_ decider: Decider) {
    now = decider.browser
    draft = decider.draft
    library = decider.library
    next = decider.next
  }

  /// Decides a step, and folds it. A step that would change nothing is passed over.
  mutating func decide(
    _ body: (inout Decider) throws(Refusal) -> Void
  ) throws(Refusal) {
    let upcoming = next.advanced(by: Int32(draft.bodies.count))
    var decider = Decider(ProfileState(browser: now, library: library), next: upcoming)
    do throws(Refusal) {
      try body(&decider)
    } catch {
      guard error.code == .nothingToDo else { throw error }
      return
    }
    guard !decider.draft.isEmpty else { return }
    count += 1
    for body in decider.draft.bodies {
      now.apply(
        Event(
          sequence: next.advanced(by: Int32(draft.bodies.count)), batch: BatchID(next),
          milliseconds: now.health.lastEventMilliseconds, body: body))
      draft.append(body)
    }
  }
}
