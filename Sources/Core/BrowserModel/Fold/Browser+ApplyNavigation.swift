extension Browser {
  /// Folds an event about a session history.
  @inline(__always)
  mutating func apply(_ event: NavigationEvent, at sequence: EventID) {
    switch event {
    case .committed(let body): commit(body, at: sequence)
    case .traveled(let body): travel(body, at: sequence)
    case .started(let body):
      start(body.tab, entry: .nothing, at: sequence)
      let slot = tabTable.slot(of: body.tab)
      if slot >= 0 { tabTable[slot].pendingReplacement = body.again }
    case .travelStarted(let body):
      start(body.tab, entry: body.entry, at: sequence)
    case .reloaded(let body): reload(body, at: sequence)
    case .stopped(let body): endLoad(body.tab, as: .complete)
    case .failed(let body):
      endLoad(body.tab, as: .failed, failure: sequence)
    case .loaded(let body): endLoad(body.tab, as: .complete)
    }
  }

  /// Folds a commit (H2).
  private mutating func commit(_ body: NavigationCommitted, at sequence: EventID) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    entryStore.commit(body, to: &tabTable[slot], at: sequence, limit: settings.historyLimit)
    if body.isLoading { health.lastLoadingTab = body.tab }
    if body.forgetsOpenerGroups { forgetOpenerGroups(ofWindow: tabTable[slot].window) }
  }

  /// Folds a committed travel. Does nothing if the entry no longer exists.
  private mutating func travel(_ body: Traveled, at sequence: EventID) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0, entryStore.travel(body, in: &tabTable[slot], at: sequence) else { return }
    if body.isLoading { health.lastLoadingTab = body.tab }
  }

  /// Records a pending load, or a pending travel to an entry. Any previous pending load or travel
  /// is superseded (H10). A travel to an entry that no longer exists is ignored.
  private mutating func start(_ tab: TabID, entry: EntryID, at sequence: EventID) {
    let slot = tabTable.slot(of: tab)
    guard slot >= 0 else { return }
    let isFound = entryStore.contains(in: tabTable[slot].history) { $0.id == entry }
    if entry.exists, !isFound { return }
    tabTable[slot].pending = sequence
    tabTable[slot].pendingEntry = entry
    tabTable[slot].pendingReplacement = .nothing
    tabTable[slot].wanted = sequence
    tabTable[slot].status = .loading
    tabTable[slot].failure = .nothing
    health.lastLoadingTab = tab
  }

  /// Folds a reload, which keeps the entry (H6).
  private mutating func reload(_ body: TabReloaded, at sequence: EventID) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    tabTable[slot].endPending(as: body.isLoading ? .loading : .complete, wanted: sequence)
    if body.isLoading { health.lastLoadingTab = body.tab }
  }

  /// Ends a pending load or travel without a commit. The history is unchanged (H7).
  private mutating func endLoad(
    _ tab: TabID, as status: Tab.Status, failure: EventID = .nothing
  ) {
    let slot = tabTable.slot(of: tab)
    guard slot >= 0, tabTable[slot].status != .discarded else { return }
    tabTable[slot].endPending(as: status, wanted: tabTable[slot].wanted)
    tabTable[slot].failure = failure
  }
}

extension EntryStore {
  /// Commits an entry to a history: drops the entries after the current entry and appends the new
  /// entry, or replaces the current entry (H2, H3, H5, H8).
  @inline(__always)
  fileprivate mutating func commit(
    _ body: NavigationCommitted, to tab: inout TabRecord, at sequence: EventID, limit: Int
  ) {
    if body.keepsLoad {
      tab.keepLoad(wanted: sequence)
    } else {
      tab.endPending(as: body.isLoading ? .loading : .complete, wanted: sequence)
    }
    var entry = HistoryEntry(id: EntryID(sequence), content: sequence, document: sequence)
    unpack(&tab.history)
    let current = tab.history.current
    if current >= 0, body.isWithoutActivation || body.isSameDocument || body.isReplacement {
      if body.isWithoutActivation { markSkippable(tab.history) }
      if body.isSameDocument { entry.keepDocument(of: self[current]) }
      if body.isReplacement {
        entry.id = self[current].id
        self[current] = entry
        return
      }
    }
    dropAhead(of: &tab.history)
    append(entry, to: &tab.history)
    // Beyond the limit, the oldest skippable entry is dropped, or the oldest entry if none is
    // skippable (H8; Chromium, `PruneOldestSkippableEntryIfFull`).
    while tab.history.count > max(limit, 1) {
      dropOldest(of: &tab.history) { $0.flags.contains(.skippable) }
    }
    tab.history.goToNewest()
    // A pending travel to an entry that has just been dropped cannot commit.
    let pending = tab.pendingEntry
    if pending.exists, last(of: tab.history, where: { $0.id == pending }) == nil {
      tab.endPending(as: .complete, wanted: sequence)
    }
  }

