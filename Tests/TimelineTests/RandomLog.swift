import BrowserModel
import TestSupport
import Timeline

/// A random log in which much is undone and redone, in order and out of order, on several lines.
struct RandomLog {
  var driver: ModelDriver
  private var actions: RandomActions

  /// - Parameters:
  ///   - length: How many steps; each is some events, one or none.
  ///   - plain: How many steps for each fourteen are actions besides.
  init(seed: UInt64, length: Int, isPrivate: Bool = false, plain: Int = 0) {
    driver = ModelDriver(isPrivate: isPrivate)
    actions = RandomActions(seed: seed)
    for _ in 0..<length {
      switch actions.random.below(14 + plain) {
      case 0...1: driver.undo(times: 1 + actions.random.below(2))
      case 2: driver.redo()
      case 3...4: turnAnyBatch()
      case 5 where !isPrivate: turnToAnotherLine()
      default:
        let actor = actions.random.pick([Event.Actor.user, .user, .user, .page, .import])
        _ = driver.attempt(actions.next(driver.state), by: actor)
      }
    }
  }

  /// A lineage of the log, the main one or another.
  mutating func anyLine() -> BranchID {
    let branches = driver.timeline.branches.map(\.id)
    return branches.isEmpty ? .nothing : actions.random.pick(branches + [.nothing])
  }

  /// Takes back or brings back any batch, be it of another's, an undo's, not there yet or never.
  private mutating func turnAnyBatch() {
    guard let newest = driver.events.last?.sequence else { return }
    let batch =
      switch actions.random.below(8) {
      case 0: BatchID(newest.advanced(by: Int32(2 + actions.random.below(6))))
      case 1: BatchID(.last)
      default: actions.random.pick(driver.events).batch
      }
    driver.append(naming: batch, isUndo: !actions.random.once(in: 3))
  }

  private mutating func turnToAnotherLine() {
    switch actions.random.below(4) {
    case 0: driver.switchBranch(to: anyLine())
    case 1:
      let moment = actions.random.below(driver.events.count + 3)
      driver.mark(actions.random.pick(["a", "b"]), EventID(Int32(moment)))
    default:
      let moment = actions.random.below(driver.events.count + 3)
      let branch = driver.branch("line", from: EventID(Int32(moment)))
      if !actions.random.once(in: 3) { driver.switchBranch(to: branch) }
    }
  }
}
