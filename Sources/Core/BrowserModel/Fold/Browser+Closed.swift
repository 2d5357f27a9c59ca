/// The list of closed items (T4).
extension Browser {
  /// What is kept of a tab that closes; its index is still to be said. O(tabs) for one of a group.
  func closingRecord(_ slot: Int) -> ClosedTabRecord {
    let parent = openers.parent(of: slot, generation: 0)
    var record = ClosedTabRecord(
      tab: tabTable[slot], group: group(ofSlot: slot),
      opener: parent < 0 ? .nothing : tabTable[parent].id)
    record.indexInGroup = indexInGroup(slot)
    record.tab.isOpenerGroupBrief = false
    return record
  }

  private func indexInGroup(_ slot: Int) -> Int {
    guard tabTable[slot].group.exists else { return 0 }
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0, let run = run(of: tabTable[slot].group, inWindow: windowSlot),
      let position = windowTable[windowSlot].position(of: tabTable[slot].id)
    else { return 0 }
    return position - run.lowerBound
  }

  /// What a tab's group looks like; where it stands and how many tabs it has is another matter.
  private func group(ofSlot slot: Int) -> TabGroup {
    guard tabTable[slot].group.exists, var group = groupTable[tabTable[slot].group] else {
      return .vacant
    }
    group.window = .nothing
    group.count = 0
    return group
  }

  /// Keeps a closed tab: as an item of its own, or with others that closed with it.
  mutating func keep(_ tab: ClosedTabRecord, item: EventID) {
    let newest = closedList.count - 1
    if newest >= 0, closedList[newest].id == item, closedList[newest].kind != .window {
      closedList[newest].kind = .tabs
    } else {
      keep(ClosedItemRecord(id: item, kind: .tab, window: tab.tab.window))
    }
    closedList.append(tab)
  }

  /// Keeps where a window stood that went with its last tab, which was just kept.
  mutating func keepPlace(of window: Window) {
    let newest = closedList.count - 1
    guard newest >= 0, closedList[newest].window == window.id else { return }
    closedList[newest].bounds = window.bounds
    closedList[newest].showState = window.showState
  }

  /// Keeps an item, whose tabs follow; beyond the limit the oldest goes.
  mutating func keep(_ item: ClosedItemRecord) {
    closedList.append(item)
    while closedList.count > Self.closedLimit {
      closedList.dropOldest { rowStore.drop($0.tab.history) }
    }
  }

  /// Leaves out what was closed in a window: a private one takes it along (T7).
  mutating func dropClosed(inWindow window: EventID) {
    for position in stride(from: closedList.count - 1, through: 0, by: -1)
    where closedList[position].window == window {
      for closed in closedList.tabs(of: position) { rowStore.drop(closed.tab.history) }
      closedList.remove(at: position)
    }
  }

  /// Takes one tab out of a closed item; what is left of the item stays.
  mutating func takeClosed(_ tab: EventID, item: EventID) -> ClosedTabRecord? {
    guard let position = closedList.last(where: { $0.id == item }),
      let offset = closedList.tabs(of: position).firstOffset(where: { $0.tab.id == tab })
    else { return nil }
    let isTwo = closedList[position].tabCount == 2 && closedList[position].kind == .tabs
    if isTwo { closedList[position].kind = .tab }
    if closedList[position].kind != .window { closedList.makeRoom(forTab: offset, of: position) }
    return closedList.removeTab(at: offset, of: position)
  }

  /// A tab that is open again is not closed.
  mutating func dropClosed(_ tab: EventID) {
    for position in stride(from: closedList.count - 1, through: 0, by: -1)
    where closedList.tabs(of: position).contains(where: { $0.tab.id == tab }) {
      guard let dropped = takeClosed(tab, item: closedList[position].id) else { continue }
      rowStore.drop(dropped.tab.history)
    }
  }
}

extension ArraySlice {
  fileprivate func firstOffset(where isWanted: (Element) -> Bool) -> Int? {
    firstIndex(where: isWanted).map { $0 - startIndex }
  }
}