  /// Makes another entry current. If the entry belongs to another document, the recorded user
  /// interaction with that document is cleared (H9).
  ///
  /// - Returns: Whether the history contains the entry.
  fileprivate mutating func travel(
    _ body: Traveled, in tab: inout TabRecord, at sequence: EventID
  ) -> Bool {
    unpack(&tab.history)
    let wanted = last(of: tab.history) { $0.id == body.entry }
    guard let (place, index) = wanted else { return false }
    let document = self[place].document
    let isSameDocument = self[tab.history.current].document == document
    tab.history.current = place
    tab.history.index = index
    tab.endPending(as: body.isLoading ? .loading : .complete, wanted: sequence)
    if !isSameDocument, tab.history.hasActivation {
      update(tab.history) { if $0.document == document { $0.flags.remove(.activated) } }
    }
    return true
  }

  /// Marks all entries of the current document as skippable, unless the user interacted with the
  /// document (H9).
  private mutating func markSkippable(_ history: History) {
    let document = self[history.current].document
    update(history) {
      if $0.document == document, !$0.flags.contains(.activated) { $0.flags.insert(.skippable) }
    }
  }
}

extension HistoryEntry {
  /// Copies the properties that entries of the same document share: document, title and flags (H5).
  fileprivate mutating func keepDocument(of entry: HistoryEntry) {
    document = entry.document
    title = entry.title
    flags = entry.flags
  }
}

extension Browser {
  /// Folds a report about a page. Does nothing if the tab has no entry with the content that the
  /// report names (H10).
  @inline(__always)
  mutating func apply(_ event: PageEvent, at sequence: EventID) {
    switch event {
    case .titled(let body):
      updateEntry(of: body.tab, content: body.content) { $0.title = sequence }
    case .scrolled(let body):
      updateEntry(of: body.tab, content: body.content) { $0.scroll = sequence }
    case .pictured(let body):
      updateEntry(of: body.tab, content: body.content) { $0.picture = sequence }
    case .activated(let body): activate(body)
    case .visited: break
    }
  }

  /// Changes the newest entry with a given content.
  @inline(__always)
  private mutating func updateEntry(
    of tab: TabID, content: EventID, _ change: (inout HistoryEntry) -> Void
  ) {
    let slot = tabTable.slot(of: tab)
    guard slot >= 0, let place = place(ofContent: content, slot) else { return }
    change(&entryStore[place])
  }

  /// Marks all entries of a document as interacted with, so that Back does not skip them
  /// (H9).
  private mutating func activate(_ body: PageActivated) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0, let place = place(ofContent: body.content, slot) else { return }
    let document = entryStore[place].document
    tabTable[slot].history.hasActivation = true
    entryStore.update(tabTable[slot].history) { entry in
      guard entry.document == document else { return }
      entry.flags.insert(.activated)
      entry.flags.remove(.skippable)
    }
  }

  /// Unpacks the history of a tab, and returns the place of the newest entry with a given content,
  /// or nil if no entry has this content.
  @inline(__always)
  private mutating func place(ofContent content: EventID, _ slot: Int) -> Int32? {
    entryStore.unpack(&tabTable[slot].history)
    return entryStore.last(of: tabTable[slot].history) { $0.content == content }?.place
  }
}
