internal import Bytes

/// The entries of all session histories, of open and closed tabs, in one list of plain data.
///
/// Each entry stores the place of the previous entry. Therefore, a commit writes one entry and
/// reads none, a closed tab retains its history by storing a number, and no history allocates its
/// own memory. Free entries are linked in the same way and are reused.
///
/// A place is an index into the list. A place is valid until its entry is dropped.
struct EntryStore: Sendable {
  private var nodes: ContiguousArray<Node> = []
  /// The place of the newest entry in the chain of free entries, or −1.
  private var free: Int32 = -1
  /// Further chains of free entries, each identified by the place of its newest entry.
  private var freeChains: ContiguousArray<Int32> = []

  /// The bytes of the snapshot that contains packed entries. Empty if there is no such snapshot.
  private var packed: ContiguousArray<UInt8> = []

  /// An entry with a link to the previous entry.
  fileprivate struct Node: BitwiseCopyable {
    var entry: HistoryEntry
    /// The place of the previous entry, or −1.
    var previous: Int32
  }

  /// The entry at a place that is in use.
  subscript(place: Int32) -> HistoryEntry {
    get { nodes[Int(place)].entry }
    _modify { yield &nodes[Int(place)].entry }
  }

  /// The size of the store in bytes.
  var byteCount: Int { nodes.count * MemoryLayout<Node>.stride + packed.count }

  /// Creates a store without entries.
  init() {}

  /// Creates a store whose entries are still packed in a snapshot.
  ///
  /// Most tabs in the state of a past moment are never changed, and their entries stay packed. A
  /// history is unpacked when it is first changed.
  ///
  /// - Parameter bytes: The complete snapshot, which is copied.
  init(packed bytes: RawSpan) { packed.append(bytes) }

  /// Returns the entries of a history, oldest first. O(entries).
  func entries(of history: History) -> ContiguousArray<HistoryEntry> {
    var entries: ContiguousArray<HistoryEntry> = []
    entries.reserveCapacity(Int(history.count))
    copyEntries(of: history, to: &entries)
    return entries
  }

  /// Replaces the contents of `entries` with the entries of a history, oldest first. O(entries).
  func copyEntries(of history: History, to entries: inout ContiguousArray<HistoryEntry>) {
    entries.removeAll(keepingCapacity: true)
    if history.packedOffset != nil {
      return Self.visitPacked(history, in: packed.span.raw) { entries.append($0) }
    }
    var place = history.newest
    while place >= 0 {
      entries.append(nodes[Int(place)].entry)
      place = nodes[Int(place)].previous
    }
    entries.reverse()
  }

  /// Returns whether a history has the same entries and the same current entry as a history in
  /// another store.
  ///
  /// - Complexity: O(entries), or O(1) if both histories are packed at the same place of the same
  ///   snapshot
  func has(_ history: History, as other: History, in store: EntryStore) -> Bool {
    guard history.count == other.count, history.index == other.index else { return false }
    guard history.packedOffset == nil, other.packedOffset == nil else {
      if history.packedOffset == other.packedOffset, isPacked(like: store) { return true }
      return entries(of: history) == store.entries(of: other)
    }
    var (place, otherPlace) = (history.newest, other.newest)
    while place >= 0, otherPlace >= 0 {
      guard self[place] == store[otherPlace] else { return false }
      place = nodes[Int(place)].previous
      otherPlace = store.nodes[Int(otherPlace)].previous
    }
    return place < 0 && otherPlace < 0
  }

  /// Whether both stores share the memory of their packed entries.
  private func isPacked(like other: EntryStore) -> Bool {
    packed.span.isIdentical(to: other.packed.span)
  }

  /// Calls `body` with each packed entry of a history, oldest first. Does nothing if the offset is
  /// out of range.
  @inline(__always)
  static func visitPacked(
    _ history: History, in bytes: RawSpan, _ body: (HistoryEntry) -> Void
  ) {
    guard let offset = history.packedOffset, offset < bytes.byteCount else { return }
    var reader = ByteReader(bytes, at: offset)
    reader.visitEntries(Int(history.count), body)
  }

  /// Converts the packed entries of a history to ordinary entries. Does nothing if the history is
  /// not packed. O(entries).
  @inline(__always)
  mutating func unpack(_ history: inout History) {
    if history.newest < -1 { unpackEntries(of: &history) }
  }

  private mutating func unpackEntries(of history: inout History) {
    // Many more histories will follow. A packed entry takes about six bytes.
    if nodes.count == 0 { nodes.reserveCapacity(packed.count / 6) }
    let former = history
    history.newest = -1
    history.count = 0
    let packed = packed
    Self.visitPacked(former, in: packed.span.raw) { entry in
      append(entry, to: &history)
      if history.count == former.index &+ 1 { history.current = history.newest }
    }
  }

