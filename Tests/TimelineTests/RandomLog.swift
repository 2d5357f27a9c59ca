import BrowserModel
import TestSupport
import Timeline

/// A random log in which much is undone and redone, in order and out of order.
struct RandomLog {
  private(set) var driver = ModelDriver()

  init(seed: UInt64, length: Int) {
    var wishes = RandomWishes(seed: seed)
    for _ in 0..<length {
      switch wishes.random.below(12) {
      case 0...1: driver.undo()
      case 2: driver.redo()
      case 3: turnAnyBatch(&wishes.random)
      default:
        let actor = wishes.random.pick([Event.Actor.user, .user, .user, .page, .import])
        _ = driver.attempt(wishes.next(driver.browser), by: actor)
      }
    }
  }

  /// Takes back or brings back any batch, be it of another's or not there at all.
  private mutating func turnAnyBatch(_ random: inout SplitMix64) {
    guard !driver.events.isEmpty else { return }
    let batch = random.once(in: 10) ? Sequence(.max) : random.pick(driver.events).batch
    driver.append(naming: batch, isUndo: random.once(in: 2))
  }
}
