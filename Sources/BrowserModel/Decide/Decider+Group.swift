extension Decider {
  /// Puts tabs side by side: a new group stands where the first of them stood; an existing one takes
  /// them in at its end.
  mutating func group(
    _ ids: [Sequence], into: Sequence?, title: String?, color: TabGroup.Color?
  ) throws(Refusal) {
    guard let first = ids.first else {
      throw Refusal(.nothingToDo, "There is no tab to group.")
    }
    let window = try window(of: tab(first))
    for id in ids {
      let tab = try tab(id)
      guard tab.window == window.id else {
        throw Refusal(.notAllowed, "The tabs of a group stand in one window.")
      }
      guard !tab.isPinned else {
        throw Refusal(.notAllowed, "A pinned tab cannot be grouped; unpin it first.")
      }
    }
    let wanted = Set(ids)
    let ordered = window.tabs.filter { wanted.contains($0) }
    if let into {
      guard let group = browser.group(into) else { throw noSuchGroup(into) }
      guard group.window == window.id else {
        throw Refusal(.notAllowed, "The group is in another window.")
      }
      join(ordered.filter { browser.tab($0)?.group != into }, to: into, in: window)
      if title != nil || color != nil { try change(into, title: title, color: color) }
      guard !draft.isEmpty else {
        throw Refusal(.nothingToDo, "The tabs are in that group already.")
      }
    } else {
      var body = GroupCreated()
      body.color = color ?? .grey
      body.title = try text(title)
      let group = upcoming
      append(.group(.created(body)))
      join(ordered, to: group, in: window)
    }
  }

  /// Each tab's event says where it stands after it, so the row is carried along.
  private mutating func join(
    _ tabs: [Sequence], to group: Sequence, in window: Window
  ) {
    var row = window.tabs
    var members = Set(row.filter { browser.tab($0)?.group == group })
    for id in tabs {
      guard let position = row.firstIndex(of: id) else { continue }
      row.remove(at: position)
      let end = row.lastIndex { members.contains($0) }.map { $0 + 1 }
      let index = end ?? freePosition(near: position, in: row)
      row.insert(id, at: index)
      members.insert(id)
      appendJoined(id, group: group, index: index)
    }
  }

  /// A new group does not tear another apart: it stands behind one that it would be inside of.
  private func freePosition(
    near position: Int, in row: ContiguousArray<Sequence>
  ) -> Int {
    guard position > 0, position < row.count,
      let left = browser.tab(row[position - 1])?.group, left.exists,
      browser.tab(row[position])?.group == left
    else { return position }
    let end = row.lastIndex { browser.tab($0)?.group == left }
    return (end ?? position) + 1
  }

  private mutating func appendJoined(_ id: Sequence, group: Sequence, index: Int) {
    var body = GroupJoined()
    body.tab = id
    body.group = group
    body.index = Int32(index)
    append(.group(.joined(body)))
  }

  /// A tab that leaves from inside its group goes behind it, one at an edge stays where it is.
  mutating func ungroup(_ ids: [Sequence]) throws(Refusal) {
    guard !ids.isEmpty else { throw Refusal(.nothingToDo, "There is no tab to ungroup.") }
    var rows: [Sequence: ContiguousArray<Sequence>] = [:]
    var left: Set<Sequence> = []
    for id in ids {
      let tab = try tab(id)
      guard tab.group.exists, !left.contains(id) else {
        throw Refusal(.nothingToDo, "Tab #\(id.rawValue) is in no group.")
      }
      var row = try row(of: tab, in: rows)
      let members = row.indices.filter {
        browser.tab(row[$0])?.group == tab.group && !left.contains(row[$0])
      }
      guard let position = row.firstIndex(of: id), let end = members.last else { continue }
      let index = position == members.first || position == end ? position : end
      row.remove(at: position)
      row.insert(id, at: index)
      left.insert(id)
      rows[tab.window] = row
      appendJoined(id, group: .nothing, index: index)
    }
  }

  private func row(
    of tab: Tab, in rows: [Sequence: ContiguousArray<Sequence>]
  ) throws(Refusal) -> ContiguousArray<Sequence> {
    if let row = rows[tab.window] { return row }
    return try window(of: tab).tabs
  }

  mutating func change(
    _ id: Sequence, title: String?, color: TabGroup.Color?
  ) throws(Refusal) {
    guard let group = browser.group(id) else { throw noSuchGroup(id) }
    var body = GroupChanged()
    body.group = id
    body.color = color ?? group.color
    body.title = try text(title)
    append(.group(.changed(body)))
  }

  mutating func collapse(_ id: Sequence, _ isCollapsed: Bool) throws(Refusal) {
    guard let group = browser.group(id) else { throw noSuchGroup(id) }
    guard group.isCollapsed != isCollapsed else {
      throw Refusal(
        .nothingToDo, isCollapsed ? "The group is collapsed." : "The group is expanded.")
    }
    var body = GroupCollapsed()
    body.group = id
    body.isCollapsed = isCollapsed
    append(.group(.collapsed(body)))
  }

  private func noSuchGroup(_ id: Sequence) -> Refusal {
    Refusal(.noSuchGroup, "There is no group #\(id.rawValue).")
  }
}
