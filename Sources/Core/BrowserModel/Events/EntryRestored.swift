/// An entry of an earlier moment was appended to the history of a tab, or replaced the entry with
/// the same id. The fields have the same meaning as in ``HistoryEntry``.
public struct EntryRestored: Equatable, Sendable, BitwiseCopyable {
  /// The tab that the entry belongs to.
  public var tab: TabID = .nothing
  /// The id of the entry.
  public var entry: EntryID = .nothing
  /// The event that gave the entry its URL.
  public var content: EventID = .nothing
  /// The event that created the document.
  public var document: EventID = .nothing
  /// The newest report of the page's title, or ``EventID/nothing``.
  public var title: EventID = .nothing
  /// The newest report of the page's scroll position, or ``EventID/nothing``.
  public var scroll: EventID = .nothing
  /// The newest report of a picture of the page, or ``EventID/nothing``.
  public var picture: EventID = .nothing
  /// The flags that make Back and Forward skip the entry (H9).
  public var marks: HistoryEntry.Flags = []
  /// Whether the entry becomes the current entry.
  public var isCurrent = false
  public init() {}
}
