internal import BrowserModel
internal import Store
internal import Timeline

/// What the commands about branches share.
extension Shell {
  func beginBranch(_ name: String, at point: Point?) throws(CommandFailure) -> Answer {
    let moment = try ownMoment(point)
    let performed = try writing { store throws(StoreFailure) in
      try store.branch(name, at: moment, by: Origin(.user, via: .console))
    }
    let from = moment ?? performed.sequence.advanced(by: -1)
    let place: VisibleText = from.exists ? "at #\(from.rawValue)" : "at the start"
    return answer(performed, "began branch \(name) \(place); “switch \(name)” goes there")
  }

  func hide(_ name: String, _ isHidden: Bool) throws(CommandFailure) -> Answer {
    let id = try branch(named: name)
    guard id.exists else {
      throw CommandFailure("notAllowed", "The main line is always listed.")
    }
    let performed = try writing { store throws(StoreFailure) in
      try store.hideBranch(id, isHidden, by: Origin(.user, via: .console))
    }
    return answer(performed, isHidden ? "hid branch \(name)" : "branch \(name) is listed again")
  }

  /// Goes over to a branch, at its present.
  mutating func go(toBranch name: String) throws(CommandFailure) {
    let id = try branch(named: name)
    do throws(StoreFailure) {
      try store.switchBranch(to: id)
    } catch {
      throw CommandFailure(error)
    }
    past = nil
  }

  func branchesAnswer(all: Bool) throws(CommandFailure) -> Answer {
    let tree = BranchTree(
      try pointNames(), counts: eventCounts, current: store.timeline.lineage.branch, all: all)
    return printsJSON ? tree.json : tree.answer(self)
  }

  /// How many events each branch has of its own; what is on none of the others is on the main line.
  private var eventCounts: [EventID: Int] {
    let timeline = store.timeline
    var counts = timeline.branchCounts
    let others = counts.values.reduce(timeline.damaged.count, +)
    counts[.nothing] = Int(timeline.position.rawValue) - others
    return counts
  }
}
