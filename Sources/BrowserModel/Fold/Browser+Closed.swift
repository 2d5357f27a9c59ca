/// The list of closed items (T4).
extension Browser {
  /// Keeps a closed tab: as an item of its own, or with others that closed with it.
  mutating func keep(_ tab: ClosedTab, item: Sequence) {
    if let last = closed.indices.last, closed[last].id == item, closed[last].kind != .window {
      closed[last].kind = .tabs
      closed[last].tabs.append(tab)
      return
    }
    keep(
      ClosedItem(
        id: item, kind: .tab, window: tab.tab.window, bounds: .unknown, showState: .normal,
        activeTab: .nothing, tabs: [tab]))
  }

  mutating func keep(_ item: ClosedItem) {
    closed.append(item, limit: Self.closedLimit)
  }

  /// Takes one tab out of a closed item; what is left of the item stays.
  mutating func takeClosed(_ tab: Sequence, item: Sequence) -> ClosedTab? {
    guard let position = closed.lastIndex(where: { $0.id == item }),
      let index = closed[position].tabs.firstIndex(where: { $0.tab.id == tab })
    else { return nil }
    let taken = closed[position].tabs.remove(at: index)
    if closed[position].tabs.isEmpty {
      closed.remove(at: position)
    } else if closed[position].tabs.count == 1, closed[position].kind == .tabs {
      closed[position].kind = .tab
    }
    return taken
  }

  /// A tab that is open again is not closed.
  mutating func dropClosed(_ tab: Sequence) {
    for item in closed where item.tabs.contains(where: { $0.tab.id == tab }) {
      _ = takeClosed(tab, item: item.id)
    }
  }
}
