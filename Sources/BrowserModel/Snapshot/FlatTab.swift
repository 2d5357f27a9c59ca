/// A tab in ten numbers of four bytes, as they stand in memory: what a flat strip has of every tab.
///
/// Any bytes are one. What is rare about a tab stands elsewhere.
struct FlatTab: BitwiseCopyable {
  var id: Sequence
  var wanted: Sequence
  var lastActive: Sequence
  var group: Sequence
  /// Where its packed rows begin, how many there are, and which is the current one.
  var rows: Int32
  var rowCount: Int32
  var index: Int32
  /// The slots of the tabs that it belongs to, or −1.
  var opener: Int32
  var family: Int32
  /// ``TabRecord/signs``.
  var signs: UInt32

  init(_ tab: TabRecord, rows: Int, opener: Int, family: Int) {
    id = tab.id
    wanted = tab.wanted
    lastActive = tab.lastActive
    group = tab.group
    self.rows = Int32(truncatingIfNeeded: rows)
    rowCount = tab.history.count
    index = tab.history.index
    self.opener = Int32(truncatingIfNeeded: opener)
    self.family = Int32(truncatingIfNeeded: family)
    signs = UInt32(tab.signs)
  }

  /// One of many that stand one behind the other.
  @inline(__always)
  init(_ tabs: UnsafeRawBufferPointer, at place: Int) {
    self = tabs.loadUnaligned(
      fromByteOffset: place &* MemoryLayout<FlatTab>.size, as: FlatTab.self)
  }

  /// The slot of the tab that it belongs to, or −1.
  @inline(__always)
  func parent(_ relation: Kin.Relation) -> Int {
    switch relation {
    case .opening: Int(opener)
    case .family: Int(family)
    }
  }

  /// The tab; nil where its rows are none.
  @inline(__always)
  func tab(inWindow window: Sequence) -> TabRecord? {
    var tab = TabRecord(id: id, window: window)
    tab.wanted = wanted
    tab.lastActive = lastActive
    tab.group = group
    if rowCount != 0 {
      guard rows >= 0, rows < .max, index >= 0, index < rowCount else { return nil }
      tab.history = History(packedAt: Int(rows), count: rowCount, index: index)
    }
    tab.signs = UInt8(truncatingIfNeeded: signs)
    return tab
  }
}
