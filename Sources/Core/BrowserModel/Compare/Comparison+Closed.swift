extension Comparison {
  /// The lists are short (``Browser/closedLimit``), so that a search in them costs little.
  mutating func compareClosed() {
    let old = ContiguousArray(former.closed)
    let new = ContiguousArray(latter.closed)
    for index in old.indices where position(of: old[index].id, in: new) == nil {
      changes.append(.closed(old[index].id, .lost(index: index)))
    }
    for index in new.indices {
      let id = new[index].id
      if let position = position(of: id, in: old) {
        if !saysTheSame(old[position], new[index]) { changes.append(.closed(id, .changed)) }
      } else {
        changes.append(.closed(id, .gained(index: index)))
      }
    }
  }

  private func position(of id: EventID, in items: ContiguousArray<ClosedItem>) -> Int? {
    items.firstIndex { $0.id == id }
  }

  private func saysTheSame(_ old: ClosedItem, _ new: ClosedItem) -> Bool {
    guard old != new else { return true }
    guard old.kind == new.kind, old.window == new.window, old.bounds == new.bounds,
      old.showState == new.showState, old.activeTab == new.activeTab,
      old.tabs.count == new.tabs.count
    else { return false }
    for index in old.tabs.indices where !saysTheSame(old.tabs[index], new.tabs[index]) {
      return false
    }
    return true
  }

  private func saysTheSame(_ old: ClosedTab, _ new: ClosedTab) -> Bool {
    guard old.tab.id == new.tab.id, old.index == new.index, old.opener == new.opener,
      saysTheSame(old.group, new.group)
    else { return false }
    var inner = Comparison(from: former, to: latter)
    inner.compare(old.tab, new.tab)
    return inner.changes.isEmpty
  }

  private func saysTheSame(_ old: TabGroup?, _ new: TabGroup?) -> Bool {
    old?.id == new?.id && old?.title == new?.title && old?.color == new?.color
      && old?.isCollapsed == new?.isCollapsed
  }
}
