/// Folds events, and writes down what each changed of the tabs: from a kept strip on, so that later
/// any moment up to the next is found without folding (``ChangeLayout``).
package struct ChangeRecorder: ~Copyable {
  private var browser: Browser
  private var start: Sequence
  private var lists: ListSectionWriter
  private var changes = SnapshotWriter(capacity: 65_536)
  private var recorded: ContiguousArray<RecordedChange> = []
  /// How many bytes may be recorded until they are taken; beyond that nothing is.
  package var byteLimit = Int.max
  private var isBeyondLimit = false

  /// - Parameter browser: The state of the kept strip.
  package init(from browser: Browser) {
    self.browser = browser
    start = browser.sequence
    lists = ListSectionWriter(start: start)
  }

  /// An event that is left out of the fold.
  package mutating func skip(to sequence: Sequence) { browser.skip(to: sequence) }

  package mutating func fold(_ event: borrowing Event) {
    if isBeyondLimit { return browser.apply(event) }
    record(event)
    guard changes.count + lists.writer.count > byteLimit else { return }
    isBeyondLimit = true
    removeAll()
  }

  private mutating func record(_ event: borrowing Event) {
    let focused = browser.focusedWindow
    switch event.reach {
    case .nothing: browser.apply(event)
    case .tab(let tab): foldTab(tab, event)
    case .place(let tab): foldPlace(tab, event)
    case .all: return foldAll(event)
    }
    let focusedNow = browser.focusedWindow
    if focusedNow != focused { lists.put(event.sequence) { $0.put(focused: focusedNow) } }
    lists.look(at: browser)
  }

  /// What was recorded, as bytes, or nil where that was beyond the limit; what follows is recorded from
  /// here on.
  ///
  /// - Parameter batches: Those that were left out.
  package mutating func takeChanges(leavingOut batches: Set<Sequence>) -> ContiguousArray<UInt8>? {
    let last = browser.sequence
    defer {
      start = last
      isBeyondLimit = false
      removeAll()
    }
    if isBeyondLimit { return nil }
    recorded.sort { $0.order < $1.order }
    let leftOut = batches.filter { $0 > start && $0 <= last }.sorted()
    var writer = SnapshotWriter(capacity: lists.writer.count + 2 * changes.count + 64)
    ChangeLayout.put(from: start, through: last, leftOut, lists, recorded, changes.bytes, &writer)
    return writer.count <= byteLimit ? writer.bytes : nil
  }

  private mutating func removeAll() {
    lists = ListSectionWriter(start: start)
    changes.removeAll()
    recorded.removeAll(keepingCapacity: !isBeyondLimit)
  }

  private mutating func foldTab(_ tab: Sequence, _ event: borrowing Event) {
    guard let former = browser.record(tab) else { return browser.apply(event) }
    let isCommit = event.body.isPlainCommit
    let isFull = Int(former.history.index) + 1 >= browser.settings.historyLimit
    let needsRows = isCommit ? isFull : event.body.mayChangeRows
    let rows = needsRows ? browser.rowStore.rows(of: former.history) : []
    browser.apply(event)
    guard let record = browser.record(tab) else { return }
    let before = TabImage(former, rows: rows)
    if isCommit { return writeCommit(tab, from: before, to: record, event.sequence) }
    let rowsNow = needsRows ? browser.rowStore.rows(of: record.history) : []
    write(tab, from: before, to: TabImage(record, rows: rowsNow), event.sequence)
  }

  /// - Parameter former: Has its rows only where they were as many as there may be.
  private mutating func writeCommit(
    _ tab: Sequence, from former: TabImage, to record: TabRecord, _ event: Sequence
  ) {
    guard !record.isNextPage(of: former.record, by: event) else {
      return write(tab, event) { $0.put(byte: TabChangeSigns.nextPage.rawValue) }
    }
    let image = TabImage(record, rows: browser.rowStore.rows(of: record.history))
    guard let dropped = image.rowDropped(from: former, by: event) else {
      return write(tab, from: former, to: image, event)
    }
    write(tab, event) {
      $0.put(byte: TabChangeSigns.nextPageOfMany.rawValue)
      $0.put(count: dropped)
    }
  }

  /// No such event changes the rows of a tab that was there.
  private mutating func foldPlace(_ tab: Sequence, _ event: borrowing Event) {
    let sequence = event.sequence
    let former = browser.record(tab)
    let source = place(of: former)
    browser.apply(event)
    let record = browser.record(tab)
    switch (former, record) {
    case (let former?, let record?):
      write(tab, from: TabImage(former, rows: []), to: TabImage(record, rows: []), sequence)
    case (nil, let record?): writeOpened(record, sequence)
    case (_?, nil): write(tab, sequence) { $0.put(byte: TabChangeSigns.gone.rawValue) }
    case (nil, nil): return
    }
    list(source, place(of: record), sequence)
  }

  private mutating func foldAll(_ event: borrowing Event) {
    let before = browser
    browser.apply(event)
    let tabs = Set((before.windows + browser.windows).flatMap { $0.tabs })
    for tab in tabs {
      switch (TabImage(tab, of: before), TabImage(tab, of: browser)) {
      case (let former?, let image?): write(tab, from: former, to: image, event.sequence)
      case (nil, let image?): writeOpened(image.record, event.sequence)
      default: write(tab, event.sequence) { $0.put(byte: TabChangeSigns.gone.rawValue) }
      }
    }
    lists.beginSection(with: TabList(browser), behind: event.sequence)
  }

  // MARK: Tabs

  private mutating func writeOpened(_ record: TabRecord, _ event: Sequence) {
    let image = TabImage(record, rows: browser.rowStore.rows(of: record.history))
    write(record.id, from: TabImage(record.id), to: image, event)
  }

  /// Writes down what became of a tab, if anything did.
  private mutating func write(
    _ tab: Sequence, from former: TabImage, to image: TabImage, _ event: Sequence
  ) {
    let signs = TabChangeSigns(from: former, to: image)
    guard !signs.isEmpty else { return }
    write(tab, event) { $0.put(signs, of: image, behind: former.rows, by: event) }
  }

  @inline(__always)
  private mutating func write(
    _ tab: Sequence, _ event: Sequence, _ put: (inout SnapshotWriter) -> Void
  ) {
    let first = changes.count
    put(&changes)
    recorded.append(
      RecordedChange(tab: tab, event: event, start: Int32(first), end: Int32(changes.count)))
  }

  // MARK: Lists

  /// Lists where a tab came to stand, and what is active then in the windows that it left and entered.
  private mutating func list(_ source: Place?, _ target: Place?, _ event: Sequence) {
    if source?.window != target?.window || source?.position != target?.position {
      if let source {
        lists.put(event) { $0.put(left: source.windowPosition, at: source.position) }
      }
      if let target {
        let isNew = target.isAlone && source?.window != target.window
        lists.put(event) {
          $0.put(
            target.tab, entered: target.windowPosition, at: target.position,
            newWindow: isNew ? target.window : nil, by: event)
        }
      }
    }
    if let source { listActive(source, event) }
    if let target, target.window != source?.window { listActive(target, event) }
  }

  /// The tab that an event made active in a window, if it made one so.
  private mutating func listActive(_ place: Place, _ event: Sequence) {
    let windowSlot = browser.windowTable.slot(of: place.window)
    guard windowSlot >= 0 else { return }
    let active = browser.windowTable[windowSlot].activeTab
    guard let record = browser.record(active), record.lastActive == event,
      let position = browser.windowTable[windowSlot].position(of: active, hint: place.position),
      let windowPosition = browser.windowOrder.firstIndex(of: place.window)
    else { return }
    lists.put(event) { $0.put(activated: position, in: windowPosition) }
    if active != place.tab {
      let image = TabImage(record, rows: [])
      write(active, event) { $0.put(.active, of: image, behind: [], by: event) }
    }
  }

  /// Where a tab stands, by positions.
  private struct Place {
    var tab: Sequence
    var window: Sequence
    var windowPosition: Int
    var position: Int
    var isAlone: Bool
  }

  private func place(of tab: TabRecord?) -> Place? {
    guard let tab, case let slot = browser.windowTable.slot(of: tab.window), slot >= 0,
      let position = browser.windowTable[slot].tabs.firstIndex(of: tab.id),
      let windowPosition = browser.windowOrder.firstIndex(of: tab.window)
    else { return nil }
    return Place(
      tab: tab.id, window: tab.window, windowPosition: windowPosition, position: position,
      isAlone: browser.windowTable[slot].tabs.count == 1)
  }
}

