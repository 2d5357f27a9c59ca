internal import Bytes

/// Snapshots: states as bytes, so that a fold can begin in the middle of a log.
///
/// A snapshot is derived from the log and belongs to one version of the fold (``foldVersion``). A
/// snapshot takes about 50 bytes per tab. Snapshots are not suitable for long-term storage or for
/// exchange.
extension Browser {
  /// The version of the fold and of the snapshots. The version must be increased whenever the same
  /// events may fold to a different state, or the layout of snapshots changes. Snapshots of other
  /// versions must not be read.
  public static let foldVersion: UInt32 = 17

  /// Returns the state as bytes.
  ///
  /// ```swift
  /// let snapshot = state.browser.snapshot()
  /// let copy = Browser(snapshot: snapshot.span.bytes)
  /// ```
  ///
  /// - Complexity: O(tabs and their entries, sites with a zoom, and custom values)
  public func snapshot() -> ContiguousArray<UInt8> {
    var writer = ByteWriter(capacity: 64 * tabCount + 256)
    writer.put(sequence)
    putWindows(&writer)
    putGroups(&writer)
    putTabs(&writer)
    putClosed(&writer)
    settings.put(&writer, ofLibrary: false)
    health.put(&writer)
    zoom.put(&writer)
    values.put(&writer)
    return writer.bytes
  }

  /// Creates a state from the bytes of a snapshot.
  ///
  /// - Parameter bytes: A snapshot of the same ``foldVersion``. The bytes are copied.
  /// - Returns: Nil if the bytes are truncated, too long, or inconsistent. Damaged bytes never
  ///   cause a trap, but only a checksum detects all damage.
  /// - Complexity: O(tabs + bytes). Histories are unpacked when they are first changed.
  public init?(snapshot bytes: RawSpan) {
    self.init()
    var reader = ByteReader(bytes)
    entryStore = EntryStore(packed: bytes)
    sequence = reader.id()
    readWindows(&reader)
    readGroups(&reader)
    readTabs(&reader)
    readClosed(&reader)
    settings.read(&reader, ofLibrary: false)
    health.read(&reader)
    zoom.read(&reader)
    values.read(&reader)
    checkOwnersOfValues(&reader)
    guard !reader.isDamaged, reader.isAtEnd else { return nil }
  }
}

// MARK: Windows and groups

extension Browser {
  /// Writes the open windows in their order, then the windows that no tab has entered yet.
  private func putWindows(_ writer: inout ByteWriter) {
    let hidden = windowTable.slots.filter { $0.id.exists && $0.tabs.isEmpty }
    writer.put(count: windowOrder.count + hidden.count)
    for window in windows + hidden {
      writer.put(window.id)
      writer.put(window.activeTab, near: window.id)
      writer.put(window.bounds)
      writer.put(byte: window.showState.rawValue)
      writer.put(optional: window.lastFocused, near: window.id)
      writer.put(optional: window.title, near: window.id)
    }
    writer.put(focusedWindow)
  }

  private mutating func readWindows(_ reader: inout ByteReader) {
    for _ in 0..<reader.count() {
      var window = Window(id: reader.id())
      window.activeTab = reader.id(near: window.id)
      window.bounds = reader.bounds()
      window.showState = reader.choice(.normal)
      window.lastFocused = reader.optionalID(near: window.id)
      window.title = reader.optionalID(near: window.id)
      guard isFromFoldedEvent(window.id, &reader) else { return }
      if !windowTable.contains(window.id) { windowTable.insert(window) }
    }
    focusedWindow = reader.id()
  }

  /// Reports damage if a value belongs to something that cannot have values.
  private mutating func checkOwnersOfValues(_ reader: inout ByteReader) {
    let all = values
    doubtfulOwners = ContiguousArray(all.owners)
    dropGoneValues()
    if values != all { reader.damage() }
  }

  private func putGroups(_ writer: inout ByteWriter) {
    let groups = groupTable.slots.filter { $0.id.exists }
    writer.put(count: groups.count)
    for group in groups { writer.put(group) }
  }

  private mutating func readGroups(_ reader: inout ByteReader) {
    for _ in 0..<reader.count() {
      let group = reader.group()
      guard isFromFoldedEvent(group.id, &reader) else { return }
      if !groupTable.contains(group.id) { groupTable.insert(group) }
    }
  }

  /// Whether a thing was created by an event that the state has folded. If not, the bytes are
  /// damaged, because a future event would create the same thing again.
  private func isFromFoldedEvent(_ id: some EventReference, _ reader: inout ByteReader) -> Bool {
    if id.isKnown(at: sequence) { return true }
    reader.damage()
    return false
  }
}

// MARK: Tabs

