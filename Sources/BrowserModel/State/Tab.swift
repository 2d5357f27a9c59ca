/// A tab: its session history as rows of references, and its place among the others.
public struct Tab: Sendable {
  // What nearly every event touches comes first, within one line of the processor's cache.
  /// The session history, oldest first; empty when everything in it was forgotten.
  public internal(set) var rows: ContiguousArray<Row>
  /// The row that is current.
  public internal(set) var index: Int
  public internal(set) var id: Sequence
  public internal(set) var window: Sequence
  /// The navigation or travel that has started and neither committed nor ended, or nothing.
  public internal(set) var pending: Sequence
  /// The entry that a pending travel goes to, or nothing when a new page is pending.
  public internal(set) var pendingEntry: Sequence
  /// The newest event that asked an engine to show something in this tab. A front end that has
  /// last answered another one loads what ``Browser/wantedContent(of:)`` names.
  public internal(set) var wanted: Sequence
  /// The event that reported the failure, when ``status`` is ``Status/failed``.
  public internal(set) var failure: Sequence
  /// The event that last made this tab the active one, or nothing.
  public internal(set) var lastActive: Sequence
  public internal(set) var status: Status
  public internal(set) var isPinned: Bool
  public internal(set) var isMuted: Bool
  public internal(set) var group: Sequence
  /// A zoom of this tab's own, or ``ZoomLevel/none``.
  public internal(set) var temporaryZoom: ZoomLevel
  /// The event that carries an importer's opaque fields, or nothing.
  public internal(set) var kept: Sequence

  /// The lasting relation to the tab that opened this one.
  var opening = Kin()
  /// The relation by which places and successors are chosen; it is forgotten at times.
  var family = Kin()
  /// The family ends as soon as another tab becomes active.
  var isFamilyBrief = false

  /// How far the tab's page is.
  public enum Status: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case complete, loading, failed, discarded
  }

  /// Room that a new tab's history has from the start: a tab is seldom left on its first page, and
  /// growing row by row costs more than three rows.
  private static let usualRowCount = 4

  /// A history of one entry, with room for more.
  static func firstRows(_ row: Row) -> ContiguousArray<Row> {
    ContiguousArray(unsafeUninitializedCapacity: usualRowCount) { rows, count in
      rows.initializeElement(at: 0, to: row)
      count = 1
    }
  }

  init(id: Sequence, window: Sequence) {
    self.id = id
    self.window = window
    self.rows = []
    self.index = 0
    self.group = .nothing
    self.isPinned = false
    self.isMuted = false
    self.status = .complete
    self.pending = .nothing
    self.pendingEntry = .nothing
    self.wanted = .nothing
    self.failure = .nothing
    self.temporaryZoom = .none
    self.lastActive = .nothing
    self.kept = .nothing
  }

  /// The tab that opened this one, if it is still open (T3, T8).
  public var opener: Sequence { opening.parent }

  /// The current row; nil in a tab that has none.
  public var row: Row? {
    rows.indices.contains(index) ? rows[index] : nil
  }

  public var canGoBack: Bool { index > 0 }
  public var canGoForward: Bool { index + 1 < rows.count }
}

extension Tab: SequenceTableValue {
  static var vacant: Tab { Tab(id: .nothing, window: .nothing) }
}
