internal import BrowserModel

/// Reads closed tabs from a `Tabs_*` file of Chromium (`persistent_tab_restore_service.cc`). The
/// commands of a tab begin with the index of its current entry, followed by its history. The
/// commands of a window begin with the number of its tabs, followed by the tabs.
struct ChromiumClosedTabs {
  private var items: [Item] = []
  /// The number of closed groups. Their tabs are read one by one.
  private(set) var groups = 0

  fileprivate struct Item {
    var id: Int32
    var window: PortableWindow?
    /// The number of the window's tabs that have not been read yet.
    var missing = 0
    var tabs: [TabState] = []
    var milliseconds: Int64
  }

  fileprivate struct TabState {
    var id: Int32
    var selected: Int
    var isPinned = false
    var group: PortableGroup?
    var entries: [Int: PortableEntry] = [:]
    var milliseconds: Int64
  }

  static func read(_ file: ChromiumCommandFile, _ emit: (PortableItem) throws -> Void) throws {
    for problem in file.problems { try emit(.problem(problem)) }
    let reader = ChromiumClosedTabs(file)
    if reader.groups > 0 { try emit(.leftOut(.groups, reader.groups)) }
    try emit(.session(PortableSession(closed: reader.closings)))
  }

  init(_ file: ChromiumCommandFile) {
    for command in file.commands { apply(command) }
  }

  /// The closed items, oldest first.
  var closings: [PortableClosing] { items.compactMap { $0.closing } }

  private mutating func apply(_ command: ChromiumCommandFile.Command) {
    let payload = command.payload
    switch command.id {
    case 1: navigate(payload)
    case 2: items.removeAll { $0.id == payload.integer(0) }
    case 4: begin(payload)
    case 5: changeLast { $0.isPinned = payload.first ?? 0 != 0 }
    case 9: beginWindow(payload)
    case 13: groups += 1
    case 10: changeLast { $0.group = PortableGroup.pickled(payload)?.group }
    default: break
    }
  }

  private mutating func begin(_ payload: ArraySlice<UInt8>) {
    guard let id = payload.integer(0) else { return }
    let tab = TabState(
      id: id, selected: Int(payload.integer(1) ?? 0), milliseconds: payload.time(8))
    if let last = items.last, last.missing > 0 {
      items[items.count - 1].missing -= 1
      items[items.count - 1].tabs.append(tab)
    } else {
      items.append(Item(id: id, tabs: [tab], milliseconds: tab.milliseconds))
    }
  }

  private mutating func beginWindow(_ payload: ArraySlice<UInt8>) {
    var pickle = Pickle(payload)
    guard let id = pickle.number(Int32.self), let selected = pickle.integer(),
      let count = pickle.integer(), let time = pickle.number(Int64.self)
    else { return }
    var window = PortableWindow(active: selected)
    let bounds = (0..<4).map { _ in Int32(clamping: pickle.integer() ?? 0) }
    window.bounds = Window.Bounds(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3])
    window.showState = Window.ShowState(chromium: pickle.integer() ?? 0)
    items.append(
      Item(
        id: id, window: window, missing: count,
        milliseconds: UnixTime.milliseconds(sinceYear1601: time)))
  }

  private mutating func navigate(_ payload: ArraySlice<UInt8>) {
    guard let navigation = ChromiumNavigation(payload) else { return }
    changeLast { tab in
      if tab.id == navigation.tab { tab.entries[navigation.index] = navigation.entry }
    }
  }

  private mutating func changeLast(_ body: (inout TabState) -> Void) {
    guard let item = items.indices.last, let tab = items[item].tabs.indices.last else { return }
    body(&items[item].tabs[tab])
  }
}

extension ChromiumClosedTabs.Item {
  /// The closed item, or nil if none of its tabs has entries.
  fileprivate var closing: PortableClosing? {
    var groups: [PortableGroup] = []
    var active = 0
    var kept: [PortableTab] = []
    for (number, tab) in tabs.enumerated() {
      guard !tab.entries.isEmpty else { continue }
      if number <= window?.active ?? 0 { active = kept.count }
      if let group = tab.group, !groups.contains(group) { groups.append(group) }
      kept.append(tab.imported(tab.group.flatMap { groups.firstIndex(of: $0) }))
    }
    guard let first = kept.first else { return nil }
    guard var window else {
      // This file does not contain the tab's position in the window, so the tab is restored at the
      // end.
      var tab = first
      tab.group = nil
      return PortableClosing(
        .tab(tab, index: Int(Int32.max), window: nil), milliseconds: milliseconds)
    }
    window.tabs = kept
    window.groups = groups
    window.active = active
    return PortableClosing(.window(window), milliseconds: milliseconds)
  }
}

extension ChromiumClosedTabs.TabState {
  fileprivate func imported(_ group: Int?) -> PortableTab {
    let entries = entries.sorted { $0.key < $1.key }
    return PortableTab(
      entries: entries.map(\.value), index: entries.lastIndex { $0.key <= selected } ?? 0,
      isPinned: isPinned, group: group, milliseconds: milliseconds)
  }
}

extension [PortableClosing] {
  /// Returns these closings with the tab positions that another file of the same profile contains.
  ///
  /// Chromium records a closed tab twice. `Tabs_*` is used to reopen tabs, and does not contain
  /// positions. `Session_*` contains positions until it is rewritten, but also contains tabs that
  /// were reopened after they were closed.
  ///
  /// - Complexity: O(closings · other closings).
  func placed(as others: [PortableClosing]) -> [PortableClosing] {
    var others = others
    return map { closing in
      guard let place = others.firstIndex(where: { $0.isSameTab(as: closing) }) else {
        return closing
      }
      return others.remove(at: place)
    }
  }
}

extension PortableClosing {
  /// The maximum difference between the two recorded times of one closing. Chromium reads the clock
  /// separately for each record.
  private static let longestDelay: Int64 = 2_000

  fileprivate func isSameTab(as other: PortableClosing) -> Bool {
    guard case .tab(let tab, _, _) = item, case .tab(let same, _, _) = other.item else {
      return false
    }
    return tab.entries[tab.index].url == same.entries[same.index].url
      && abs(milliseconds - other.milliseconds) <= Self.longestDelay
  }
}
