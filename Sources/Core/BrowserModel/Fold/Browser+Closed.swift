/// The closed items (T4).
extension Browser {
  /// How many closed items the state keeps; older ones are only in the log (T4).
  public static let closedLimit = 100

  /// Returns what is recorded of a tab that closes; the index is still to be filled in.
  /// O(tabs) for one of a group, else O(1).
  func closingRecord(_ slot: Int) -> ClosedTabRecord {
    let parent = openers.parent(of: slot, generation: 0)
    var record = ClosedTabRecord(
      tab: tabTable[slot], group: group(ofSlot: slot),
      opener: parent < 0 ? .nothing : tabTable[parent].id)
    record.indexInGroup = indexInGroup(slot)
    record.tab.isOpenerGroupBrief = false
    return record
  }

  /// How many tabs of the same group are to the left of a tab.
  private func indexInGroup(_ slot: Int) -> Int {
    guard tabTable[slot].group.exists else { return 0 }
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0, let run = run(of: tabTable[slot].group, inWindow: windowSlot),
      let position = windowTable[windowSlot].position(of: tabTable[slot].id)
    else { return 0 }
    return position - run.lowerBound
  }

  /// The properties of a tab's group, without its window and count; ``TabGroup/vacant`` if
  /// it is in none.
  private func group(ofSlot slot: Int) -> TabGroup {
    guard tabTable[slot].group.exists, var group = groupTable[tabTable[slot].group] else {
      return .vacant
    }
    group.window = .nothing
    group.count = 0
    return group
  }

  /// Records a closed tab: in the newest item if that has the same id, else as an item of
  /// its own.
  mutating func keep(_ tab: ClosedTabRecord, item: ClosedItemID) {
    let newest = closedList.count - 1
    if newest >= 0, closedList[newest].id == item, closedList[newest].kind != .window {
      closedList[newest].kind = .tabs
    } else {
      keep(ClosedItemRecord(id: item, kind: .tab, window: tab.tab.window))
    }
    closedList.append(tab)
  }

  /// Records where a window stood that closed with its last tab, which was just recorded.
  mutating func keepPlace(of window: Window) {
    let newest = closedList.count - 1
    guard newest >= 0, closedList[newest].window == window.id else { return }
    closedList[newest].bounds = window.bounds
    closedList[newest].showState = window.showState
    closedList[newest].title = window.title
  }

  /// Records an item, whose tabs follow. Beyond ``closedLimit`` the oldest is dropped.
  mutating func keep(_ item: ClosedItemRecord) {
    closedList.append(item)
    while closedList.count > Self.closedLimit {
      closedList.dropOldest { entryStore.drop($0.tab.history) }
    }
  }

  /// Drops the items of a window that closes: a private one takes them along (T7).
  mutating func dropClosed(inWindow window: WindowID) {
    for position in stride(from: closedList.count - 1, through: 0, by: -1)
    where closedList[position].window == window {
      for closed in closedList.tabs(of: position) { entryStore.drop(closed.tab.history) }
      closedList.remove(at: position)
    }
  }

  /// Removes and returns one tab of a closed item; the rest of the item stays. Nil if the
  /// item does not have it.
  mutating func takeClosed(_ tab: TabID, item: ClosedItemID) -> ClosedTabRecord? {
    guard let position = closedList.last(where: { $0.id == item }),
      let offset = closedList.tabs(of: position).firstOffset(where: { $0.tab.id == tab })
    else { return nil }
    let isTwo = closedList[position].tabCount == 2 && closedList[position].kind == .tabs
    if isTwo { closedList[position].kind = .tab }
    if closedList[position].kind != .window { closedList.makeRoom(forTab: offset, of: position) }
    return closedList.removeTab(at: offset, of: position)
  }

  /// Drops a tab from the closed items, because it is open again.
  mutating func dropClosed(_ tab: TabID) {
    for position in stride(from: closedList.count - 1, through: 0, by: -1)
    where closedList.tabs(of: position).contains(where: { $0.tab.id == tab }) {
      guard let dropped = takeClosed(tab, item: closedList[position].id) else { continue }
      entryStore.drop(dropped.tab.history)
    }
  }
}

extension ArraySlice {
  /// The offset of the first element that fulfils a condition, counted from the start of
  /// the slice.
  fileprivate func firstOffset(where isWanted: (Element) -> Bool) -> Int? {
    firstIndex(where: isWanted).map { $0 - startIndex }
  }
}

extension Browser {
  /// Returns an open tab as it would be recorded if it closed now; nil if no such tab is
  /// open.
  ///
  /// - Complexity: O(tabs of the window + entries)
  public func closing(_ id: TabID) -> ClosedTab? {
    let slot = tabTable.slot(of: id)
    guard slot >= 0 else { return nil }
    var record = closingRecord(slot)
    record.index = windowTable[tabTable[slot].window]?.tabs.firstIndex(of: id) ?? 0
    return ClosedTab(record, entryStore)
  }

  /// The closed items, the oldest first; at most ``closedLimit``. O(1): items are made when
  /// they are read.
  public var closed: ClosedItems { ClosedItems(closedList, entryStore) }
}
