public import BrowserModel

/// One thing that somebody does with a session.
public enum RandomStep: Sendable {
  case wish(Action, by: Event.Actor)
  case undo
  case redo
}

/// Random steps of a session: mostly wishes, now and then undo and redo.
///
/// The same seed and the same states give the same steps, in any process.
public struct RandomSteps: Sendable {
  private var wishes: RandomWishes

  public init(seed: UInt64) { wishes = RandomWishes(seed: seed) }

  public mutating func next(_ browser: Browser) -> RandomStep {
    switch wishes.random.below(16) {
    case 0: return .undo
    case 1: return .redo
    default:
      let actor: Event.Actor = wishes.random.once(in: 6) ? .page : .user
      return .wish(wishes.next(browser), by: actor)
    }
  }
}
