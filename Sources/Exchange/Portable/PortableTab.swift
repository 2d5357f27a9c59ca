import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

package struct PortableTab: Equatable, Sendable {
  /// The history of the tab, oldest entry first.
  package var entries: [PortableEntry]
  /// The index of the current entry, from 0. An index that is out of range is clamped.
  package var index: Int
  package var isPinned: Bool
  package var isMuted: Bool
  /// The index of the tab's group in the groups of the window, or nil.
  package var group: Int?
  /// The time at which the tab was last shown.
  package var milliseconds: Int64
  /// The zoom level of the tab in hundredths of a percent, or nil if the tab has no zoom level of
  /// its own.
  package var zoom: Int?
  /// The custom values of the tab that are text, by name.
  package var values: [String: String] = [:]

  package init(
    entries: [PortableEntry], index: Int, isPinned: Bool = false, isMuted: Bool = false,
    group: Int? = nil, milliseconds: Int64 = 0
  ) {
    self.entries = entries
    self.index = min(max(index, 0), max(entries.count - 1, 0))
    self.isPinned = isPinned
    self.isMuted = isMuted
    self.group = group
    self.milliseconds = milliseconds
  }
}

extension PortableTab {
  init(_ tab: Tab, _ groups: [GroupID], _ browser: Browser, _ words: LogText) {
    var entries = tab.entries.map { row in
      PortableEntry(
        browser.url(of: row, text: words), title: browser.title(of: row, text: words))
    }
    if entries.isEmpty { entries = [PortableEntry(Destination.startPage)] }
    self.init(
      entries: entries, index: tab.index, isPinned: tab.isPinned, isMuted: tab.isMuted,
      group: tab.group.flatMap { groups.firstIndex(of: $0) })
  }
}
