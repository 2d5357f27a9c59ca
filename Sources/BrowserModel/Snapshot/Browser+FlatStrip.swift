/// The strip laid flat, for opening a log.
///
/// It says what a snapshot does, but its tabs stand one behind the other in numbers of one width, so
/// that ten thousand are taken up in a fraction of a millisecond. It takes half as much room again,
/// which does not matter for the one that is kept. Numbers stand as in this machine's memory: what a
/// machine with another order of bytes has written is none.
extension Browser {
  /// All but the bookmarks and the zoom of sites, as ``stripSnapshot()``.
  ///
  /// O(tabs and their rows).
  public func flatStrip() -> ContiguousArray<UInt8> {
    var tabs: ContiguousArray<FlatTab> = []
    var rows = SnapshotWriter(capacity: 32 * tabCount)
    putFlatTabs(&tabs, &rows)
    var rest = SnapshotWriter(capacity: 64 * closedList.count)
    putBesideTabs(&rest)
    putPlaces(&rest)
    let header = FlatStripHeader(tabCount: tabs.count, rowByteCount: rows.count)
    return header.bytes + tabs.withUnsafeBytes { ContiguousArray($0) }
      + order(of: tabs).withUnsafeBytes { ContiguousArray($0) } + rows.bytes + rest.bytes
  }

  /// The state that a flat strip was made of, without bookmarks and the zoom of sites, which
  /// ``isShelfMissing`` then says; nil where the bytes are none of this machine.
  public init?(flatStrip bytes: UnsafeRawBufferPointer) {
    guard let header = FlatStripHeader(bytes) else { return nil }
    let tabs = UnsafeRawBufferPointer(rebasing: bytes[header.tabs])
    let order = UnsafeRawBufferPointer(rebasing: bytes[header.order])
    let packed = UnsafeRawBufferPointer(rebasing: bytes[header.order.upperBound...])
    self.init()
    var reader = SnapshotReader(packed, at: header.rowByteCount)
    rowStore = RowStore(packed: packed)
    readBesideTabs(&reader)
    guard readTabs(tabs, order, count: header.tabCount, &reader), !reader.isDamaged, reader.isAtEnd
    else { return nil }
  }
}

// MARK: Writing

extension Browser {
  /// The slots of the tabs of each window from left to right.
  private var standingSlots: [Int] {
    windows.flatMap { window in window.tabs.map { tabTable.slot(of: $0) } }
  }

  /// The tabs of each window from left to right: so they stand in their slots from then on.
  private func putFlatTabs(_ tabs: inout ContiguousArray<FlatTab>, _ rows: inout SnapshotWriter) {
    let slots = standingSlots
    var places = ContiguousArray(repeating: -1, count: tabTable.slots.count)
    for (place, slot) in slots.enumerated() { places[slot] = place }
    func place(_ relation: Kin.Relation, _ slot: Int) -> Int {
      let parent = parentSlot(relation, slot)
      return parent < 0 ? -1 : places[parent]
    }
    tabs.reserveCapacity(slots.count)
    var unpacked: ContiguousArray<Row> = []
    for slot in slots {
      tabs.append(
        FlatTab(
          tabTable[slot], rows: rows.count,
          opener: place(.opening, slot), family: place(.family, slot)))
      rowStore.copyRows(of: tabTable[slot].history, to: &unpacked)
      rows.put(unpacked[...])
    }
  }

  /// The slots of tabs by rising ids, so that nobody has to sort or hash them who looks some up.
  private func order(of tabs: ContiguousArray<FlatTab>) -> ContiguousArray<Int32> {
    ContiguousArray(
      tabs.indices.sorted { tabs[$0].id < tabs[$1].id }
        .map { Int32(truncatingIfNeeded: $0) })
  }

  /// How many tabs each window has, and what is rare about a tab.
  private func putPlaces(_ writer: inout SnapshotWriter) {
    writer.put(count: windowOrder.count)
    for window in windows {
      writer.put(window.id)
      writer.put(count: window.tabs.count)
    }
    let slots = standingSlots
    let unusual = slots.indices.filter { tabTable[slots[$0]].hasUnusual }
    writer.put(count: unusual.count)
    for place in unusual {
      writer.put(count: place)
      let tab = tabTable[slots[place]]
      writer.putUnusual(of: tab, near: tab.id)
    }
  }
}

