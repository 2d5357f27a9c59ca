extension Comparison {
  mutating func compareWindows() {
    let old = former.windows
    let new = latter.windows
    var indexesBySlot = ContiguousArray(repeating: 0, count: former.windowTable.slots.count)
    for (index, window) in old.enumerated() {
      indexesBySlot[former.windowTable.slot(of: window.id)] = index
    }
    for (index, window) in old.enumerated() where latter.window(window.id) == nil {
      changes.append(.window(window.id, .closed(index: index)))
    }
    let oldIndexes = new.map { formerIndex(of: $0.id, indexesBySlot) }
    let moved = Moves.moved(ContiguousArray(oldIndexes.compactMap { $0 }))
    var kept = 0
    for (index, window) in new.enumerated() {
      guard let oldIndex = oldIndexes[index] else {
        changes.append(.window(window.id, .opened(index: index)))
        continue
      }
      if moved[kept] {
        changes.append(.window(window.id, .moved(from: oldIndex, to: index)))
      }
      kept += 1
      compare(old[oldIndex], window)
    }
    if former.focusedWindow != latter.focusedWindow {
      changes.append(.focus(from: former.focusedWindow, to: latter.focusedWindow))
    }
  }

  private func formerIndex(of window: EventID, _ indexes: ContiguousArray<Int>) -> Int? {
    former.window(window) == nil ? nil : indexes[former.windowTable.slot(of: window)]
  }

  private mutating func compare(_ old: Window, _ new: Window) {
    if old.bounds != new.bounds {
      changes.append(.window(new.id, .placed(from: old.bounds, to: new.bounds)))
    }
    if old.showState != new.showState {
      changes.append(.window(new.id, .shown(from: old.showState, to: new.showState)))
    }
    if old.activeTab != new.activeTab {
      changes.append(.window(new.id, .selected(from: old.activeTab, to: new.activeTab)))
    }
  }
}
