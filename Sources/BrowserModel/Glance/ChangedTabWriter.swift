/// Writes what changed of tabs, in the order of their ids.
struct ChangedTabWriter: ~Copyable {
  private(set) var writer = SnapshotWriter(capacity: 65_536)
  /// The first tab of each chunk, and where the chunk begins.
  private(set) var chunks: ContiguousArray<(tab: Sequence, start: Int)> = []
  private let start: Sequence
  private let tabsPerChunk: Int
  private var count = 0
  private var former = Sequence.nothing

  /// - Parameter start: The event before the first.
  init(start: Sequence, tabsPerChunk: Int) {
    self.start = start
    self.tabsPerChunk = tabsPerChunk
  }

  /// What changed of one tab.
  ///
  /// - Parameter changes: The bytes of that, and of others.
  mutating func put(
    _ own: ContiguousArray<RecordedChange>.SubSequence, _ changes: ContiguousArray<UInt8>
  ) {
    guard let tab = own.first?.tab else { return }
    if count % tabsPerChunk == 0 {
      chunks.append((tab, writer.count))
      former = .nothing
    }
    count += 1
    writer.put(tab, near: former)
    former = tab
    var changed = SnapshotWriter(capacity: 16 * own.count)
    var event = start
    changes.withUnsafeBytes { bytes in
      for change in own {
        changed.put(UInt64(change.event.rawValue.magnitude &- event.rawValue.magnitude))
        event = change.event
        changed.put(
          UnsafeRawBufferPointer(rebasing: bytes[Int(change.start)..<Int(change.end)]))
      }
    }
    writer.put(count: changed.count)
    writer.put(changed)
  }
}
