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
