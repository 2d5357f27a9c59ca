/// A tab: its session history as rows of references, and its place among the others.
public struct Tab: Equatable, Sendable {
  public internal(set) var id: EventID
  public internal(set) var window: EventID
  /// The session history, oldest first; empty when everything in it was forgotten.
  public internal(set) var rows: ContiguousArray<Row>
  /// The position of the row that is current.
  public internal(set) var index: Int
  /// The navigation or travel that has started and neither committed nor ended, or nothing.
  public internal(set) var pending: EventID
  /// The entry that a pending travel goes to, or nothing when a new page is pending.
  public internal(set) var pendingEntry: EventID
  /// The newest event that asked an engine to show something in this tab. A front end that has
  /// last answered another one loads what ``Browser/wantedContent(of:)`` names.
  public internal(set) var wanted: EventID
  /// The event that reported the failure, when ``status`` is ``Status/failed``.
  public internal(set) var failure: EventID
  /// The event that last made this tab the active one, or nothing.
  public internal(set) var lastActive: EventID
  public internal(set) var status: Status
  public internal(set) var isPinned: Bool
  public internal(set) var isMuted: Bool
  public internal(set) var group: EventID
  /// A zoom of this tab's own, or ``ZoomLevel/none``.
  public internal(set) var temporaryZoom: ZoomLevel
  /// The event that carries an importer's opaque fields, or nothing.
  public internal(set) var kept: EventID
  /// The tab that opened this one, if it is still open; nothing in a closed tab (T3, T8).
  public internal(set) var opener = EventID.nothing
  /// The tab that chooses places and successors for this one, unless that is forgotten (T8).
  public internal(set) var openerGroupParent = EventID.nothing
  /// The opener group ends as soon as another tab becomes active.
  public internal(set) var isOpenerGroupBrief = false

  /// How far the tab's page is.
  public enum Status: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case complete, loading, failed, discarded
  }

  init(_ record: TabRecord, rows: ContiguousArray<Row>) {
    id = record.id
    window = record.window
    self.rows = rows
    index = Int(record.history.index)
    pending = record.pending
    pendingEntry = record.pendingEntry
    wanted = record.wanted
    failure = record.failure
    lastActive = record.lastActive
    status = record.status
    isPinned = record.isPinned
    isMuted = record.isMuted
    group = record.group
    temporaryZoom = record.temporaryZoom
    kept = record.kept
  }

  /// The current row; nil in a tab that has none.
  public var row: Row? {
    rows.indices.contains(index) ? rows[index] : nil
  }

  /// Whether the browser's own Back leads somewhere (H9). O(rows).
  public var canGoBack: Bool { steppedIndex(by: -1) != nil }
  /// Whether the browser's own Forward does. O(rows).
  public var canGoForward: Bool { steppedIndex(by: 1) != nil }
}

extension ContiguousArray<Row> {
  /// The position of an entry, from the newest back. At most a history's length.
  func index(ofEntry entry: EventID) -> Int? { lastIndex { $0.entry == entry } }

  func index(ofContent content: EventID) -> Int? { lastIndex { $0.content == content } }
}

/// A tab as the fold keeps it: plain data in one slot. ``Tab`` is what others see of it.
struct TabRecord: BitwiseCopyable, Sendable {
  var id: EventID
  var window: EventID
  var history = History()
  var status = Tab.Status.complete
  var isPinned = false
  var isMuted = false
  /// The opener group ends as soon as another tab becomes active.
  var isOpenerGroupBrief = false
  var temporaryZoom = ZoomLevel.none
  var pending = EventID.nothing
  var pendingEntry = EventID.nothing
  var wanted = EventID.nothing
  var failure = EventID.nothing
  var lastActive = EventID.nothing
  var group = EventID.nothing
  var kept = EventID.nothing

  init(id: EventID, window: EventID) {
    self.id = id
    self.window = window
  }

  /// What is pending or loading goes on, while the page itself went to another place.
  mutating func keepLoad(wanted: EventID) {
    if !pending.exists { self.wanted = wanted }
    guard status != .loading else { return }
    status = .complete
    failure = .nothing
  }

  /// What was pending has ended.
  @inline(__always)
  mutating func endPending(as status: Tab.Status, wanted: EventID) {
    self.status = status
    self.wanted = wanted
    pending = .nothing
    pendingEntry = .nothing
    failure = .nothing
  }
}

extension TabRecord: Slotted {
  static var vacant: TabRecord { TabRecord(id: .nothing, window: .nothing) }
}
