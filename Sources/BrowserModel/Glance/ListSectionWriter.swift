/// Writes what became of the list of tabs, and the list itself now and then, so that few changes have to
/// be read to get to a moment.
struct ListSectionWriter: ~Copyable {
  private(set) var writer = SnapshotWriter(capacity: 8_192)
  /// The event before each section, and where the section begins.
  private(set) var entries: ContiguousArray<(event: Sequence, start: Int)> = []
  private var newest: Sequence
  private var changeCount = 0

  /// A list is some forty times as long as a change; so many changes take as long to read.
  private static let leastChanges = 2_048
  private static let tabsPerChange = 3

  /// - Parameter start: The event before the first.
  init(start: Sequence) {
    newest = start
    entries.append((start, 0))
  }

  /// Writes what an event changed.
  @inline(__always)
  mutating func put(_ event: Sequence, _ put: (inout SnapshotWriter) -> Void) {
    writer.put(UInt64(event.rawValue.magnitude &- newest.rawValue.magnitude))
    newest = event
    changeCount += 1
    put(&writer)
  }

  /// Begins another section behind an event, if it is time for one.
  @inline(__always)
  mutating func look(at browser: borrowing Browser) {
    guard changeCount >= Self.leastChanges,
      changeCount >= browser.tabCount / Self.tabsPerChange
    else { return }
    beginSection(with: TabList(copy browser), behind: browser.sequence)
  }

  /// Begins another section, with the list as it is behind an event.
  mutating func beginSection(with list: TabList, behind event: Sequence) {
    changeCount = 0
    newest = event
    entries.append((event, writer.count))
    writer.put(fixed: list)
  }
}