  /// Returns the current entry of a history, or nil if the history has no entries. O(1), or
  /// O(entries) if the entries are packed.
  func current(of history: History) -> HistoryEntry? {
    guard history.packedOffset == nil else {
      var (current, left) = (HistoryEntry?.none, history.index)
      Self.visitPacked(history, in: packed.span.raw) { entry in
        if left == 0 { current = entry }
        left &-= 1
      }
      return current
    }
    return history.current < 0 ? nil : self[history.current]
  }

  /// Returns whether an entry of a history satisfies a condition. O(entries).
  func contains(in history: History, where isWanted: (HistoryEntry) -> Bool) -> Bool {
    guard history.packedOffset != nil else { return last(of: history, where: isWanted) != nil }
    var isFound = false
    Self.visitPacked(history, in: packed.span.raw) { isFound = isFound || isWanted($0) }
    return isFound
  }

  /// Returns the place and the index of the newest entry that satisfies a condition, or nil if no
  /// entry does. O(entries).
  ///
  /// - Precondition: The history is not packed.
  @inline(__always)
  func last(of history: History, where isWanted: (HistoryEntry) -> Bool) -> (
    place: Int32, index: Int32
  )? {
    var place = history.newest
    var index = history.count
    while place >= 0 {
      index &-= 1
      if isWanted(self[place]) { return (place, index) }
      place = nodes[Int(place)].previous
    }
    return nil
  }

  /// Changes every entry of a history, the newest first. O(entries).
  ///
  /// - Precondition: The history is not packed.
  @inline(__always)
  mutating func update(_ history: History, _ change: (inout HistoryEntry) -> Void) {
    var place = history.newest
    while place >= 0 {
      change(&nodes[Int(place)].entry)
      place = nodes[Int(place)].previous
    }
  }

  /// Adds an entry as the newest entry. The current entry does not change, unless the history was
  /// empty.
  @inline(__always)
  mutating func append(_ entry: HistoryEntry, to history: inout History) {
    unpack(&history)
    let place = insert(Node(entry: entry, previous: history.newest))
    history.newest = place
    if history.count == 0 { history.current = place }
    history.count &+= 1
  }

  /// Drops the entries after the current entry (H2). O(entries dropped).
  ///
  /// - Precondition: The history is not packed.
  @inline(__always)
  mutating func dropAhead(of history: inout History) {
    guard history.newest != history.current else { return }
    var oldest = history.newest
    while nodes[Int(oldest)].previous != history.current { oldest = nodes[Int(oldest)].previous }
    nodes[Int(oldest)].previous = free
    free = history.newest
    history.newest = history.current
    history.count = history.index &+ 1
  }

  /// Drops one entry of a history that has more than one entry (H8): the oldest entry that
  /// `isWanted` accepts, or the oldest entry if `isWanted` accepts no entry. The newest entry is
  /// never dropped. O(entries).
  mutating func dropOldest(of history: inout History, preferring isWanted: (HistoryEntry) -> Bool) {
    var chosen = (after: history.newest, place: nodes[Int(history.newest)].previous)
    guard chosen.place >= 0 else { return }
    var isChosenWanted = isWanted(self[chosen.place])
    var place = chosen.place
    while case let before = nodes[Int(place)].previous, before >= 0 {
      let isBeforeWanted = isWanted(self[before])
      if isBeforeWanted || !isChosenWanted {
        chosen = (place, before)
        isChosenWanted = isBeforeWanted
      }
      place = before
    }
    nodes[Int(chosen.after)].previous = nodes[Int(chosen.place)].previous
    nodes[Int(chosen.place)].previous = free
    free = chosen.place
    history.count &-= 1
  }

  /// Frees all entries of a history, which must not be used afterwards. O(1).
  mutating func drop(_ history: History) {
    guard history.newest >= 0 else { return }
    if free < 0 { free = history.newest } else { freeChains.append(history.newest) }
  }

  /// Returns a history with copies of the same entries and the same current entry. O(entries).
  mutating func copy(_ history: History) -> History {
    var copy = History()
    for entry in entries(of: history) {
      append(entry, to: &copy)
      if copy.count &- 1 == history.index { copy.current = copy.newest }
    }
    copy.index = history.index
    copy.hasActivation = history.hasActivation
    return copy
  }

  /// Stores a node at a free place, or at the end, and returns the place.
  @inline(__always)
  private mutating func insert(_ node: Node) -> Int32 {
    let place = free
    guard place >= 0 else {
      nodes.append(node)
      return Int32(truncatingIfNeeded: nodes.count &- 1)
    }
    free = nodes[Int(place)].previous
    if free < 0, let next = freeChains.popLast() { free = next }
    nodes[Int(place)] = node
    return place
  }
}
