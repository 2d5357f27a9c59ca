public import BrowserModel

/// Random steps of a session: mostly actions, and sometimes undo and redo.
///
/// In any process, the same seed and the same states result in the same steps.
public struct RandomSteps: Sendable {
  private var actions: RandomActions

  public init(seed: UInt64) { actions = RandomActions(seed: seed) }

  public mutating func next(_ state: ProfileState) -> RandomStep {
    switch actions.random.below(16) {
    case 0: return .undo
    case 1: return .redo
    default:
      let actor: Event.Actor = actions.random.once(in: 6) ? .page : .user
      return .action(actions.next(state), by: actor)
    }
  }
}
