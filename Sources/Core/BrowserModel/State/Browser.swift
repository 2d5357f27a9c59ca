/// The state of a browser: windows, tabs, groups, closed items, zoom and the settings of this
/// device.
///
/// The state is the result of folding events with ``apply(_:)``. Things that the user stores
/// deliberately, such as bookmarks, are in the ``Library``. A ``ProfileState`` contains both, and
/// decides actions:
///
/// ```swift
/// var urls: [String] = []
/// for tab in state.browser.tabs {
///   urls.append(state.browser.url(of: tab, text: log))
/// }
/// ```
///
/// The state contains no text, only the ids of the events with the texts. Therefore, the state is
/// small, folding is fast, and each value can be traced to the event that set it. Selectors such as
/// `url(of:text:)` look up texts in a ``TextSource``.
///
/// - Complexity: A copy is O(1). The first change to a copy copies the changed tables.
public struct Browser: Sendable {
  /// The newest event that was folded or skipped, or ``EventID/nothing`` before the first event.
  public internal(set) var sequence: EventID = .nothing
  /// The ids of the open windows, in the order in which they opened. A reopened window comes last.
  public internal(set) var windowOrder: ContiguousArray<WindowID> = []
  /// The window that has the focus, or ``EventID/nothing`` if no window is open.
  public internal(set) var focusedWindow: WindowID = .nothing
  /// The zoom of pages by default and by site.
  public internal(set) var zoom = Zoom()
  /// The settings of this device.
  public internal(set) var settings = Settings()
  /// The custom values of windows, tabs and groups. The values of a closed tab or window are
  /// included as long as it can be reopened. The values of the profile are in the ``Library``.
  public internal(set) var values = ValueTable()
  /// Data about the runs of front ends, used to detect loops of crashes (C1).
  public internal(set) var health = SessionHealth()

  /// The batch of the event that is being folded, otherwise ``EventID/nothing``.
  var batch: BatchID = .nothing
  /// The owners of values that the event being folded may have removed for good.
  var doubtfulOwners: ContiguousArray<ValueOwner> = []
  /// The time at which the event being folded was written, and its time according to an import.
  /// Both times are 0 while no event is being folded.
  var (milliseconds, occurredMilliseconds): (Int64, Int64) = (0, 0)

  var windowTable = SlotTable<Window>()
  var tabTable = SlotTable<TabRecord>()
  var groupTable = SlotTable<TabGroup>()
  var entryStore = EntryStore()
  /// The opener of each tab, which is stored as long as both tabs are open (T8). Indexed by the
  /// slots of tabs.
  var openers = OpenerTable()
  /// The opener groups, which determine places and successors (T8). Indexed by the slots of tabs.
  var openerGroups = OpenerTable()
  var closedList = ClosedList()

  /// Creates the state before the first event, without windows and with default settings.
  public init() {}

  /// The open windows, in the order of ``windowOrder``. O(windows).
  public var windows: [Window] { windowOrder.compactMap { windowTable[$0] } }

  /// The number of open tabs in all windows.
  public var tabCount: Int { tabTable.count }

  /// Returns an open window.
  ///
  /// - Returns: The window, or nil if it is closed, or if no tab has entered it yet.
  public func window(_ id: WindowID) -> Window? {
    guard let window = windowTable[id], !window.tabs.isEmpty else { return nil }
    return window
  }

  /// Returns an open tab together with its history.
  ///
  /// - Returns: The tab, or nil if it is closed. ``closedTab(_:)`` finds closed tabs.
  /// - Complexity: O(entries of the tab)
  public func tab(_ id: TabID) -> Tab? {
    let slot = tabTable.slot(of: id)
    return slot < 0 ? nil : tab(at: slot)
  }

  /// Returns the current entry of an open tab, without copying the history as ``tab(_:)`` does.
  ///
  /// - Returns: The entry, or nil if the tab is closed or has no entries.
  public func currentEntry(of id: TabID) -> HistoryEntry? {
    guard let tab = record(id) else { return nil }
    return currentEntry(of: tab)
  }

  /// Returns whether an entry of an open tab satisfies a condition, without copying its history.
  /// O(entries).
  public func hasEntry(in id: TabID, where isWanted: (HistoryEntry) -> Bool) -> Bool {
    record(id).map { entryStore.contains(in: $0.history, where: isWanted) } ?? false
  }

  /// Returns the group of an open tab.
  ///
  /// - Returns: The group, or nil if the tab is closed or has no group.
  public func group(of id: TabID) -> TabGroup? { group(record(id)?.group) }

  /// Returns a tab group.
  ///
  /// - Returns: The group, or nil if it no longer has tabs, or no tab has joined it yet.
  public func group(_ id: GroupID?) -> TabGroup? {
    guard let id, let group = groupTable[id], group.count > 0 else { return nil }
    return group
  }

  /// The groups that have tabs, oldest first.
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

  /// Returns an open tab as the fold stores it, without copying its history. O(1).
  func record(_ id: TabID) -> TabRecord? { tabTable[id] }

  /// Returns the current entry of a tab, or nil if it has no entries.
  func currentEntry(of tab: TabRecord) -> HistoryEntry? { entryStore.current(of: tab.history) }

  /// Returns whether an entry of a tab has this content. O(entries).
  func hasContent(_ content: EventID, in tab: TabRecord) -> Bool {
    entryStore.contains(in: tab.history) { $0.content == content }
  }

  /// Returns the parent of a tab in its opener group (T8), or ``EventID/nothing`` if there is none.
  func openerGroupParent(of id: TabID) -> TabID {
    let slot = tabTable.slot(of: id)
    return slot < 0 ? .nothing : parent(.openerGroup, slot)
  }

  /// Returns the parent of a tab in a relation, or ``EventID/nothing`` if there is none.
  func parent(_ relation: OpenerLinks.Relation, _ slot: Int) -> TabID {
    let parent = parentSlot(relation, slot)
    return parent < 0 ? .nothing : tabTable[parent].id
  }

  /// Returns the slot of a tab's parent in a relation, or −1 if there is none.
  func parentSlot(_ relation: OpenerLinks.Relation, _ slot: Int) -> Int {
    self[relation].parent(of: slot, generation: generation(relation, slot))
  }
}

extension Browser: Equatable {
  /// Returns whether both states are at the same event and show the same content, regardless of the
  /// events that led to them.
  ///
  /// The layout in memory and ``health`` are ignored.
  ///
  /// - Complexity: O(size of the state)
  public static func == (left: Browser, right: Browser) -> Bool {
    left.sequence == right.sequence && left.hasSameContent(as: right)
  }

  /// Returns whether both states show the same content, even if they are at different events.
  ///
  /// In this sense, an undo restores the state before an action. The log has grown, but everything
  /// visible is as it was before.
  ///
  /// - Complexity: O(size of the state)
  public func hasSameContent(as other: Browser) -> Bool {
    windows == other.windows && focusedWindow == other.focusedWindow
      && tabs == other.tabs && groups == other.groups && closed == other.closed
      && zoom == other.zoom && settings == other.settings && values == other.values
  }

  /// All open tabs with their histories, window by window, from left to right.
  ///
  /// - Complexity: O(tabs and their entries)
  public var tabs: [Tab] {
    windows.flatMap { window in window.tabs.compactMap { tab($0) } }
  }
}
