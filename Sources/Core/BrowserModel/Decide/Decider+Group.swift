extension Decider {
  /// Creates a group of tabs, or adds the tabs to an existing group. Pinned tabs are unpinned
  /// (Chromium, `TabStripModel::AddToNewGroup`).
  func group<Source: TextSource & ~Copyable>(
    _ ids: [TabID], into: GroupID?, title: String?, color: TabGroup.Color?,
    text source: borrowing Source
  ) throws(Refusal) {
    guard let first = ids.first else {
      throw Refusal(.nothingToDo, "There is no tab to group.")
    }
    let window = try window(of: record(first))
    for id in ids {
      guard try record(id).window == window.id else {
        throw Refusal(.notAllowed, "The tabs of a group must be in the same window.")
      }
    }
    let wanted = Set(ids)
    let ordered = window.tabs.filter { wanted.contains($0) }
    if let into {
      try join(ordered, existing: into, in: window)
      if !draft.isEmpty, wanted.contains(window.activeTab),
        browser.group(into)?.isCollapsed ?? false
      {
        appendCollapsed(into, false)
      }
      if title != nil || color != nil {
        do throws(Refusal) {
          try change(into, title: title, color: color, text: source)
        } catch {
          guard error.code == .nothingToDo, !draft.isEmpty else { throw error }
        }
      }
      guard !draft.isEmpty else {
        throw Refusal(.nothingToDo, "The tabs are already in that group.")
      }
    } else {
      try join(ordered, newGroupWithTitle: title, color: color, in: window)
    }
  }

  /// Adds tabs to a group. Tabs to the left of the group join at its left end, other tabs at its
  /// right end.
  private func join(
    _ tabs: [TabID], existing id: GroupID, in window: Window
  ) throws(Refusal) {
    guard let group = browser.group(id) else { throw noSuchGroup(id) }
    guard group.window == window.id else {
      throw Refusal(.notAllowed, "The group is in another window.")
    }
    var order = unpinned(tabs, in: window)
    let members = order.filter { browser.record($0)?.group == id }
    guard let leftmost = members.first, let rightmost = members.last else { return }
    let joining = order.filter { tabs.contains($0) && !members.contains($0) }
    let start = order.firstIndex(of: leftmost) ?? 0
    let leftCount = joining.filter { order[..<start].contains($0) }.count
    join(
      joining.prefix(leftCount).reversed(), to: id, beside: leftmost, isBefore: true, order: &order)
    join(joining.dropFirst(leftCount), to: id, beside: rightmost, order: &order)
  }

  /// Creates a new group at the place of the first of its tabs, or to the right of the group that
  /// contained the first tab.
  private func join(
    _ tabs: [TabID], newGroupWithTitle title: String?,
    color: TabGroup.Color?, in window: Window
  ) throws(Refusal) {
    var order = unpinned(tabs, in: window)
    var body = GroupCreated()
    body.color = color ?? nextColor(in: window)
    body.title = try text(title)
    let group = GroupID(upcoming)
    append(.group(.created(body)))
    guard let first = order.first(where: { tabs.contains($0) }),
      let position = order.firstIndex(of: first)
    else { return }
    let index = freePosition(near: position, in: order)
    order.remove(at: position)
    order.insert(first, at: index)
    appendJoined(first, group: group, index: index)
    join(tabs.filter { $0 != first }, to: group, beside: first, order: &order)
  }

  /// Returns the colour that the fewest groups of a window have. Ties are resolved in favour of the
  /// first colour (Chromium, `TabGroupModel::GetNextColor`).
  private func nextColor(in window: Window) -> TabGroup.Color {
    let taken = browser.groups.filter { $0.window == window.id }.map { $0.color }
    var best = TabGroup.Color.grey
    var fewest = Int.max
    for color in TabGroup.Color.allCases {
      let count = taken.count { $0 == color }
      if count < fewest { (best, fewest) = (color, count) }
    }
    return best
  }

  /// Unpins tabs.
  ///
  /// - Returns: The tabs of the window in their resulting order.
  private func unpinned(
    _ tabs: [TabID], in window: Window
  ) -> ContiguousArray<TabID> {
    var order = window.tabs
    var pinnedCount = window.pinnedCount
    for id in tabs.reversed() where browser.record(id)?.isPinned == true {
      pinnedCount -= 1
      appendPinned(id, false, index: pinnedCount)
      order.removeAll { $0 == id }
      order.insert(id, at: pinnedCount)
    }
    return order
  }

  /// Places each tab next to the previous tab, and adds the tab to the group.
  ///
  /// Each event states the index after the move, so `order`, the tabs of the window, is updated
  /// with every move.
  private func join(
    _ tabs: some Collection<TabID>, to group: GroupID, beside first: TabID,
    isBefore: Bool = false, order: inout ContiguousArray<TabID>
  ) {
    var neighbour = first
    for id in tabs {
      order.removeAll { $0 == id }
      let index = (order.firstIndex(of: neighbour) ?? 0) + (isBefore ? 0 : 1)
      order.insert(id, at: index)
      appendJoined(id, group: group, index: index)
      neighbour = id
    }
  }

  /// Returns the index at which a new group can start. If the tab at the given index is in a group,
  /// this is the index of the last tab of that group, otherwise the given index.
  private func freePosition(
    near position: Int, in order: ContiguousArray<TabID>
  ) -> Int {
    guard let group = browser.record(order[position])?.group, group.exists else { return position }
    return order.lastIndex { browser.record($0)?.group == group } ?? position
  }

  /// Returns the group that a tab inserted at an index would be inside, or ``EventID/nothing``. A
  /// tab is inside a group if both its neighbours belong to the group (Chromium,
  /// `TabStripModel::AddTab`).
  func groupAround(_ index: Int, in window: Window) -> GroupID {
    guard index > 0, index < window.tabs.count,
      let left = browser.record(window.tabs[index - 1])?.group,
      left == browser.record(window.tabs[index])?.group
    else { return .nothing }
    return left
  }

  /// Records that a tab joined a group, or left its group if `group` is ``EventID/nothing``.
  private func appendJoined(_ id: TabID, group: GroupID, index: Int) {
    var body = GroupJoined()
    body.tab = id
    body.group = group
    body.index = Int32(index)
    append(.group(.joined(body)))
  }

  /// Removes tabs from their groups. Each tab moves to the nearer end of its group, so that the
  /// order of the tabs is preserved (Chromium, `TabStripModel::RemoveFromGroup`). Tabs without a
  /// group are ignored.
  func ungroup(_ ids: [TabID]) throws(Refusal) {
    guard !ids.isEmpty else { throw Refusal(.nothingToDo, "There is no tab to ungroup.") }
    var leaving: Set<TabID> = []
    for id in ids where try record(id).group.exists { leaving.insert(id) }
    guard !leaving.isEmpty else {
      throw Refusal(
        .nothingToDo,
        ids.count == 1
          ? "Tab #\(ids[0].rawValue) is not in a group." : "None of the tabs is in a group.")
    }
    for window in browser.windows {
      var order = window.tabs
      for group in browser.groups where group.window == window.id {
        ungroup(
          order.filter { browser.record($0)?.group == group.id }, leaving: leaving, order: &order)
      }
    }
  }

  /// Removes the tabs in `leaving` from a group. Tabs in the left half of the group move to its
  /// left, other tabs to its right.
  private func ungroup(
    _ members: [TabID], leaving: Set<TabID>, order: inout ContiguousArray<TabID>
  ) {
    guard let start = members.first.flatMap({ order.firstIndex(of: $0) }) else { return }
    let middle = members.count / 2
    var left = start
    for id in members.prefix(middle) where leaving.contains(id) {
      leaveGroup(id, to: left, order: &order)
      left += 1
    }
    var right = start + members.count - 1
    for id in members.dropFirst(middle).reversed() where leaving.contains(id) {
      leaveGroup(id, to: right, order: &order)
      right -= 1
    }
  }

  /// Removes a tab from its group and moves it to an index. Updates `order` as well.
  private func leaveGroup(
    _ id: TabID, to index: Int, order: inout ContiguousArray<TabID>
  ) {
    order.removeAll { $0 == id }
    order.insert(id, at: index)
    appendJoined(id, group: .nothing, index: index)
  }

  /// Changes the title or the colour of a group. Throws ``Refusal/Code/nothingToDo`` if the group
  /// already has this title and colour.
  func change<Source: TextSource & ~Copyable>(
    _ id: GroupID, title: String?, color: TabGroup.Color?, text source: borrowing Source
  ) throws(Refusal) {
    guard let group = browser.group(id) else { throw noSuchGroup(id) }
    let hasTitle = title == nil || isSameText(title, browser.title(of: group, text: source))
    guard !hasTitle || color ?? group.color != group.color else {
      throw Refusal(.nothingToDo, "The group already has that title and colour.")
    }
    var body = GroupChanged()
    body.group = id
    body.color = color ?? group.color
    body.title = try text(title)
    append(.group(.changed(body)))
  }

  /// Collapses or expands a group. Throws ``Refusal/Code/nothingToDo`` if the group already has
  /// this state.
  func collapse(_ id: GroupID, _ isCollapsed: Bool) throws(Refusal) {
    guard let group = browser.group(id) else { throw noSuchGroup(id) }
    guard group.isCollapsed != isCollapsed else {
      throw Refusal(
        .nothingToDo,
        isCollapsed ? "The group is already collapsed." : "The group is already expanded.")
    }
    if isCollapsed { try leave(group) }
    appendCollapsed(id, isCollapsed)
  }

  /// If the active tab is in a group that collapses, selects the next visible tab, preferably to
  /// the right (Chromium, `TabStripModel::GetNextExpandedActiveTab`).
  ///
  /// - Throws: ``Refusal/Code/notAllowed`` if no other tab of the window is visible.
  private func leave(_ group: TabGroup) throws(Refusal) {
    let window = try window(group.window)
    guard browser.record(window.activeTab)?.group == group.id,
      let last = window.tabs.lastIndex(where: { browser.record($0)?.group == group.id })
    else { return }
    let order = window.tabs[(last + 1)...] + window.tabs[..<last].reversed()
    let isSeen = { (id: TabID) in
      self.browser.record(id)?.group != group.id && !self.isCollapsed(id)
    }
    guard let next = order.first(where: isSeen) else {
      throw Refusal(
        .notAllowed,
        "The group contains the active tab, and no other tab of the window is visible.")
    }
    var body = TabSelected()
    body.tab = next
    append(.tab(.selected(body)))
  }

  /// Records that a group was collapsed or expanded.
  func appendCollapsed(_ group: GroupID, _ isCollapsed: Bool) {
    var body = GroupCollapsed()
    body.group = group
    body.isCollapsed = isCollapsed
    append(.group(.collapsed(body)))
  }

  func noSuchGroup(_ id: GroupID) -> Refusal {
    Refusal(.noSuchGroup, "There is no group #\(id.rawValue).")
  }
}
