/// The pages of a tab of another device for ``Action/take(_:)`` to open, as references to the local
/// log.
///
/// ```swift
/// if let phone = try store.readDevice(2), let tab = phone.tabs.first {
///   try store.perform(.take(TakenTab(tab)))
/// }
/// ```
public struct TakenTab: Equatable, Sendable {
  /// The event in the local log that opened the tab on the other device, or that sent the tab. The
  /// events of ``Action/take(_:)`` name this event as their cause, unless the caller provides
  /// another cause.
  public var source: EventID
  /// The pages, oldest first. The pictures of the pages are references to pictures of the other
  /// device.
  public var entries: ContiguousArray<HistoryEntry>
  /// The index of the current page, from 0. An index that is out of range is replaced by the index
  /// of the newest page.
  public var index: Int
  /// Whether the tab becomes the active tab.
  public var isSelected: Bool

  /// Creates a copy of a tab of another device.
  public init(_ tab: Tab, isSelected: Bool = true) {
    self.init(
      source: tab.id.event, entries: tab.entries, index: tab.index, isSelected: isSelected)
  }

  /// Creates a tab from its pages. Nothing is checked.
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
  /// Whether part of the tab is in the log of private windows.
  var isPrivate: Bool {
    source.isPrivate
      || entries.contains { entry in
        [entry.id.event, entry.content, entry.document, entry.title, entry.scroll, entry.picture]
          .contains { $0.isPrivate }
      }
  }
}

extension Action {
  /// The event that an action names as its own cause, or ``EventID/nothing``.
  public var cause: EventID {
    if case .take(let tab) = self { tab.source } else { .nothing }
  }
}
