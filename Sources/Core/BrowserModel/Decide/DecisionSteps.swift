/// Decides the steps of one action, each in the state that results from the previous steps.
///
/// The steps must not contain texts, because their drafts are concatenated.
struct DecisionSteps {
  /// The state after folding all steps decided so far.
  private(set) var now: Browser
  /// The events of all steps.
  private(set) var draft: Draft
  /// The number of steps that changed something.
  private(set) var count = 0
  private let library: Library
  private let next: EventID

  /// Creates steps that continue the draft of a decider, which must not have decided anything yet.
  init(_ decider: Decider) {
    now = decider.browser
    draft = decider.draft
    library = decider.library
    next = decider.next
  }

  /// Decides a step, and folds it. A step that would change nothing is skipped.
  mutating func decide(
    _ body: (Decider) throws(Refusal) -> Void
  ) throws(Refusal) {
    let upcoming = next.advanced(by: Int32(draft.bodies.count))
    let decider = Decider(ProfileState(browser: now, library: library), next: upcoming)
    do throws(Refusal) {
      try body(decider)
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
