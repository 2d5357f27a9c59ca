import BrowserModel
import TestSupport
import Timeline

/// A random log in which much is undone and redone, in order and out of order, on several lines.
struct RandomLog {
  var driver: ModelDriver
  private var wishes: RandomWishes

  /// - Parameter length: How many steps; each is some events, one or none.
  init(seed: UInt64, length: Int, isPrivate: Bool = false) {
    driver = ModelDriver(isPrivate: isPrivate)
    wishes = RandomWishes(seed: seed)
    for _ in 0..<length {
      switch wishes.random.below(14) {
      case 0...1: driver.undo(times: 1 + wishes.random.below(2))
      case 2: driver.redo()
      case 3...4: turnAnyBatch()
      case 5 where !isPrivate: turnToAnotherLine()
      default:
        let actor = wishes.random.pick([Event.Actor.user, .user, .user, .page, .import])
        _ = driver.attempt(wishes.next(driver.browser), by: actor)
      }
    }
  }

  /// A lineage of the log, the main one or another.
  mutating func anyLine() -> EventID {
    let branches = driver.timeline.branches.map(\.id)
    return branches.isEmpty ? .nothing : wishes.random.pick(branches + [.nothing])
  }

  /// Takes back or brings back any batch, be it of another's, an undo's, not there yet or never.
  private mutating func turnAnyBatch() {
    guard let newest = driver.events.last?.sequence else { return }
    let batch =
      switch wishes.random.below(8) {
      case 0: newest.advanced(by: Int32(2 + wishes.random.below(6)))
      case 1: EventID.last
      default: wishes.random.pick(driver.events).batch
      }
    driver.append(naming: batch, isUndo: !wishes.random.once(in: 3))
  }

  private mutating func turnToAnotherLine() {
    switch wishes.random.below(4) {
    case 0: driver.switchBranch(to: anyLine())
    case 1:
      let moment = wishes.random.below(driver.events.count + 3)
      driver.mark(wishes.random.pick(["a", "b"]), EventID(Int32(moment)))
    default:
      let moment = wishes.random.below(driver.events.count + 3)
      let branch = driver.branch("line", from: EventID(Int32(moment)))
      if !wishes.random.once(in: 3) { driver.switchBranch(to: branch) }
    }
  }
}
