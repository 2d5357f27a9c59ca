/// Where things stand in a list of tabs that is read at once: numbers of four bytes, little-endian.
///
///     counts of tabs and windows; the focused window
///     of each window: id, active tab, count of tabs
///     the ids of the tabs, window by window, from left to right
package struct TabListLayout {
  let tabCount: Int
  let windowCount: Int
  private let start: Int

  static let headerCount = 12
  private static let windowByteCount = 12

  /// - Returns: nil where the bytes hold no list there.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    guard bytes.count >= start + Self.headerCount else { return nil }
    self.start = start
    tabCount = bytes.count(at: start)
    windowCount = bytes.count(at: start + 4)
    guard windowCount <= tabCount, tabCount <= bytes.count / 4, range.upperBound <= bytes.count
    else { return nil }
  }

  /// All of it.
  package var range: Range<Int> {
    start..<(start + Self.byteCount(windows: windowCount, tabs: tabCount))
  }
  /// What says which windows there are.
  package var windows: Range<Int> { start..<ids }

  static func byteCount(windows: Int, tabs: Int) -> Int {
    headerCount + windowByteCount * windows + 4 * tabs
  }

  /// The window at a position of the list, of which there is one.
  func window(_ position: Int, in bytes: UnsafeRawBufferPointer) -> Sequence {
    bytes.sequence(at: entry(position))
  }

  fileprivate var ids: Int { entry(windowCount) }

  fileprivate func entry(_ position: Int) -> Int {
    start + Self.headerCount + Self.windowByteCount * position
  }
}

extension TabList {
  /// - Returns: nil where the counts do not agree.
  package init?(_ bytes: UnsafeRawBufferPointer, _ layout: TabListLayout) {
    focusedWindow = bytes.sequence(at: layout.range.lowerBound + 8)
    windows.reserveCapacity(layout.windowCount)
    var next = 0
    for position in 0..<layout.windowCount {
      let entry = layout.entry(position)
      let count = bytes.count(at: entry + 8)
      guard count > 0, count <= layout.tabCount - next else { return nil }
      let start = layout.ids + 4 * next
      next += count
      windows.append(
        Window(
          id: bytes.sequence(at: entry), activeTab: bytes.sequence(at: entry + 4),
          tabs: bytes.sequences(from: start, count: count)))
    }
    if next != layout.tabCount { return nil }
  }
}

extension SnapshotWriter {
  mutating func put(fixed list: TabList) {
    put(fixed: UInt32(truncatingIfNeeded: list.tabCount))
    put(fixed: UInt32(truncatingIfNeeded: list.windows.count))
    put(fixed: list.focusedWindow)
    for window in list.windows {
      put(fixed: window.id)
      put(fixed: window.activeTab)
      put(fixed: UInt32(truncatingIfNeeded: window.tabs.count))
    }
    for window in list.windows {
      for tab in window.tabs { put(fixed: tab) }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func sequences(from start: Int, count: Int) -> ContiguousArray<Sequence> {
    // Room for a few that will come.
    var sequences = ContiguousArray<Sequence>()
    sequences.reserveCapacity(count + count / 8 + 2)
    for position in 0..<count { sequences.append(sequence(at: start &+ 4 &* position)) }
    return sequences
  }
}