extension Body {
  /// Whether it may change rows of a tab in another way than a plain commit does.
  fileprivate var mayChangeRows: Bool {
    switch self {
    case .navigation(.committed): !isPlainCommit
    case .navigation(.traveled), .page, .tab(.entryRestored), .tab(.cleared): true
    default: false
    }
  }

  /// Whether it is a commit that appends a row which says no more than the event itself.
  fileprivate var isPlainCommit: Bool {
    guard case .navigation(.committed(let body)) = self else { return false }
    return !body.isReplacement && !body.isSameDocument && !body.isWithoutActivation
  }
}

extension TabRecord {
  /// Whether a plain commit left all rows up to the current one, and nothing else changed.
  fileprivate func isNextPage(of former: TabRecord, by event: Sequence) -> Bool {
    var next = former
    next.wanted = event
    next.history.index = former.history.count == 0 ? 0 : former.history.index &+ 1
    return history.count == next.history.index &+ 1
      && TabChangeSigns(from: next, to: self).isEmpty
  }
}

/// Where what an event changed of a tab stands among the bytes of a recorder.
struct RecordedChange {
  var tab: Sequence
  var event: Sequence
  var start: Int32
  var end: Int32

  /// By tab, then in the order of events.
  fileprivate var order: UInt64 {
    UInt64(tab.rawValue.magnitude) << 32 | UInt64(start.magnitude)
  }
}