extension Browser {
  /// Writes the tabs of each shown window, from left to right.
  private func putTabs(_ writer: inout ByteWriter) {
    writer.put(count: windowOrder.count)
    writer.put(count: tabCount)
    var entries: ContiguousArray<HistoryEntry> = []
    for window in windows {
      writer.put(window.id)
      writer.put(count: window.tabs.count)
      var previous = window.id.event
      for id in window.tabs {
        let slot = tabTable.slot(of: id)
        entryStore.copyEntries(of: tabTable[slot].history, to: &entries)
        writer.put(id, near: previous)
        writer.put(tabTable[slot], entries: entries)
        writer.put(optional: parent(.opener, slot), near: id)
        writer.put(optional: parent(.openerGroup, slot), near: id)
        previous = id.event
      }
    }
  }

  private mutating func readTabs(_ reader: inout ByteReader) {
    let windowCount = reader.count()
    let tabCount = reader.count()
    tabTable.reserve(tabCount)
    openers.reserve(tabCount)
    openerGroups.reserve(tabCount)
    // A parent may be read after its child.
    var links: ContiguousArray<ParentLink> = []
    links.reserveCapacity(2 * tabCount)
    for _ in 0..<windowCount {
      let windowSlot = windowTable.slot(of: reader.id())
      guard windowSlot >= 0, windowTable[windowSlot].tabs.isEmpty else { return reader.damage() }
      windowOrder.append(windowTable[windowSlot].id)
      guard readTabs(ofWindowAt: windowSlot, &links, &reader) else { return reader.damage() }
    }
    for parent in links { link(parent.relation, parent.slot, to: parent.id) }
    // If any windows are shown, one of them has the focus.
    let hasFocus = focusedWindow.exists ? window(focusedWindow) != nil : windowOrder.isEmpty
    if !hasFocus { reader.damage() }
  }

  /// Reads the tabs of a window.
  ///
  /// - Returns: False if the window cannot contain these tabs in this order.
  private mutating func readTabs(
    ofWindowAt windowSlot: Int, _ links: inout ContiguousArray<ParentLink>,
    _ reader: inout ByteReader
  ) -> Bool {
    let window = windowTable[windowSlot].id
    var tabs: ContiguousArray<TabID> = []
    var previous = (id: window.event, slot: -1)
    // Pinned tabs and other tabs are each in the order of their ranks.
    var highest = (pinned: Int64.min, other: Int64.min)
    let count = reader.count()
    tabs.reserveCapacity(count)
    for _ in 0..<count {
      let id: TabID = reader.id(near: previous.id)
      let tab = reader.tab(id, inWindow: window)
      guard isFromFoldedEvent(id, &reader), !tabTable.contains(id) else { return false }
      let slot = tabTable.insert(tab)
      tabs.append(id)
      guard countTab(slot, after: previous.slot, inWindow: windowSlot) else { return false }
      if tab.rank != 0 {
        guard tab.rank >= (tab.isPinned ? highest.pinned : highest.other) else { return false }
        if tab.isPinned { highest.pinned = tab.rank } else { highest.other = tab.rank }
      }
      let opener: TabID = reader.optionalID(near: id)
      if opener.exists { links.append(ParentLink(relation: .opener, slot: slot, id: opener)) }
      let group: TabID = reader.optionalID(near: id)
      if group.exists { links.append(ParentLink(relation: .openerGroup, slot: slot, id: group)) }
      previous = (id.event, slot)
    }
    guard tabs.contains(windowTable[windowSlot].activeTab) else { return false }
    windowTable[windowSlot].tabs = tabs
    return true
  }

  /// Adds a tab that follows the other tabs of its window to the counts of the window and the
  /// group.
  ///
  /// - Returns: False if the tab cannot be at this place, because it is a pinned tab after unpinned
  ///   tabs, or splits a group.
  private mutating func countTab(_ slot: Int, after previous: Int, inWindow windowSlot: Int) -> Bool
  {
    let group = tabTable[slot].group
    if tabTable[slot].isPinned {
      windowTable[windowSlot].pinnedCount += 1
      return !group.exists && (previous < 0 || tabTable[previous].isPinned)
    }
    guard group.exists else { return true }
    let groupSlot = groupTable.slot(of: group)
    guard groupSlot >= 0 else { return false }
    groupTable[groupSlot].count += 1
    groupTable[groupSlot].window = tabTable[slot].window
    let isFirst = groupTable[groupSlot].count == 1
    return isFirst || (previous >= 0 && tabTable[previous].group == group)
  }
}

/// A link of a tab to its opener or opener group. A parent may be read after its child, so links
/// are created after all tabs have been read.
private struct ParentLink: BitwiseCopyable {
  var relation: OpenerLinks.Relation
  var slot: Int
  var id: TabID
}

// MARK: Closed items

