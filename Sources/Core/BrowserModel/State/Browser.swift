/// The state of a browser: the fold of its events.
///
/// It holds no text but the sequences of the events that said it, so it folds fast, copies small,
/// and answers "which event set this?" by itself. Selectors resolve text through a ``TextSource``.
///
/// Copying is O(1); the first change after a copy copies what it touches.
public struct Browser: Sendable {
  /// The newest event that was folded.
  public internal(set) var sequence: EventID = .nothing
  /// Open windows, the oldest first.
  public internal(set) var windowOrder: ContiguousArray<EventID> = []
  public internal(set) var focusedWindow: EventID = .nothing
  public internal(set) var bookmarks = Bookmarks()
  public internal(set) var zoom = Zoom()
  public internal(set) var settings = Settings()
  public internal(set) var health = SessionHealth()

  var windowTable = SlotTable<Window>()
  var tabTable = SlotTable<TabRecord>()
  var groupTable = SlotTable<TabGroup>()
  var rowStore = RowStore()
  /// Who opened whom, by the slots of tabs.
  var openers = OpenerTable()
  /// Who is near whom when places and successors are chosen (T8).
  var openerGroups = OpenerTable()
  var closedList = ClosedList()
  /// Whether bookmarks and the zoom of sites are not known here: the state was begun from a
  /// snapshot without them, and they seem to be empty.
  public internal(set) var isLibraryMissing = false

  /// How many closed items are kept at hand; older ones are in the log.
  public static let closedLimit = 100

  /// The state before the first event.
  public init() {}

  /// Open windows, the oldest first.
  public var windows: [Window] { windowOrder.compactMap { windowTable[$0] } }

  /// How many tabs are open in all windows.
  public var tabCount: Int { tabTable.count }

  public func window(_ id: EventID) -> Window? {
    guard let window = windowTable[id], !window.tabs.isEmpty else { return nil }
    return window
  }

  /// An open tab with its history. O(rows).
  public func tab(_ id: EventID) -> Tab? {
    let slot = tabTable.slot(of: id)
    return slot < 0 ? nil : tab(at: slot)
  }

  public func group(_ id: EventID) -> TabGroup? {
    guard let group = groupTable[id], group.count > 0 else { return nil }
    return group
  }

  /// Groups with tabs, the oldest first. O(groups · log groups).
  public var groups: [TabGroup] {
    groupTable.slots.filter { $0.count > 0 }
      .sorted { $0.id.rawValue.magnitude < $1.id.rawValue.magnitude }
  }

  func tab(at slot: Int) -> Tab {
    var tab = Tab(tabTable[slot], rows: rowStore.rows(of: tabTable[slot].history))
    tab.opener = parent(.opener, slot)
    tab.openerGroupParent = parent(.openerGroup, slot)
    return tab
  }

  /// An open tab as the fold keeps it, without a copy of its history.
  func record(_ id: EventID) -> TabRecord? { tabTable[id] }

  /// The current row of a tab; nil in a tab that has none.
  func row(of tab: TabRecord) -> Row? { rowStore.current(of: tab.history) }

  /// Whether a row of a tab shows this content. O(rows).
  func hasContent(_ content: EventID, in tab: TabRecord) -> Bool {
    rowStore.contains(in: tab.history) { $0.content == content }
  }

  /// The tab that chooses places and successors for another, unless that is forgotten (T8).
  func openerGroupParent(of id: EventID) -> EventID {
    let slot = tabTable.slot(of: id)
    return slot < 0 ? .nothing : parent(.openerGroup, slot)
  }

  func parent(_ relation: OpenerLinks.Relation, _ slot: Int) -> EventID {
    let parent = parentSlot(relation, slot)
    return parent < 0 ? .nothing : tabTable[parent].id
  }

  /// The slot of the tab that one belongs to, or −1.
  func parentSlot(_ relation: OpenerLinks.Relation, _ slot: Int) -> Int {
    self[relation].parent(of: slot, generation: generation(relation, slot))
  }
}

/// What front ends with an engine tell about their runs, to break a loop of crashes (C1).
public struct SessionHealth: Equatable, Sendable, BitwiseCopyable {
  /// The event that opened the session that runs, or nothing.
  public internal(set) var running: EventID = .nothing
  /// When it was opened, in milliseconds since 1970.
  public internal(set) var openedMilliseconds: Int64 = 0
  /// The time of the newest event, in milliseconds since 1970.
  public internal(set) var lastEventMilliseconds: Int64 = 0
  /// How many sessions in a row crashed soon after they were opened.
  public internal(set) var quickCrashes = 0
  /// The tab whose load came last.
  public internal(set) var lastLoadingTab: EventID = .nothing
  /// The tab to suspect when a new session began after two quick crashes, or nothing.
  public internal(set) var suspectTab: EventID = .nothing

  /// A session that crashed within this time of its opening crashed quickly.
  static let quickCrashMilliseconds: Int64 = 60_000
  static let quickCrashesAllowed = 2

  /// Whether restoring as usual is likely to crash again: show the start page and offer to restore.
  public var isSuspect: Bool { quickCrashes >= Self.quickCrashesAllowed }
}

extension Browser: Equatable {
  /// Whether two states say the same, whatever way they came about.
  ///
  /// Where things lie in memory does not count. O(size of the state).
  public static func == (left: Browser, right: Browser) -> Bool {
    left.sequence == right.sequence && left.saysTheSame(as: right)
  }

  /// Equality but for the position in the log: what "undo after do is the identity" means.
  public func saysTheSame(as other: Browser) -> Bool {
    windows == other.windows && focusedWindow == other.focusedWindow
      && tabs == other.tabs && groups == other.groups && closed == other.closed
      && bookmarks == other.bookmarks && zoom == other.zoom && settings == other.settings
  }

  /// All open tabs, window by window from left to right. O(tabs).
  public var tabs: [Tab] {
    windows.flatMap { window in window.tabs.compactMap { tab($0) } }
  }
}
