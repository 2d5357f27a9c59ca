/// What ``Action/take(_:)`` opens: the pages of a tab of another device, as the log here names them.
///
/// ```swift
/// if let phone = try store.readDevice(2), let tab = phone.tabs.first {
///   try store.perform(.take(TakenTab(tab)))
/// }
/// ```
public struct TakenTab: Equatable, Sendable {
  /// The event that it comes from, in the log here: the tab of the other device, or the event that
  /// sent it. It is the cause of what ``Action/take(_:)`` writes, unless whoever acts names another.
  public var source: EventID
  /// The pages, the oldest first. Their pictures are those of the other device.
  public var entries: ContiguousArray<HistoryEntry>
  /// The index of the current page, from 0; one that is out of range is that of the newest page.
  public var index: Int
  /// Whether it becomes the active tab.
  public var isSelected: Bool

  /// Takes a tab of another device.
  public init(_ tab: Tab, isSelected: Bool = true) {
    self.init(
      source: tab.id.event, entries: tab.entries, index: tab.index, isSelected: isSelected)
  }

  /// Creates a tab of its pages; nothing is checked.
  public init(
    source: EventID, entries: ContiguousArray<HistoryEntry>, index: Int, isSelected: Bool
  ) {
    self.source = source
    self.entries = entries
    self.index = index
    self.isSelected = isSelected
  }
}

extension TakenTab {
  /// Whether something of it is in the log of private windows.
  var isPrivate: Bool {
    source.isPrivate
      || entries.contains { entry in
        [entry.id.event, entry.content, entry.document, entry.title, entry.scroll, entry.picture]
          .contains { $0.isPrivate }
      }
  }
}

extension Action {
  /// The event that an action follows from where it says so itself; ``EventID/nothing`` where it
  /// does not.
  public var cause: EventID {
    if case .take(let tab) = self { tab.source } else { .nothing }
  }
}