// MARK: Reading

extension Browser {
  private mutating func readTabs(
    _ flat: UnsafeRawBufferPointer, _ order: UnsafeRawBufferPointer, count: Int,
    _ reader: inout SnapshotReader
  ) -> Bool {
    var areWindows = true
    // Filled in place: to append costs each tab as much as to read it.
    var tabs = ContiguousArray<TabRecord>(unsafeUninitializedCapacity: count) { room, taken in
      for _ in 0..<reader.count() {
        let window = reader.sequence()
        let tabCount = reader.number()
        areWindows = tabCount <= UInt64(count - taken)
        guard areWindows else { return }
        let places = taken..<taken + Int(tabCount)
        areWindows = readTabs(flat, places, ofWindow: window, to: room)
        guard areWindows else { return }
        taken = places.upperBound
      }
    }
    guard areWindows else { return false }
    for _ in 0..<reader.count() {
      let place = reader.number()
      guard place < UInt64(tabs.count) else { return false }
      reader.readUnusual(of: &tabs[Int(place)], near: tabs[Int(place)].id)
    }
    guard tabs.count == count,
      let table = SequenceTable(filling: tabs, order: slots(order, count: count))
    else { return false }
    tabTable = table
    openers = KinTable(parents: parents(.opening, flat), generation: 0)
    families = KinTable(
      parents: parents(.family, flat), generation: Window.firstFamilyGeneration)
    return standAll()
  }

  private func slots(_ order: UnsafeRawBufferPointer, count: Int) -> ContiguousArray<Int32> {
    ContiguousArray(unsafeUninitializedCapacity: count) { slots, initialized in
      UnsafeMutableRawBufferPointer(slots).copyMemory(from: order)
      initialized = count
    }
  }

  /// Takes up the tabs of a window at some places; false where that makes none.
  private mutating func readTabs(
    _ flat: UnsafeRawBufferPointer, _ places: Range<Int>, ofWindow window: Sequence,
    to room: UnsafeMutableBufferPointer<TabRecord>
  ) -> Bool {
    let windowSlot = windowTable.slot(of: window)
    guard windowSlot >= 0, windowTable[windowSlot].tabs.isEmpty else { return false }
    windowOrder.append(window)
    for place in places {
      guard let tab = FlatTab(flat, at: place).tab(inWindow: window), rowStore.holds(tab.history)
      else { return false }
      room.initializeElement(at: place, to: tab)
    }
    let ids = ContiguousArray<Sequence>(unsafeUninitializedCapacity: places.count) { ids, taken in
      for place in places {
        ids.initializeElement(at: taken, to: room[place].id)
        taken += 1
      }
    }
    windowTable[windowSlot].tabs = ids
    return ids.contains(windowTable[windowSlot].activeTab)
  }

  /// Counts tabs that are pinned or in groups; false where one may not stand where it does.
  private mutating func standAll() -> Bool {
    var first = 0
    for window in windowOrder {
      let windowSlot = windowTable.slot(of: window)
      let end = first + windowTable[windowSlot].tabs.count
      for slot in first..<end where tabTable[slot].isPinned || tabTable[slot].group.exists {
        guard stand(slot, behind: slot > first ? slot - 1 : -1, inWindow: windowSlot) else {
          return false
        }
      }
      first = end
    }
    return true
  }

  /// Who belongs to whom; who cannot belong to another belongs to none.
  private func parents(
    _ relation: Kin.Relation, _ flat: UnsafeRawBufferPointer
  ) -> ContiguousArray<Int32> {
    var parents: ContiguousArray<Int32> = []
    parents.reserveCapacity(tabCount)
    for slot in 0..<tabCount {
      let parent = FlatTab(flat, at: slot).parent(relation)
      let isKin = parent < tabCount && canEnter(relation, slot, under: parent)
      parents.append(isKin ? Int32(truncatingIfNeeded: parent) : -1)
    }
    return parents
  }
}
