import BrowserModel
import RetraceTimeline
import TestSupport

/// A random log with many undos and redos, in order and out of order, on several lineages.
struct RandomLog {
  var driver: ModelDriver
  private var actions: RandomActions

  /// - Parameters:
  ///   - length: The number of steps. A step has some events, one or none.
  ///   - plain: The number of additional action steps for each fourteen steps.
  ///   - deviceCount: The number of other devices that share the library after the first steps.
  init(
    seed: UInt64, length: Int, isPrivate: Bool = false, plain: Int = 0, deviceCount: Int = 0
  ) {
    driver = ModelDriver(isPrivate: isPrivate)
    actions = RandomActions(seed: seed)
    let joining = actions.random.below(length / 2)
    for step in 0..<length {
      if deviceCount > 0, step == joining { join() }
      if deviceCount > 0, step > joining, actions.random.once(in: 2) {
        hear(of: 2 + UInt32(actions.random.below(deviceCount)))
        continue
      }
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

  /// A lineage of the log: the main lineage or another one.
  mutating func anyLine() -> BranchID {
    let branches = driver.timeline.branches.map(\.id)
    return branches.isEmpty ? .nothing : actions.random.pick(branches + [.nothing])
  }

  /// Undoes or redoes an arbitrary batch, which may belong to another device, be an undo itself, or
  /// not exist.
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

  /// Joins the other devices. This happens on the main branch, as in every front end.
  private mutating func join() {
    driver.switchBranch(to: .nothing)
    var draft = Draft()
    var body = DeviceJoined()
    body.number = 1
    body.name = draft.text("desk")
    draft.append(.device(.joined(body)))
    driver.append(draft)
  }

  /// Receives something: an action of another device, an undo by it, or the acceptance of a batch.
  private mutating func hear(of device: UInt32) {
    var draft = Draft()
    switch actions.random.below(6) {
    case 0:
      var body = EventsAccepted()
      let newest = driver.events.last?.sequence ?? .nothing
      body.through = newest.advanced(by: -Int32(actions.random.below(8)))
      // After the order was lost, batches of another device are accepted again.
      body.device = actions.random.once(in: 2) ? Int32(device) : 0
      draft.append(.device(.accepted(body)))
      driver.append(draft)
    case 1 where actions.random.once(in: 3):
      draft.append(.device(.orderLost))
      driver.append(draft)
    case 1:
      var body = BatchNamed()
      body.batch = actions.random.pick(driver.events).batch
      draft.append(.time(actions.random.once(in: 3) ? .redone(body) : .undone(body)))
      driver.append(draft, of: device)
    default:
      // Uses the library of this device, which is similar enough to that of the other one.
      let state = ProfileState(
        browser: driver.timeline.device(device, driver.log)?.browser ?? Browser(),
        library: driver.library)
      let action =
        actions.random.once(in: 2)
        ? actions.bookmarking(state.library.bookmarks) : actions.next(state)
      do throws(Refusal) {
        draft = try state.decide(action, next: driver.log.next, text: driver.log)
        driver.append(draft, of: device)
      } catch {
        return
      }
    }
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
