/// The state of a browser: the fold of its events.
///
/// It holds no text but the sequences of the events that said it, so it folds fast, copies small,
/// and answers "which event set this?" by itself. Selectors resolve text through a ``TextSource``.
///
/// Copying is O(1); the first change after a copy copies what it touches.
public struct Browser: Sendable {
  /// The newest event that was folded.
  public internal(set) var sequence: Sequence = .nothing
  /// Open windows, the oldest first.
  public internal(set) var windowOrder: ContiguousArray<Sequence> = []
  public internal(set) var focusedWindow: Sequence = .nothing
  /// What was closed, the newest last; at most ``closedLimit`` items.
  public internal(set) var closed = ClosedItems()
  public internal(set) var bookmarks = Bookmarks()
  public internal(set) var zoom = Zoom()
  public internal(set) var settings = Settings()
  public internal(set) var health = SessionHealth()

  var windowTable = SequenceTable<Window>()
  var tabTable = SequenceTable<Tab>()
  var groupTable = SequenceTable<TabGroup>()

  /// How many closed items are kept at hand; older ones are in the log.
  public static let closedLimit = 100

  /// The state before the first event.
  public init() {}

  /// Open windows, the oldest first.
  public var windows: [Window] { windowOrder.compactMap { windowTable[$0] } }

  /// How many tabs are open in all windows.
  public var tabCount: Int { tabTable.count }

  public func window(_ id: Sequence) -> Window? {
    guard let window = windowTable[id], !window.tabs.isEmpty else { return nil }
    return window
  }

  public func tab(_ id: Sequence) -> Tab? { tabTable[id] }

  public func group(_ id: Sequence) -> TabGroup? {
    guard let group = groupTable[id], group.count > 0 else { return nil }
    return group
  }

  /// Groups with tabs, the oldest first. O(groups · log groups).
  public var groups: [TabGroup] {
    groupTable.slots.filter { $0.count > 0 }
      .sorted { $0.id.rawValue.magnitude < $1.id.rawValue.magnitude }
  }

  /// The tab that chooses places and successors for this one, unless that is forgotten (T8).
  public func familyParent(of tab: Tab) -> Sequence {
    guard let window = windowTable[tab.window], window.familyGeneration == tab.family.generation
    else { return .nothing }
    return tab.family.parent
  }
}
