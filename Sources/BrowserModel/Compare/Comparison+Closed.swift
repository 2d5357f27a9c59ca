extension Comparison {
  /// The list is short (``Browser/closedLimit``), so that a search in it costs little.
  mutating func compareClosed() {
    for (index, item) in former.closed.enumerated() {
      if !latter.closed.contains(where: { $0.id == item.id }) {
        changes.append(.closed(item.id, .lost(index: index)))
      }
    }
    for (index, item) in latter.closed.enumerated() {
      guard let old = former.closed.first(where: { $0.id == item.id }) else {
        changes.append(.closed(item.id, .gained(index: index)))
        continue
      }
      if !saysTheSame(old, item) { changes.append(.closed(item.id, .changed)) }
    }
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
