extension Browser {
  @inline(__always)
  mutating func apply(_ event: NavigationEvent, at sequence: Sequence) {
    switch event {
    case .committed(let body): commit(body, at: sequence)
    case .traveled(let body): travel(body, at: sequence)
    case .started(let body):
      start(body.tab, entry: .nothing, at: sequence)
    case .travelStarted(let body):
      start(body.tab, entry: body.entry, at: sequence)
    case .reloaded(let body): reload(body, at: sequence)
    case .stopped(let body): settle(body.tab, as: .complete)
    case .failed(let body):
      settle(body.tab, as: .failed, failure: sequence)
    case .loaded(let body): settle(body.tab, as: .complete)
    }
  }

  private mutating func commit(_ body: NavigationCommitted, at sequence: Sequence) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    tabTable[slot].commit(body, at: sequence, limit: settings.historyLimit)
    if body.isLoading { health.lastLoadingTab = body.tab }
    if body.forgetsFamilies { forgetFamilies(ofWindow: tabTable[slot].window) }
  }

  private mutating func travel(_ body: Traveled, at sequence: Sequence) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0, let index = tabTable[slot].rows.index(ofEntry: body.entry) else { return }
    let document = tabTable[slot].rows[index].document
    let isSameDocument = tabTable[slot].row?.document == document
    tabTable[slot].index = index
    tabTable[slot].endPending(as: body.isLoading ? .loading : .complete, wanted: sequence)
    if !isSameDocument { tabTable[slot].forgetActivation(ofDocument: document) }
    if body.isLoading { health.lastLoadingTab = body.tab }
  }

  private mutating func start(_ tab: Sequence, entry: Sequence, at sequence: Sequence) {
    let slot = tabTable.slot(of: tab)
    guard slot >= 0 else { return }
    if entry.exists, tabTable[slot].rows.index(ofEntry: entry) == nil { return }
    tabTable[slot].pending = sequence
    tabTable[slot].pendingEntry = entry
    tabTable[slot].wanted = sequence
    tabTable[slot].status = .loading
    tabTable[slot].failure = .nothing
    health.lastLoadingTab = tab
  }

  private mutating func reload(_ body: TabReloaded, at sequence: Sequence) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0 else { return }
    tabTable[slot].endPending(as: body.isLoading ? .loading : .complete, wanted: sequence)
    if body.isLoading { health.lastLoadingTab = body.tab }
  }

  /// Ends what was pending without a commit: the history stays as it is (H7).
  private mutating func settle(
    _ tab: Sequence, as status: Tab.Status, failure: Sequence = .nothing
  ) {
    let slot = tabTable.slot(of: tab)
    guard slot >= 0, tabTable[slot].status != .discarded else { return }
    tabTable[slot].endPending(as: status, wanted: tabTable[slot].wanted)
    tabTable[slot].failure = failure
  }
}

extension Tab {
  /// H2, H3, H5, H8: a commit drops what lies ahead and appends, or takes the current row's place.
  fileprivate mutating func commit(
    _ body: NavigationCommitted, at sequence: Sequence, limit: Int
  ) {
    endPending(as: body.isLoading ? .loading : .complete, wanted: sequence)
    guard index < rows.count else {
      rows.append(Row(entry: sequence, content: sequence, document: sequence))
      index = rows.count - 1
      return
    }
    if body.isWithoutActivation { markSkippable(document: rows[index].document) }
    var row = Row(entry: sequence, content: sequence, document: sequence)
    if body.isSameDocument {
      row.document = rows[index].document
      row.title = rows[index].title
      row.marks = rows[index].marks
    }
    if body.isReplacement {
      row.entry = rows[index].entry
      rows[index] = row
      return
    }
    rows.removeLast(rows.count - 1 - index)
    rows.append(row)
    if rows.count > limit { dropOldest(limit: limit) }
    index = rows.count - 1
  }

  /// Beyond the limit the oldest skippable entry goes first, else the oldest (H8; Chromium,
  /// `PruneOldestSkippableEntryIfFull`).
  private mutating func dropOldest(limit: Int) {
    while rows.count > max(limit, 1) {
      rows.remove(at: rows.dropLast().firstIndex { $0.marks.contains(.skippable) } ?? 0)
    }
  }

  private mutating func markSkippable(document: Sequence) {
    for position in rows.indices
    where rows[position].document == document && !rows[position].marks.contains(.activated) {
      rows[position].marks.insert(.skippable)
    }
  }

  fileprivate mutating func forgetActivation(ofDocument document: Sequence) {
    for position in rows.indices where rows[position].document == document {
      rows[position].marks.remove(.activated)
    }
  }

  fileprivate mutating func endPending(as status: Status, wanted: Sequence) {
    self.status = status
    self.wanted = wanted
    pending = .nothing
    pendingEntry = .nothing
    failure = .nothing
  }
}

extension ContiguousArray<Row> {
  /// The position of an entry, from the newest back. At most a history's length.
  func index(ofEntry entry: Sequence) -> Int? { lastIndex { $0.entry == entry } }

  func index(ofContent content: Sequence) -> Int? { lastIndex { $0.content == content } }
}
