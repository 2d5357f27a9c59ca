extension Browser {
  /// Folds an event about a tab and its place.
  @inline(__always)
  mutating func apply(_ event: TabEvent, at sequence: EventID) {
    switch event {
    case .opened(let body): open(body, at: sequence)
    case .closed(let body): close(body, at: sequence)
    case .reopened(let body): reopen(body, at: sequence)
    case .selected(let body): select(body)
    case .moved(let body): move(body)
    case .pinned(let body): pin(body)
    case .muted(let body):
      let slot = tabTable.slot(of: body.tab)
      if slot >= 0 { tabTable[slot].isMuted = body.isMuted }
    case .duplicated(let body): duplicate(body, at: sequence)
    case .discarded(let body): discard(body)
    case .restored(let body): restore(body, at: sequence)
    case .entryRestored(let body): restoreEntry(body)
    case .cleared(let body): clear(body, at: sequence)
    }
  }

  /// Opens a tab with one entry, and links it to its opener and opener group.
  private mutating func open(_ body: TabOpened, at sequence: EventID) {
    let windowSlot = windowTable.slot(of: body.window)
    guard windowSlot >= 0 else { return }
    var tab = TabRecord(id: TabID(sequence), window: body.window)
    entryStore.append(
      HistoryEntry(id: EntryID(sequence), content: sequence, document: sequence), to: &tab.history)
    tab.isPinned = body.isPinned
    tab.group = body.group
    tab.status = body.isLoading ? .loading : .complete
    tab.wanted = sequence
    let slot = tabTable.insert(tab)
    place(slot, inWindow: windowSlot, at: TabPlace(body.index, body.neighbors))
    if body.forgetsOpenerGroups { forgetOpenerGroups(ofWindow: body.window) }
    if body.opener.exists || body.openerGroup.exists { enterOpenerGroups(slot, body) }
    tabTable[slot].isOpenerGroupBrief = body.isOpenerGroupBrief
    if body.isLoading { health.lastLoadingTab = TabID(sequence) }
    if body.isSelected { activate(slot) }
  }

  /// Links a new tab to its opener and its opener group. Usually, the opener and the opener group
  /// are the same tab, which is then looked up only once.
  private mutating func enterOpenerGroups(_ slot: Int, _ body: TabOpened) {
    let opener = tabTable.slot(of: body.opener)
    enter(.opener, slot, underSlot: opener)
    enter(
      .openerGroup, slot,
      underSlot: body.openerGroup == body.opener ? opener : tabTable.slot(of: body.openerGroup))
  }

  /// Makes a tab the active tab of its window. If the previous active tab is in its opener group
  /// only temporarily, that tab leaves the group.
  mutating func activate(_ slot: Int) {
    let id = tabTable[slot].id
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0 else { return }
    let previous = windowTable[windowSlot].activeTab
    makeActive(slot, inWindow: windowSlot)
    guard previous != id else { return }
    let previousSlot = tabTable.slot(of: previous)
    if previousSlot >= 0, tabTable[previousSlot].isOpenerGroupBrief {
      forgetOpenerGroup(of: previousSlot)
    }
  }

  /// Folds a selection.
  private mutating func select(_ body: TabSelected) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    activate(slot)
    if body.forgetsOpenerGroups { forgetOpenerGroups(ofWindow: tabTable[slot].window) }
  }

  /// Closes a tab: its children are moved to its parent (T3), it becomes a closed item, and its
  /// window closes if it was the last tab (T5).
  private mutating func close(_ body: TabClosed, at sequence: EventID) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0 else { return }
    let wasActive = windowTable[windowSlot].activeTab == body.tab
    var closed = closingRecord(slot)
    leave(.opener, slot)
    leave(.openerGroup, slot)
    closed.index = unplace(slot, hint: Int(body.index))
    tabTable.remove(body.tab)
    doubt(.tab(body.tab))
    var item: Int?
    if body.isUnlisted {
      entryStore.drop(closed.tab.history)
    } else {
      item = keep(
        closed, item: body.item.exists ? body.item : ClosedItemID(sequence),
        isByTime: body.isByTime)
    }
    if windowTable[windowSlot].tabs.isEmpty {
      if let item { keepPlace(of: windowTable[windowSlot], in: item) }
      forget(window: closed.tab.window, successor: body.successorWindow)
    } else if wasActive {
      succeed(body.successor, inWindow: windowSlot, at: closed.index)
    }
  }

  /// Reopens a tab from a closed item (T4).
  private mutating func reopen(_ body: TabReopened, at sequence: EventID) {
    let windowSlot = windowTable.slot(of: body.window)
    guard windowSlot >= 0, !tabTable.contains(body.tab),
      let closed = removeClosed(body.tab, item: body.item)
    else { return }
    let slot = reopenTab(
      closed, inWindow: windowSlot, at: TabPlace(body.index, body.neighbors), sequence: sequence)
    link(.opener, slot, to: closed.opener)
    if body.isSelected { activate(slot) }
  }

  /// Restores a closed tab, and re-creates its group if necessary. A load that was pending is not
  /// resumed.
  @discardableResult
  mutating func reopenTab(
    _ closed: ClosedTabRecord, inWindow windowSlot: Int, at place: TabPlace, sequence: EventID
  ) -> Int {
    var tab = closed.tab
    if closed.group.id.exists, !groupTable.contains(closed.group.id) {
      groupTable.insert(closed.group)
    }
    tab.pending = .nothing
    tab.pendingEntry = .nothing
    tab.pendingReplacement = .nothing
    tab.wanted = sequence
    if tab.status == .loading { tab.status = .discarded }
    let slot = tabTable.insert(tab)
    self.place(slot, inWindow: windowSlot, at: place)
    dropEmptyGroup(closed.group.id)
    return slot
  }

  /// Removes a group that no tab has joined.
  private mutating func dropEmptyGroup(_ group: GroupID) {
    guard groupTable[group]?.count == 0 else { return }
    groupTable.remove(group)
    doubt(.group(group))
  }

  /// Folds a move within a window or to another window.
  private mutating func move(_ body: TabMoved) {
    let slot = tabTable.slot(of: body.tab)
    let target = windowTable.slot(of: body.window)
    guard slot >= 0, target >= 0 else { return }
    guard windowTable.slot(of: tabTable[slot].window) >= 0 else { return }
    let pinned = tabTable[slot].isPinned
    if tabTable[slot].window == body.window {
      reposition(
        slot, inWindow: target, group: body.group, isPinned: pinned,
        at: TabPlace(body.index, body.neighbors))
    } else {
      carry(
        slot, toWindow: body.window, group: body.group, isPinned: pinned,
        at: TabPlace(body.index, body.neighbors),
        successor: body.successor)
    }
  }

  /// Moves a tab to another window. If it was the last tab of its window, that window closes.
  private mutating func carry(
    _ slot: Int, toWindow window: WindowID, group: GroupID, isPinned: Bool, at place: TabPlace,
    successor: TabID
  ) {
    let source = tabTable[slot].window
    let sourceSlot = windowTable.slot(of: source)
    guard sourceSlot >= 0 else { return }
    let wasActive = windowTable[sourceSlot].activeTab == tabTable[slot].id
    let keptGroup = groupTable[group]
    leave(.openerGroup, slot)
    let position = unplace(slot, hint: -1)
    if windowTable[sourceSlot].tabs.isEmpty {
      forget(window: source, successor: window)
    } else if wasActive {
      succeed(successor, inWindow: sourceSlot, at: position)
    }
    keepAlive(keptGroup)
    tabTable[slot].group = group
    tabTable[slot].isPinned = isPinned
    self.place(slot, inWindow: windowTable.slot(of: window), at: place)
    dropEmptyGroup(group)
  }

  /// Moves a tab within its window, into or out of a group. The group continues to exist while the
  /// tab is temporarily removed.
  private mutating func reposition(
    _ slot: Int, inWindow windowSlot: Int, group: GroupID, isPinned: Bool, at place: TabPlace
  ) {
    let keptGroup = groupTable[group]
    let previous = unplace(slot, hint: -1)
    keepAlive(keptGroup)
    tabTable[slot].group = group
    tabTable[slot].isPinned = isPinned
    let position = insert(slot, inWindow: windowSlot, at: place)
    dropEmptyGroup(group)
    if position != previous { reparentChildren(.openerGroup, slot) }
  }

  /// Adds a group back to the state after its last tab was removed, until it is clear whether a tab
  /// returns to the group.
  mutating func keepAlive(_ group: TabGroup?) {
    guard var group, !groupTable.contains(group.id) else { return }
    group.count = 0
    groupTable.insert(group)
  }

  /// Adds a tab to a group, or removes it from its group if `group` is ``EventID/nothing``. Does
  /// nothing for a pinned tab.
  mutating func regroup(_ slot: Int, to group: GroupID, at place: TabPlace) {
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0, !tabTable[slot].isPinned else { return }
    reposition(slot, inWindow: windowSlot, group: group, isPinned: false, at: place)
  }

  /// Pins or unpins a tab. A pinned tab leaves its group.
  private mutating func pin(_ body: TabPinned) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0, tabTable[slot].isPinned != body.isPinned else { return }
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0 else { return }
    reposition(
      slot, inWindow: windowSlot, group: .nothing, isPinned: body.isPinned,
      at: TabPlace(body.index, body.neighbors))
  }

  /// Opens a copy of a tab, with copies of its entries.
  private mutating func duplicate(_ body: TabDuplicated, at sequence: EventID) {
    let sourceSlot = tabTable.slot(of: body.source)
    guard sourceSlot >= 0 else { return }
    let source = tabTable[sourceSlot]
    let windowSlot = windowTable.slot(of: source.window)
    guard windowSlot >= 0 else { return }
    var tab = TabRecord(id: TabID(sequence), window: source.window)
    tab.history = entryStore.copy(source.history)
    tab.isMuted = source.isMuted
    tab.isPinned = source.isPinned
    tab.group = source.group
    tab.temporaryZoom = source.temporaryZoom
    tab.kept = source.kept
    values.copy(from: .tab(body.source), to: .tab(tab.id))
    tab.status = body.isLoading ? .loading : .complete
    tab.wanted = sequence
    let slot = tabTable.insert(tab)
    place(slot, inWindow: windowSlot, at: TabPlace(body.index, body.neighbors))
    if body.forgetsOpenerGroups { forgetOpenerGroups(ofWindow: source.window) }
    link(.opener, slot, to: body.source)
    link(.openerGroup, slot, to: body.source)
    if body.isSelected { activate(slot) }
  }

  /// Discards a tab. A pending load or travel ends.
  private mutating func discard(_ body: TabDiscarded) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    tabTable[slot].status = .discarded
    tabTable[slot].pending = .nothing
    tabTable[slot].pendingEntry = .nothing
    tabTable[slot].pendingReplacement = .nothing
    tabTable[slot].failure = .nothing
  }

  /// Restores a tab to an earlier moment. A closed tab is opened again and removed from the closed
  /// items. An id that does not refer to a past event is ignored.
  private mutating func restore(_ body: TabRestored, at sequence: EventID) {
    let id = body.tab.exists ? body.tab : TabID(sequence)
    guard windowTable.slot(of: body.window) >= 0 else { return }
    var slot = tabTable.slot(of: id)
    if slot >= 0 {
      updateRestoredTab(slot, as: body)
    } else {
      guard id.isKnown(at: sequence) else { return }
      dropClosed(id)
      slot = insertRestoredTab(id, as: body, at: sequence)
    }
    openers.unlink(slot, generation: generation(.opener, slot))
    if body.opener.exists { link(.opener, slot, to: body.opener) }
    if body.isSelected { activate(slot) }
  }

  /// Opens a tab again, without entries.
  private mutating func insertRestoredTab(
    _ id: TabID, as body: TabRestored, at sequence: EventID
  ) -> Int {
    var tab = TabRecord(id: id, window: body.window)
    tab.isPinned = body.isPinned
    tab.isMuted = body.isMuted
    tab.group = body.group
    tab.temporaryZoom = body.temporaryZoom
    tab.kept = body.kept
    tab.status = .discarded
    tab.wanted = sequence
    let slot = tabTable.insert(tab)
    place(
      slot, inWindow: windowTable.slot(of: body.window), at: TabPlace(body.index, body.neighbors))
    return slot
  }

  /// Moves an open tab to its earlier place, within its window or in another window. The tab keeps
  /// its history.
  private mutating func updateRestoredTab(_ slot: Int, as body: TabRestored) {
    tabTable[slot].isMuted = body.isMuted
    tabTable[slot].temporaryZoom = body.temporaryZoom
    tabTable[slot].kept = body.kept
    let target = windowTable.slot(of: body.window)
    let pinned = body.isPinned
    if tabTable[slot].window == body.window {
      reposition(
        slot, inWindow: target, group: body.group, isPinned: pinned,
        at: TabPlace(body.index, body.neighbors))
    } else {
      carry(
        slot, toWindow: body.window, group: body.group, isPinned: pinned,
        at: TabPlace(body.index, body.neighbors),
        successor: .nothing)
    }
  }

  /// Appends an entry, or replaces the entry with the same id.
  private mutating func restoreEntry(_ body: EntryRestored) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    let place = entryStore.restore(HistoryEntry(body), in: &tabTable[slot].history)
    guard let place, body.isCurrent else { return }
    tabTable[slot].history.current = place.place
    tabTable[slot].history.index = place.index
  }

  /// Drops all entries of a tab.
  private mutating func clear(_ body: TabCleared, at sequence: EventID) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    entryStore.drop(tabTable[slot].history)
    tabTable[slot].history = History()
    tabTable[slot].endPending(as: .discarded, wanted: sequence)
  }
}

extension HistoryEntry {
  /// Creates the entry that an event restored.
  package init(_ body: EntryRestored) {
    self.init(
      id: body.entry, content: body.content, document: body.document, title: body.title,
      scroll: body.scroll, picture: body.picture, flags: body.marks)
  }
}

extension EntryStore {
  /// Appends an entry, or replaces the entry with the same id.
  ///
  /// - Returns: The place and the index of the entry, or nil if the history is full.
  fileprivate mutating func restore(
    _ entry: HistoryEntry, in history: inout History
  ) -> (place: Int32, index: Int32)? {
    unpack(&history)
    if entry.flags.contains(.activated) { history.hasActivation = true }
    if let known = last(of: history, where: { $0.id == entry.id }) {
      self[known.place] = entry
      return known
    }
    guard history.count < Settings.largestHistoryLimit else { return nil }
    append(entry, to: &history)
    return (history.newest, history.count - 1)
  }
}
