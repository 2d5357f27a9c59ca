/// Moves of several tabs, and of a group with all its tabs.
extension Decider {
  /// Moves a group within its window or to another window.
  func move(_ id: GroupID, to index: Int?, window target: WindowID?) throws(Refusal) {
    guard let group = browser.group(id) else { throw noSuchGroup(id) }
    let source = try window(group.window)
    let destination = try target.map { id throws(Refusal) in try window(id) } ?? source
    let others = destination.tabs.filter { browser.record($0)?.group != id }
    let wanted = index ?? others.count
    guard (0...others.count).contains(wanted) else { throw noSuchPosition(others.count) }
    let clamped = min(max(wanted, destination.pinnedCount), others.count)
    if destination.id == source.id, others.count > 0 || source.tabs.count == group.count {
      let first = source.tabs.firstIndex { browser.record($0)?.group == id }
      guard first != endOfGroup(around: clamped, in: others) else {
        throw Refusal(.nothingToDo, "The group is already at that position.")
      }
    }
    appendMoved(group, to: destination.id, index: clamped, from: source)
  }

  /// Moves a group into a new window.
  func moveToNewWindow(_ id: GroupID) throws(Refusal) {
    guard let group = browser.group(id) else { throw noSuchGroup(id) }
    let source = try window(group.window)
    guard source.tabs.count > group.count else {
      throw Refusal(.nothingToDo, "The group is already alone in its window.")
    }
    carryToNewWindow(group, from: source)
  }

  /// Moves tabs next to each other.
  func move(_ ids: [TabID], to index: Int?, window target: WindowID?) throws(Refusal) {
    guard let first = ids.first else { throw Refusal(.nothingToDo, "There is no tab to move.") }
    let units = try units(of: ids)
    let own = try window(of: record(first))
    let destination = try target.map { id throws(Refusal) in try window(id) } ?? own
    let moving = Set(ids)
    let others = destination.tabs.filter { !moving.contains($0) }
    let wanted = index ?? others.count
    guard (0...others.count).contains(wanted) else { throw noSuchPosition(others.count) }
    var steps = DecisionSteps(self)
    var neighbour = wanted > 0 ? others[wanted - 1] : TabID.nothing
    for unit in units {
      let row = steps.now.window(destination.id)?.tabs.filter { !unit.tabs.contains($0) } ?? []
      let place = row.firstIndex(of: neighbour).map { $0 + 1 } ?? 0
      try steps.decide { (decider) throws(Refusal) in
        switch unit {
        case .tab(let tab): try decider.move(tab, to: place, window: destination.id)
        case .group(let group, _): try decider.move(group, to: place, window: destination.id)
        }
      }
      neighbour = unit.tabs.last ?? neighbour
    }
    guard steps.count > 0 else {
      throw Refusal(
        .nothingToDo,
        ids.count == 1
          ? "The tab is already at that position." : "The tabs are already at that position.")
    }
    draft = steps.draft
  }

  /// Moves tabs into one new window. If the active tab of the first tab's window is among the moved
  /// tabs, it stays active.
  func moveToNewWindow(_ ids: [TabID]) throws(Refusal) {
    guard let first = ids.first else { throw Refusal(.nothingToDo, "There is no tab to move.") }
    let units = try units(of: ids)
    let source = try window(of: record(first))
    let moving = Set(ids)
    guard moving.count != source.tabs.count || !source.tabs.allSatisfy(moving.contains) else {
      throw Refusal(
        .nothingToDo,
        ids.count == 1
          ? "The tab is already alone in its window."
          : "The tabs are already alone in a window."
      )
    }
    let window = WindowID(upcoming)
    var steps = DecisionSteps(self)
    for (offset, unit) in units.enumerated() {
      try steps.decide { (decider) throws(Refusal) in
        switch unit {
        case .tab(let tab):
          guard offset == 0 else {
            return try decider.move(
              tab, to: decider.window(window).tabs.count, window: window)
          }
          decider.carryToNewWindow(tab, from: try decider.window(of: decider.record(tab)))
        case .group(let id, _):
          guard offset == 0, let group = decider.browser.group(id) else {
            return try decider.move(id, to: nil, window: window)
          }
          decider.carryToNewWindow(group, from: try decider.window(group.window))
        }
      }
    }
    if moving.contains(source.activeTab), let made = steps.now.window(window),
      made.activeTab != source.activeTab
    {
      try steps.decide { (decider) throws(Refusal) in
        try decider.select(source.activeTab, byUser: false)
      }
    }
    draft = steps.draft
  }

  /// Records that a window opens with a group from another window. The group is expanded, because
  /// it contains the active tab of the new window. If the group contained the active tab of its
  /// previous window, that tab stays active.
  private func carryToNewWindow(_ group: TabGroup, from source: Window) {
    let window = WindowID(upcoming)
    append(.window(.opened(WindowOpened())))
    if group.isCollapsed { appendCollapsed(group.id, false) }
    appendMoved(group, to: window, index: 0, from: source)
    let members = source.tabs.filter { browser.record($0)?.group == group.id }
    guard members.first != source.activeTab, members.contains(source.activeTab) else { return }
    var body = TabSelected()
    body.tab = source.activeTab
    append(.tab(.selected(body)))
  }

  /// Records that a group moved. If the group contained the active tab of its previous window, also
  /// records which other tab of that window becomes active.
  private func appendMoved(
    _ group: TabGroup, to window: WindowID, index: Int, from source: Window
  ) {
    var body = GroupMoved()
    body.group = group.id
    body.window = window
    body.index = Int32(index)
    if window != source.id, browser.record(source.activeTab)?.group == group.id {
      let members = source.tabs.filter { browser.record($0)?.group == group.id }
      let left = source.tabs.filter { $0 == source.activeTab || !members.contains($0) }
      if left.count > 1 {
        body.successor = successor(
          of: source.activeTab, among: ContiguousArray(left),
          closed: Set(members).subtracting([source.activeTab]))
      }
    }
    append(.group(.moved(body)))
    reveal(body.successor)
  }

  /// Returns the index to the right of the group around an index, or the given index if it is not
  /// inside a group.
  private func endOfGroup(around index: Int, in tabs: [TabID]) -> Int {
    guard index > 0, index < tabs.count, let group = browser.record(tabs[index])?.group,
      group.exists, browser.record(tabs[index - 1])?.group == group
    else { return index }
    return (tabs.lastIndex { browser.record($0)?.group == group } ?? index) + 1
  }

  /// Returns the units to move: complete groups, and other tabs. Each tab is in exactly one unit.
  private func units(of ids: [TabID]) throws(Refusal) -> [MovedUnit] {
    let moving = Set(ids)
    var done: Set<TabID> = []
    var units: [MovedUnit] = []
    for id in ids where !done.contains(id) {
      let record = try record(id)
      if let group = browser.group(record.group), let window = browser.window(record.window) {
        let members = window.tabs.filter { browser.record($0)?.group == group.id }
        if members.allSatisfy(moving.contains) {
          units.append(.group(group.id, Array(members)))
          done.formUnion(members)
          continue
        }
      }
      units.append(.tab(id))
      done.insert(id)
    }
    return units
  }

  private func noSuchPosition(_ last: Int) -> Refusal {
    Refusal(.outOfRange, "The position must be between 1 and \(last + 1).")
  }
}

/// Tabs that move as one unit.
private enum MovedUnit {
  case tab(TabID)
  case group(GroupID, [TabID])

  /// The tabs, from left to right.
  var tabs: [TabID] {
    switch self {
    case .tab(let tab): [tab]
    case .group(_, let tabs): tabs
    }
  }
}