extension Browser {
  private func putClosed(_ writer: inout ByteWriter) {
    writer.put(count: closedList.count)
    var entries: ContiguousArray<HistoryEntry> = []
    for position in 0..<closedList.count {
      let item = closedList[position]
      writer.put(item.id)
      writer.put(byte: item.kind.rawValue)
      writer.put(item.window)
      writer.put(signed: item.milliseconds)
      writer.put(byte: item.hasPlace ? 1 : 0)
      if item.hasPlace {
        writer.put(item.bounds)
        writer.put(byte: item.showState.rawValue)
        writer.put(item.title)
      }
      if item.kind == .window { writer.put(item.activeTab) }
      writer.put(count: Int(item.tabCount))
      for closed in closedList.tabs(of: position) {
        entryStore.copyEntries(of: closed.tab.history, to: &entries)
        writer.put(closed.tab.id)
        writer.put(closed.tab, entries: entries)
        writer.put(closed.tab.window)
        writer.put(count: closed.index)
        writer.put(closed.group)
        if closed.group.id.exists { writer.put(count: closed.indexInGroup) }
        writer.put(closed.opener)
      }
    }
  }

  private mutating func readClosed(_ reader: inout ByteReader) {
    for _ in 0..<reader.count() {
      var item = ClosedItemRecord(
        id: reader.id(), kind: reader.choice(.tab), window: reader.id())
      item.milliseconds = reader.signed()
      if reader.byte() != 0 {
        item.bounds = reader.bounds()
        item.showState = reader.choice(.normal)
        item.title = reader.id()
      }
      if item.kind == .window { item.activeTab = reader.id() }
      closedList.append(item)
      let tabCount = reader.count()
      guard tabCount > 0 else { return reader.damage() }
      for _ in 0..<tabCount {
        let closed = readClosedTab(&reader)
        guard isFromFoldedEvent(closed.tab.id, &reader) else { return }
        closedList.append(closed)
      }
    }
  }

  private mutating func readClosedTab(_ reader: inout ByteReader) -> ClosedTabRecord {
    let id: TabID = reader.id()
    var tab = reader.tab(id, inWindow: .nothing)
    tab.window = reader.id()
    let index = reader.tally()
    let group = reader.group()
    let indexInGroup = group.id.exists ? reader.tally() : 0
    return ClosedTabRecord(
      tab: tab, index: index, indexInGroup: indexInGroup, group: group, opener: reader.id())
  }
}

extension ClosedItemRecord {
  /// Whether the item has bounds, a show state or a name, as items of closed windows do.
  fileprivate var hasPlace: Bool {
    bounds != .unknown || showState != .normal || title.exists
  }
}

// MARK: Bounds, groups, zoom and health

extension ByteWriter {
  /// Writes a rectangle as four signed numbers.
  mutating func put(_ bounds: Window.Bounds) {
    put(signed: Int64(bounds.x))
    put(signed: Int64(bounds.y))
    put(signed: Int64(bounds.width))
    put(signed: Int64(bounds.height))
  }

  /// Writes the properties of a group, or a single zero if there is no group.
  mutating func put(_ group: TabGroup) {
    put(group.id)
    guard group.id.exists else { return }
    put(optional: group.title, near: group.id)
    put(byte: group.color.rawValue)
    put(byte: group.isCollapsed ? 1 : 0)
  }
}

extension ByteReader {
  mutating func bounds() -> Window.Bounds {
    Window.Bounds(x: int32(), y: int32(), width: int32(), height: int32())
  }

  private mutating func int32() -> Int32 { Int32(truncatingIfNeeded: signed()) }

  mutating func group() -> TabGroup {
    var group = TabGroup(id: id())
    guard group.id.exists else { return .vacant }
    group.title = optionalID(near: group.id)
    group.color = choice(.grey)
    group.isCollapsed = byte() != 0
    return group
  }
}

extension Zoom {
  fileprivate func put(_ writer: inout ByteWriter) {
    writer.put(UInt64(`default`.hundredths))
    writer.put(defaultSource)
    writer.put(count: sites.all.count)
    var previous = EventID.nothing
    for site in sites.all {
      writer.put(site.name, near: previous)
      writer.put(UInt64(site.level.hundredths))
      writer.put(optional: site.source, near: site.name)
      previous = site.name
    }
  }

  fileprivate mutating func read(_ reader: inout ByteReader) {
    `default` = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: reader.number()))
    defaultSource = reader.id()
    var previous = EventID.nothing
    for _ in 0..<reader.count() {
      let name: EventID = reader.id(near: previous)
      let level = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: reader.number()))
      sites.update(name, level: level, source: reader.optionalID(near: name))
      previous = name
    }
  }
}

extension SessionHealth {
  fileprivate func put(_ writer: inout ByteWriter) {
    writer.put(running)
    writer.put(signed: openedMilliseconds)
    writer.put(signed: lastEventMilliseconds)
    writer.put(count: quickCrashes)
    writer.put(lastLoadingTab)
    writer.put(suspectTab)
  }

  fileprivate mutating func read(_ reader: inout ByteReader) {
    running = reader.id()
    openedMilliseconds = reader.signed()
    lastEventMilliseconds = reader.signed()
    quickCrashes = reader.tally()
    lastLoadingTab = reader.id()
    suspectTab = reader.id()
  }
}
