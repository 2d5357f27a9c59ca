extension Decider {
  /// Moves by key, a place at a time.
  mutating func move(_ id: EventID, by places: Int) throws(Refusal) {
    let tab = try record(id)
    let window = try window(of: tab)
    guard let start = window.position(of: id) else { return }
    var row = window.tabs
    row.remove(at: start)
    var walk = Walk(position: start, group: tab.group)
    for _ in 0..<min(places.magnitude, UInt(2 * row.count)) {
      guard step(&walk, of: tab, in: row, forward: places > 0) else { break }
    }
    guard walk != Walk(position: start, group: tab.group) else {
      throw Refusal(.nothingToDo, "The tab cannot be moved further that way.")
    }
    var body = TabMoved()
    body.tab = id
    body.window = window.id
    body.index = Int32(walk.position)
    body.group = walk.group
    append(.tab(.moved(body)))
  }

  /// Where a tab that is moved by key stands in the row of the others, and its group there.
  private struct Walk: Equatable {
    var position: Int
    var group: EventID
  }

  /// At the edge of a group the tab first leaves or joins it where it stands, also where the row or its
  /// part ends; a collapsed group is jumped over (Chromium, `TabStripModel::MoveTabRelative`). A tab that
  /// is all its group stays, as Chromium's traces show. Tells whether something changed.
  private func step(
    _ walk: inout Walk, of tab: TabRecord, in row: ContiguousArray<EventID>, forward: Bool
  ) -> Bool {
    let next = forward ? walk.position : walk.position - 1
    guard row.indices.contains(next), let neighbour = browser.record(row[next]),
      neighbour.isPinned == tab.isPinned
    else { return leaveGroup(&walk, of: tab) }
    if neighbour.group == walk.group {
      walk.position += forward ? 1 : -1
    } else if walk.group.exists {
      return leaveGroup(&walk, of: tab)
    } else if let group = browser.group(neighbour.group), group.isCollapsed {
      let othersCount = group.count - (tab.group == group.id ? 1 : 0)
      walk.position += forward ? othersCount : -othersCount
    } else {
      walk.group = neighbour.group
    }
    return true
  }

  private func leaveGroup(_ walk: inout Walk, of tab: TabRecord) -> Bool {
    guard walk.group.exists,
      walk.group != tab.group || browser.group(walk.group)?.count != 1
    else { return false }
    walk.group = .nothing
    return true
  }
}
