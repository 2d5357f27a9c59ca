/// The closed items (T4).
extension Browser {
  /// The maximum number of closed items in the state. Older items are only in the log (T4).
  public static let closedLimit = 100

  /// Returns the record of a closing tab. The caller must set the index. O(tabs) for a tab of a
  /// group, otherwise O(1).
  func closingRecord(_ slot: Int) -> ClosedTabRecord {
    let parent = openers.parent(of: slot, generation: 0)
    var record = ClosedTabRecord(
      tab: tabTable[slot], group: group(ofSlot: slot),
      opener: parent < 0 ? .nothing : tabTable[parent].id)
    record.indexInGroup = indexInGroup(slot)
    record.tab.isOpenerGroupBrief = false
    return record
  }

  /// Returns the number of tabs of the same group to the left of a tab.
  private func indexInGroup(_ slot: Int) -> Int {
    guard tabTable[slot].group.exists else { return 0 }
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0,
      let position = windowTable[windowSlot].position(of: tabTable[slot].id),
      let run = run(of: tabTable[slot].group, inWindow: windowSlot, near: position)
    else { return 0 }
    return position - run.lowerBound
  }

  /// Returns the properties of a tab's group, without its window and count, or ``TabGroup/vacant``
  /// if the tab has no group.
  private func group(ofSlot slot: Int) -> TabGroup {
    guard tabTable[slot].group.exists, var group = groupTable[tabTable[slot].group] else {
      return .vacant
    }
    group.window = .nothing
    group.count = 0
    return group
  }

  /// Records a closed tab, in the newest item if that item has the given id, otherwise as a
  /// separate item.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - item: The id of the item.
  ///   - isByTime: Whether the time of the event determines the place of the item.
  /// - Returns: The position of the item, or nil if the item would be older than all other items
  ///   and the list is full.
  @discardableResult
  mutating func keep(_ tab: ClosedTabRecord, item: ClosedItemID, isByTime: Bool) -> Int? {
    let newest =
      isByTime ? closedList.last { $0.id == item } ?? -1 : closedList.count - 1
    let position: Int?
    if newest >= 0, closedList[newest].id == item, closedList[newest].kind != .window {
      closedList[newest].kind = .tabs
      position = newest
    } else {
      position = keep(
        ClosedItemRecord(id: item, kind: .tab, window: tab.tab.window), isByTime: isByTime)
    }
    if let position {
      append(tab, to: position)
    } else {
      entryStore.drop(tab.tab.history)
    }
    return position
  }

  /// Adds a tab to a closed item. O(1) for the newest item.
  mutating func append(_ tab: ClosedTabRecord, to position: Int) {
    if position == closedList.count - 1 {
      closedList.append(tab)
    } else {
      closedList.append(tab, to: position)
    }
  }

  /// Records the place of a window that closed with its last tab. The tab must already be recorded.
  mutating func keepPlace(of window: Window, in position: Int) {
    guard closedList[position].window == window.id else { return }
    closedList[position].bounds = window.bounds
    closedList[position].showState = window.showState
    closedList[position].title = window.title
  }

  /// Records an item. Its tabs follow. Beyond ``closedLimit``, the oldest item is dropped.
  ///
  /// The item becomes the newest item, regardless of the clock, unless it was imported with its own
  /// time.
  ///
  /// - Returns: The position of the item, or nil if the item itself would be dropped.
  mutating func keep(_ item: ClosedItemRecord, isByTime: Bool) -> Int? {
    var item = item
    guard isByTime else {
      item.milliseconds = milliseconds
      closedList.append(item)
      dropOldestClosed()
      return closedList.count - 1
    }
    item.milliseconds = occurredMilliseconds
    let position = closedList.last { $0.milliseconds <= item.milliseconds }.map { $0 + 1 } ?? 0
    guard position > 0 || closedList.count < Self.closedLimit else { return nil }
    closedList.insert(item, at: position)
    return position - dropOldestClosed()
  }

  /// Drops the oldest items beyond ``closedLimit``.
  ///
  /// - Returns: The number of items dropped.
  @discardableResult
  private mutating func dropOldestClosed() -> Int {
    var dropped = 0
    while closedList.count > Self.closedLimit {
      doubtOwners(inClosed: 0)
      closedList.dropOldest { entryStore.drop($0.tab.history) }
      dropped += 1
    }
    return dropped
  }

  /// Drops the closed items of a private window that closes (T7).
  mutating func dropClosed(inWindow window: WindowID) {
    for position in stride(from: closedList.count - 1, through: 0, by: -1)
    where closedList[position].window == window {
      for closed in closedList.tabs(of: position) { entryStore.drop(closed.tab.history) }
      doubtOwners(inClosed: position)
      closedList.remove(at: position)
    }
  }

  /// Removes one tab from a closed item and returns it, or returns nil if the item does not contain
  /// the tab. The other tabs stay in the item.
  mutating func removeClosed(_ tab: TabID, item: ClosedItemID) -> ClosedTabRecord? {
    guard let position = closedList.last(where: { $0.id == item }),
      let offset = closedList.tabs(of: position).firstOffset(where: { $0.tab.id == tab })
    else { return nil }
    doubtOwners(inClosed: position)
    let isTwo = closedList[position].tabCount == 2 && closedList[position].kind == .tabs
    if isTwo { closedList[position].kind = .tab }
    if closedList[position].kind != .window { closedList.makeRoom(forTab: offset, of: position) }
    return closedList.removeTab(at: offset, of: position)
  }

  /// Drops a tab from the closed items because it is open again.
  mutating func dropClosed(_ tab: TabID) {
    for position in stride(from: closedList.count - 1, through: 0, by: -1)
    where closedList.tabs(of: position).contains(where: { $0.tab.id == tab }) {
      guard let dropped = removeClosed(tab, item: closedList[position].id) else { continue }
      entryStore.drop(dropped.tab.history)
    }
  }
}

extension ArraySlice {
  /// Returns the offset of the first element that satisfies a condition, counted from the start of
  /// the slice.
  fileprivate func firstOffset(where isWanted: (Element) -> Bool) -> Int? {
    firstIndex(where: isWanted).map { $0 - startIndex }
  }
}

extension Browser {
  /// Returns an open tab as it would be recorded if it closed now, or nil if the tab is not open.
  ///
  /// - Complexity: O(tabs of the window + entries)
  public func closing(_ id: TabID) -> ClosedTab? {
    let slot = tabTable.slot(of: id)
    guard slot >= 0 else { return nil }
    var record = closingRecord(slot)
    record.index = windowTable[tabTable[slot].window]?.tabs.firstIndex(of: id) ?? 0
    return ClosedTab(record, entryStore, values)
  }

  /// The closed items, oldest first, at most ``closedLimit``. O(1), because items are created when
  /// they are read.
  public var closed: ClosedItems { ClosedItems(closedList, entryStore, values) }
}
