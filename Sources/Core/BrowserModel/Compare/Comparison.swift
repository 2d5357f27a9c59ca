/// Two states of a browser, and the differences found between them. Each method compares one part
/// and appends the differences that it finds.
struct Comparison {
  /// The first state.
  let former: Browser
  /// The second state.
  let latter: Browser
  /// The differences, in the order of the report.
  var changes: [Change] = []

  init(from former: Browser, to latter: Browser) {
    self.former = former
    self.latter = latter
  }

  /// Compares the default zoom, and the zoom of sites by merging both tables.
  mutating func compareZoom() {
    if former.zoom.default != latter.zoom.default {
      changes.append(.defaultZoom(from: former.zoom.default, to: latter.zoom.default))
    }
    // Both lists are ordered by name. Names of the private log are ordered by magnitude.
    let old = former.zoom.sites.all
    let new = latter.zoom.sites.all
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      let oldName = oldIndex < old.count ? old[oldIndex].name.rawValue.magnitude : .max
      let newName = newIndex < new.count ? new[newIndex].name.rawValue.magnitude : .max
      let from = oldName <= newName ? old[oldIndex] : nil
      let to = newName <= oldName ? new[newIndex] : nil
      compare(from, to)
      if from != nil { oldIndex += 1 }
      if to != nil { newIndex += 1 }
    }
  }

  /// Reports a site whose level differs. Nil means that a state does not contain the site.
  private mutating func compare(_ from: Zoom.Site?, _ to: Zoom.Site?) {
    let former = from?.level ?? .none
    let latter = to?.level ?? .none
    guard former != latter, let name = from?.name ?? to?.name else { return }
    changes.append(.siteZoom(name, from: former, to: latter))
  }

  /// Compares the groups. A browser has few groups.
  mutating func compareGroups() {
    for group in former.groups where latter.group(group.id) == nil {
      changes.append(.group(group.id, .gone))
    }
    for group in latter.groups {
      guard let old = former.group(group.id) else {
        changes.append(.group(group.id, .made))
        continue
      }
      if old.title != group.title {
        changes.append(.group(group.id, .title(from: old.title, to: group.title)))
      }
      if old.color != group.color {
        changes.append(.group(group.id, .color(from: old.color, to: group.color)))
      }
      if old.isCollapsed != group.isCollapsed {
        changes.append(.group(group.id, .collapsed(group.isCollapsed)))
      }
    }
  }
}

extension Comparison {
  /// Compares the windows, their order and the focus.
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
    let oldIndexes = new.map { previousIndex(of: $0.id, indexesBySlot) }
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

  /// Returns the index of a window in the first state, or nil if the window was not open.
  private func previousIndex(of window: WindowID, _ indexes: ContiguousArray<Int>) -> Int? {
    former.window(window) == nil ? nil : indexes[former.windowTable.slot(of: window)]
  }

  /// Compares a window that is open in both states, except for its tabs.
  private mutating func compare(_ old: Window, _ new: Window) {
    if old.bounds != new.bounds {
      changes.append(.window(new.id, .placed(from: old.bounds, to: new.bounds)))
    }
    if old.showState != new.showState {
      changes.append(.window(new.id, .shown(from: old.showState, to: new.showState)))
    }
    if old.title != new.title {
      changes.append(.window(new.id, .title(from: old.title, to: new.title)))
    }
    if old.activeTab != new.activeTab {
      changes.append(.window(new.id, .selected(from: old.activeTab, to: new.activeTab)))
    }
  }

  /// Compares the closed items. The lists are short (``Browser/closedLimit``), so a linear search
  /// is enough.
  mutating func compareClosed() {
    let old = ContiguousArray(former.closed)
    let new = ContiguousArray(latter.closed)
    for index in old.indices where position(of: old[index].id, in: new) == nil {
      changes.append(.closed(old[index].id, .lost(index: index)))
    }
    for index in new.indices {
      let id = new[index].id
      if let position = position(of: id, in: old) {
        if !hasSameContent(old[position], new[index]) { changes.append(.closed(id, .changed)) }
      } else {
        changes.append(.closed(id, .gained(index: index)))
      }
    }
  }

  private func position(of id: ClosedItemID, in items: ContiguousArray<ClosedItem>) -> Int? {
    items.firstIndex { $0.id == id }
  }

  /// Whether all compared properties of two closed items are equal.
  private func hasSameContent(_ old: ClosedItem, _ new: ClosedItem) -> Bool {
    guard old != new else { return true }
    guard old.kind == new.kind, old.window == new.window, old.bounds == new.bounds,
      old.showState == new.showState, old.title == new.title, old.activeTab == new.activeTab,
      old.tabs.count == new.tabs.count
    else { return false }
    for index in old.tabs.indices where !hasSameContent(old.tabs[index], new.tabs[index]) {
      return false
    }
    return true
  }

  /// Whether all compared properties of two closed tabs are equal.
  private func hasSameContent(_ old: ClosedTab, _ new: ClosedTab) -> Bool {
    guard old.values == new.values, old.tab.id == new.tab.id, old.index == new.index,
      old.opener == new.opener,
      hasSameContent(old.group, new.group)
    else { return false }
    var inner = Comparison(from: former, to: latter)
    inner.compare(old.tab, new.tab)
    return inner.changes.isEmpty
  }

  /// Whether two groups look the same.
  private func hasSameContent(_ old: TabGroup?, _ new: TabGroup?) -> Bool {
    old?.id == new?.id && old?.title == new?.title && old?.color == new?.color
      && old?.isCollapsed == new?.isCollapsed
  }
}
