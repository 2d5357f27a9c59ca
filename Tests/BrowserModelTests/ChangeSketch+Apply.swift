import BrowserModel

extension ChangeSketch {
  /// Converts a state to another by applying changes. New items are copied from the other state.
  mutating func apply(_ changes: [Change], to goal: ChangeSketch) {
    var windowGoals: [(Int, WindowID)] = []
    var tabGoals: [(Place, TabID)] = []
    var bookmarkGoals: [(Place, BookmarkID)] = []
    for change in changes {
      switch change {
      case .window(let id, let change): apply(change, to: id, goal, &windowGoals)
      case .focus(_, let to): focus = to
      case .tab(let id, let change): apply(change, to: id, goal, &tabGoals)
      case .entry(let entry, let tab, let change): apply(change, to: entry, of: tab, goal)
      case .group(let id, let change): apply(change, to: id, goal)
      case .closed(let id, let change): apply(change, to: id, goal)
      case .bookmark(let id, let change): apply(change, to: id, goal, &bookmarkGoals)
      case .defaultZoom(_, let to): defaultZoom = to
      case .siteZoom(let name, _, let to): sites[name] = to.exists ? to : nil
      case .setting(let name, _, let to): settings[name] = to
      case .value(let owner, let from, let to):
        values[owner]?.remove(from)
        if to.exists { values[owner]?.insert(to) }
      }
    }
    for (index, id) in windowGoals.sorted(by: { $0.0 < $1.0 }) { windows.insert(id, at: index) }
    Self.enter(tabGoals, &orders)
    Self.enter(bookmarkGoals, &bookmarkOrders)
  }

  /// Moves new and moved items to their final positions, from left to right.
  private static func enter<ID>(
    _ goals: [(Place, ID)], _ orders: inout [EventID: [ID]]
  ) {
    for (place, id) in goals.sorted(by: { $0.0.index < $1.0.index }) {
      orders[place.container, default: []].insert(id, at: place.index)
    }
  }

  private mutating func apply(
    _ change: WindowChange, to id: WindowID, _ goal: ChangeSketch,
    _ goals: inout [(Int, WindowID)]
  ) {
    switch change {
    case .opened(let index):
      goals.append((index, id))
      frames[id] = goal.frames[id]
      orders[id.event] = []
      values[.window(id)] = goal.values[.window(id)]
    case .closed:
      windows.removeAll { $0 == id }
      frames[id] = nil
      orders[id.event] = nil
      values[.window(id)] = nil
    case .moved(_, let to):
      windows.removeAll { $0 == id }
      goals.append((to, id))
    case .placed(_, let to): frames[id]?.bounds = to
    case .shown(_, let to): frames[id]?.showState = to
    case .title(_, let to): frames[id]?.title = to
    case .selected(_, let to): frames[id]?.activeTab = to
    }
  }

  private mutating func apply(
    _ change: TabChange, to id: TabID, _ goal: ChangeSketch, _ goals: inout [(Place, TabID)]
  ) {
    switch change {
    case .opened(let place):
      goals.append((place, id))
      tabs[id] = goal.tabs[id]
      values[.tab(id)] = goal.values[.tab(id)]
    case .closed(let place):
      orders[place.container]?.removeAll { $0 == id }
      tabs[id] = nil
      values[.tab(id)] = nil
    case .moved(let from, let to):
      orders[from.container]?.removeAll { $0 == id }
      goals.append((to, id))
    case .pinned(let isPinned): tabs[id]?.isPinned = isPinned
    case .muted(let isMuted): tabs[id]?.isMuted = isMuted
    case .grouped(_, let to): tabs[id]?.group = to
    case .opener(_, let to): tabs[id]?.opener = to
    case .current(_, let to): tabs[id]?.current = to
    case .pending(_, let to): tabs[id]?.pending = to
    case .status(_, let to):
      tabs[id]?.status = to
      // The event of the failure is in the state. The change only states that it differs.
      tabs[id]?.failure = goal.tabs[id]?.failure
    case .temporaryZoom(_, let to): tabs[id]?.temporaryZoom = to
    }
  }

  private mutating func apply(
    _ change: EntryChange, to entry: EntryID, of tab: TabID, _ goal: ChangeSketch
  ) {
    let position = tabs[tab]?.entries.firstIndex { $0.entry == entry } ?? -1
    switch change {
    case .gained(let index):
      guard let facts = goal.tabs[tab]?.entries[index] else { return }
      // Lost entries after this entry are reported later.
      tabs[tab]?.entries.insert(facts, at: index)
    case .lost: tabs[tab]?.entries.remove(at: position)
    case .page(_, let to): tabs[tab]?.entries[position].content = to
    case .title(_, let to): tabs[tab]?.entries[position].title = to
    case .scroll(_, let to): tabs[tab]?.entries[position].scroll = to
    case .picture(_, let to): tabs[tab]?.entries[position].picture = to
    case .marks(_, let to): tabs[tab]?.entries[position].marks = to
    }
  }

  private mutating func apply(_ change: GroupChange, to id: GroupID, _ goal: ChangeSketch) {
    switch change {
    case .made:
      groups[id] = goal.groups[id]
      values[.group(id)] = goal.values[.group(id)]
    case .gone:
      groups[id] = nil
      values[.group(id)] = nil
    case .title(_, let to): groups[id]?.title = to
    case .color(_, let to): groups[id]?.color = to
    case .collapsed(let isCollapsed): groups[id]?.isCollapsed = isCollapsed
    }
  }

  private mutating func apply(_ change: ClosedChange, to id: ClosedItemID, _ goal: ChangeSketch) {
    switch change {
    case .gained(let index): closed.insert(goal.closed[index], at: index)
    case .lost: closed.removeAll { $0.id == id }
    case .changed:
      guard let position = closed.firstIndex(where: { $0.id == id }),
        let item = goal.closed.first(where: { $0.id == id })
      else { return }
      closed[position] = item
    }
  }

  private mutating func apply(
    _ change: BookmarkChange, to id: BookmarkID, _ goal: ChangeSketch,
    _ goals: inout [(Place, BookmarkID)]
  ) {
    switch change {
    case .added(let place):
      goals.append((place, id))
      bookmarks[id] = goal.bookmarks[id]
      if goal.bookmarkOrders[id.event] != nil { bookmarkOrders[id.event] = [] }
    case .removed(let place):
      bookmarkOrders[place.container]?.removeAll { $0 == id }
      bookmarkOrders[id.event] = nil
      bookmarks[id] = nil
    case .moved(let from, let to):
      bookmarkOrders[from.container]?.removeAll { $0 == id }
      bookmarks[id]?.parent = BookmarkID(to.container)
      goals.append((to, id))
    case .title(_, let to): bookmarks[id]?.title = to
    case .url(_, let to): bookmarks[id]?.url = to
    case .tags(_, let to): bookmarks[id]?.tags = to
    case .keyword(_, let to): bookmarks[id]?.keyword = to
    case .note(_, let to): bookmarks[id]?.note = to
    }
  }
}
