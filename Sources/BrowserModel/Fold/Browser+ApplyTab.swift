extension Browser {
  @inline(__always)
  mutating func apply(_ event: TabEvent, at sequence: Sequence) {
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
    }
  }

  private mutating func open(_ body: TabOpened, at sequence: Sequence) {
    let windowSlot = windowTable.slot(of: body.window)
    guard windowSlot >= 0 else { return }
    var tab = TabRecord(id: sequence, window: body.window)
    rowStore.append(
      Row(entry: sequence, content: sequence, document: sequence), to: &tab.history)
    tab.isPinned = body.isPinned
    tab.group = body.group
    tab.status = body.isLoading ? .loading : .complete
    tab.wanted = sequence
    let slot = tabTable.insert(tab)
    place(slot, inWindow: windowSlot, near: Int(body.index))
    if body.forgetsFamilies { forgetFamilies(ofWindow: body.window) }
    if body.opener.exists || body.family.exists { enterFamilies(slot, body) }
    tabTable[slot].isFamilyBrief = body.isFamilyBrief
    if body.isLoading { health.lastLoadingTab = sequence }
    if body.isSelected { activate(slot) }
  }

  /// Most tabs are near the one that opened them: it is looked up once.
  private mutating func enterFamilies(_ slot: Int, _ body: TabOpened) {
    let opener = tabTable.slot(of: body.opener)
    enter(.opening, slot, underSlot: opener)
    enter(
      .family, slot,
      underSlot: body.family == body.opener ? opener : tabTable.slot(of: body.family))
  }

  /// Makes a tab the active one of its window; a brief family of the tab before ends with that.
  mutating func activate(_ slot: Int) {
    let id = tabTable[slot].id
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0 else { return }
    let former = windowTable[windowSlot].activeTab
    makeActive(slot, inWindow: windowSlot)
    guard former != id else { return }
    let formerSlot = tabTable.slot(of: former)
    if formerSlot >= 0, tabTable[formerSlot].isFamilyBrief { forgetFamily(of: formerSlot) }
  }

  private mutating func select(_ body: TabSelected) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    activate(slot)
    if body.forgetsFamilies { forgetFamilies(ofWindow: tabTable[slot].window) }
  }

  private mutating func close(_ body: TabClosed, at sequence: Sequence) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0 else { return }
    let wasActive = windowTable[windowSlot].activeTab == body.tab
    var closed = closingRecord(slot)
    leave(.opening, slot)
    leave(.family, slot)
    closed.index = unplace(slot, hint: Int(body.index))
    tabTable.remove(body.tab)
    keep(closed, item: body.item.exists ? body.item : sequence)
    if windowTable[windowSlot].tabs.isEmpty {
      forget(window: closed.tab.window, successor: body.successorWindow)
    } else if wasActive {
      succeed(body.successor, inWindow: windowSlot, at: closed.index)
    }
  }

  private mutating func reopen(_ body: TabReopened, at sequence: Sequence) {
    let windowSlot = windowTable.slot(of: body.window)
    guard windowSlot >= 0, !tabTable.contains(body.tab),
      let closed = takeClosed(body.tab, item: body.item)
    else { return }
    let slot = comeBack(closed, inWindow: windowSlot, near: Int(body.index), at: sequence)
    link(.opening, slot, to: closed.opener)
    if body.isSelected { activate(slot) }
  }

  /// Puts a closed tab back as it was; its group comes back with it.
  @discardableResult
  mutating func comeBack(
    _ closed: ClosedTabRecord, inWindow windowSlot: Int, near index: Int, at sequence: Sequence
  ) -> Int {
    var tab = closed.tab
    if closed.group.id.exists, !groupTable.contains(closed.group.id) {
      var group = closed.group
      group.count = 0
      groupTable.insert(group)
    }
    tab.pending = .nothing
    tab.pendingEntry = .nothing
    tab.wanted = sequence
    if tab.status == .loading { tab.status = .discarded }
    let slot = tabTable.insert(tab)
    place(slot, inWindow: windowSlot, near: index)
    dropEmptyGroup(closed.group.id)
    return slot
  }

  private mutating func dropEmptyGroup(_ group: Sequence) {
    if groupTable[group]?.count == 0 { groupTable.remove(group) }
  }

  private mutating func move(_ body: TabMoved) {
    let slot = tabTable.slot(of: body.tab)
    let target = windowTable.slot(of: body.window)
    guard slot >= 0, target >= 0 else { return }
    let source = tabTable[slot].window
    let sourceSlot = windowTable.slot(of: source)
    guard sourceSlot >= 0 else { return }
    if source == body.window {
      reposition(slot, inWindow: target, group: body.group, near: Int(body.index))
      return
    }
    let wasActive = windowTable[sourceSlot].activeTab == body.tab
    leave(.family, slot)
    let position = unplace(slot, hint: -1)
    if windowTable[sourceSlot].tabs.isEmpty {
      forget(window: source, successor: body.window)
    } else if wasActive {
      succeed(body.successor, inWindow: sourceSlot, at: position)
    }
    tabTable[slot].group = body.group
    place(slot, inWindow: windowTable.slot(of: body.window), near: Int(body.index))
  }

  /// Moves a tab within its window, into or out of a group; its group survives the moment in
  /// which the tab stands nowhere.
  private mutating func reposition(
    _ slot: Int, inWindow windowSlot: Int, group: Sequence, near index: Int
  ) {
    let keptGroup = groupTable[group]
    let former = unplace(slot, hint: -1)
    if let keptGroup, !groupTable.contains(group) {
      var reborn = keptGroup
      reborn.count = 0
      groupTable.insert(reborn)
    }
    tabTable[slot].group = group
    let position = insert(slot, inWindow: windowSlot, near: index)
    dropEmptyGroup(group)
    if position != former { giveAwayChildren(.family, slot) }
  }

  mutating func regroup(_ slot: Int, to group: Sequence, near index: Int) {
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0, !tabTable[slot].isPinned else { return }
    reposition(slot, inWindow: windowSlot, group: group, near: index)
  }

  private mutating func pin(_ body: TabPinned) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0, tabTable[slot].isPinned != body.isPinned else { return }
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0 else { return }
    let former = unplace(slot, hint: -1)
    tabTable[slot].isPinned = body.isPinned
    let position = insert(slot, inWindow: windowSlot, near: Int(body.index))
    if position != former { giveAwayChildren(.family, slot) }
  }

  private mutating func duplicate(_ body: TabDuplicated, at sequence: Sequence) {
    let sourceSlot = tabTable.slot(of: body.source)
    guard sourceSlot >= 0 else { return }
    let source = tabTable[sourceSlot]
    let windowSlot = windowTable.slot(of: source.window)
    guard windowSlot >= 0 else { return }
    var tab = TabRecord(id: sequence, window: source.window)
    tab.history = rowStore.copy(source.history)
    tab.isMuted = source.isMuted
    tab.isPinned = source.isPinned
    tab.group = source.group
    tab.temporaryZoom = source.temporaryZoom
    tab.kept = source.kept
    tab.status = body.isLoading ? .loading : .complete
    tab.wanted = sequence
    let slot = tabTable.insert(tab)
    place(slot, inWindow: windowSlot, near: Int(body.index))
    if body.forgetsFamilies { forgetFamilies(ofWindow: source.window) }
    link(.opening, slot, to: body.source)
    link(.family, slot, to: body.source)
    if body.isSelected { activate(slot) }
  }

  private mutating func discard(_ body: TabDiscarded) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    tabTable[slot].status = .discarded
    tabTable[slot].pending = .nothing
    tabTable[slot].pendingEntry = .nothing
    tabTable[slot].failure = .nothing
  }

  private mutating func restore(_ body: TabRestored, at sequence: Sequence) {
    let windowSlot = windowTable.slot(of: body.window)
    let id = body.tab.exists ? body.tab : sequence
    guard windowSlot >= 0, !tabTable.contains(id), id.isKnown(at: sequence) else { return }
    dropClosed(id)
    var tab = TabRecord(id: id, window: body.window)
    tab.isPinned = body.isPinned
    tab.isMuted = body.isMuted
    tab.group = body.group
    tab.temporaryZoom = body.temporaryZoom
    tab.kept = body.kept
    tab.status = .discarded
    tab.wanted = sequence
    let slot = tabTable.insert(tab)
    place(slot, inWindow: windowSlot, near: Int(body.index))
    if body.opener.exists { link(.opening, slot, to: body.opener) }
    if body.isSelected { activate(slot) }
  }

  private mutating func restoreEntry(_ body: EntryRestored) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0, tabTable[slot].history.count < max(settings.historyLimit, 1) else { return }
    rowStore.append(
      Row(
        entry: body.entry, content: body.content, document: body.document, title: body.title,
        scroll: body.scroll, picture: body.picture, marks: body.marks),
      to: &tabTable[slot].history)
    if body.marks.contains(.activated) { tabTable[slot].history.hasActivation = true }
    if body.isCurrent { tabTable[slot].history.goToNewest() }
  }
}
