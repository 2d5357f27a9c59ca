/// The state of a browser: windows, tabs, groups, what was closed, zoom and the settings of
/// this device.
///
/// It is the fold of its events, one ``apply(_:)`` each. What the user keeps on purpose, such as
/// bookmarks, is in the ``Library``; a ``ProfileState`` has both, and decides actions:
///
/// ```swift
/// var urls: [String] = []
/// for tab in state.browser.tabs {
///   urls.append(state.browser.url(of: tab, text: log))
/// }
/// ```
///
/// The state has no text. It holds the ids of the events that said something, so it is
/// folded fast, is small, and knows which event set what. Selectors such as `url(of:text:)`
/// look up texts in a ``TextSource``.
///
/// - Complexity: A copy is O(1). The first change after it copies the tables that are
///   changed.
public struct Browser: Sendable {
  /// The newest event that was folded or skipped; ``EventID/nothing`` before the first.
  public internal(set) var sequence: EventID = .nothing
  /// The ids of the open windows, in the order in which they opened. One that is reopened
  /// comes last.
  public internal(set) var windowOrder: ContiguousArray<WindowID> = []
  /// The window that has the focus; ``EventID/nothing`` only where no window is open.
  public internal(set) var focusedWindow: WindowID = .nothing
  /// The zoom of pages by default and by site.
  public internal(set) var zoom = Zoom()
  /// The settings of this device.
  public internal(set) var settings = Settings()
  /// What is known of the runs of front ends, by which loops of crashes are found (C1).
  public internal(set) var health = SessionHealth()

  /// The batch of the event that is being folded; ``EventID/nothing`` at any other time.
  var batch: BatchID = .nothing
  /// When the event that is being folded was written, and when it happened according to an
  /// import; 0 at any other time.
  var (milliseconds, occurredMilliseconds): (Int64, Int64) = (0, 0)

  var windowTable = SlotTable<Window>()
  var tabTable = SlotTable<TabRecord>()
  var groupTable = SlotTable<TabGroup>()
  var entryStore = EntryStore()
  /// The opener of each tab, which lasts as long as both are open (T8). Indexed by the
  /// slots of tabs.
  var openers = OpenerTable()
  /// The opener groups, by which places and successors are chosen (T8). Indexed by the
  /// slots of tabs.
  var openerGroups = OpenerTable()
  var closedList = ClosedList()

  /// Creates the state before the first event: without windows, with default settings.
  public init() {}

  /// The open windows, in the order of ``windowOrder``. O(windows).
  public var windows: [Window] { windowOrder.compactMap { windowTable[$0] } }

  /// The number of tabs that are open in all windows.
  public var tabCount: Int { tabTable.count }

  /// Returns an open window.
  ///
  /// - Returns: Nil for a window that is closed, and for one that no tab has entered yet.
  public func window(_ id: WindowID) -> Window? {
    guard let window = windowTable[id], !window.tabs.isEmpty else { return nil }
    return window
  }

  /// Returns an open tab together with its history.
  ///
  /// - Returns: Nil for a tab that is closed; ``closedTab(_:)`` finds it.
  /// - Complexity: O(entries of the tab)
  public func tab(_ id: TabID) -> Tab? {
    let slot = tabTable.slot(of: id)
    return slot < 0 ? nil : tab(at: slot)
  }

  /// Returns the current entry of an open tab, without the copy of its history that ``tab(_:)`` makes.
  ///
  /// - Returns: Nil for a tab that is closed, or has no entries.
  public func currentEntry(of id: TabID) -> HistoryEntry? {
    guard let tab = record(id) else { return nil }
    return currentEntry(of: tab)
  }

  /// Returns whether an entry of an open tab fulfils a condition, without a copy of its history. O(entries).
  public func hasEntry(in id: TabID, where isWanted: (HistoryEntry) -> Bool) -> Bool {
    record(id).map { entryStore.contains(in: $0.history, where: isWanted) } ?? false
  }

  /// Returns the group of an open tab.
  ///
  /// - Returns: Nil for a tab that is closed, or in no group.
  public func group(of id: TabID) -> TabGroup? { group(record(id)?.group) }

  /// Returns a tab group.
  ///
  /// - Returns: Nil for a group without tabs, which is gone, and for one that no tab has
  ///   joined yet.
  public func group(_ id: GroupID?) -> TabGroup? {
    guard let id, let group = groupTable[id], group.count > 0 else { return nil }
    return group
  }

  /// The groups that have tabs, the oldest first.
  ///
  /// - Complexity: O(n log n) for n groups
  public var groups: [TabGroup] {
    groupTable.slots.filter { $0.count > 0 }
      .sorted { $0.id.rawValue.magnitude < $1.id.rawValue.magnitude }
  }

  /// Returns the tab in a slot that is in use. O(entries).
  func tab(at slot: Int) -> Tab {
    var tab = Tab(tabTable[slot], entries: entryStore.entries(of: tabTable[slot].history))
    tab.opener = parent(.opener, slot).ifExists
    tab.openerGroupParent = parent(.openerGroup, slot).ifExists
    return tab
  }

  /// Returns an open tab as the fold stores it, without a copy of its history. O(1).
  func record(_ id: TabID) -> TabRecord? { tabTable[id] }

  /// Returns the current entry of a tab; nil in a tab without entries.
  func currentEntry(of tab: TabRecord) -> HistoryEntry? { entryStore.current(of: tab.history) }

  /// Returns whether an entry of a tab shows this content. O(entries).
  func hasContent(_ content: EventID, in tab: TabRecord) -> Bool {
    entryStore.contains(in: tab.history) { $0.content == content }
  }

  /// Returns the tab to whose opener group a tab belongs (T8), or ``EventID/nothing`` if it
  /// belongs to none.
  func openerGroupParent(of id: TabID) -> TabID {
    let slot = tabTable.slot(of: id)
    return slot < 0 ? .nothing : parent(.openerGroup, slot)
  }

  /// Returns the id of the tab that a tab is linked to, or ``EventID/nothing``.
  func parent(_ relation: OpenerLinks.Relation, _ slot: Int) -> TabID {
    let parent = parentSlot(relation, slot)
    return parent < 0 ? .nothing : tabTable[parent].id
  }

  /// Returns the slot of the tab that a tab is linked to, or −1.
  func parentSlot(_ relation: OpenerLinks.Relation, _ slot: Int) -> Int {
    self[relation].parent(of: slot, generation: generation(relation, slot))
  }
}

extension Browser: Equatable {
  /// Returns whether both states are at the same event and show the same, however they came
  /// about.
  ///
  /// The layout in memory and ``health`` do not count.
  ///
  /// - Complexity: O(size of the state)
  public static func == (left: Browser, right: Browser) -> Bool {
    left.sequence == right.sequence && left.hasSameContent(as: right)
  }

  /// Returns whether both states show the same, whatever event they are at.
  ///
  /// This is the equality by which an undo brings back the state before an action: the log has
  /// continued, but everything in view is as it was.
  ///
  /// - Complexity: O(size of the state)
  public func hasSameContent(as other: Browser) -> Bool {
    windows == other.windows && focusedWindow == other.focusedWindow
      && tabs == other.tabs && groups == other.groups && closed == other.closed
      && zoom == other.zoom && settings == other.settings
  }

  /// All open tabs with their histories, window by window, from left to right.
  ///
  /// - Complexity: O(tabs and their entries)
  public var tabs: [Tab] {
    windows.flatMap { window in window.tabs.compactMap { tab($0) } }
  }
}
