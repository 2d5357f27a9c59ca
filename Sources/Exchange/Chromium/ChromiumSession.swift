internal import BrowserModel

/// Folds the commands of a `Session_*` file of Chromium into the resulting windows.
struct ChromiumSession {
  private var windows: [Int32: WindowState] = [:]
  private var tabs: [Int32: TabState] = [:]
  private var groups: [GroupKey: PortableGroup] = [:]
  private var closed: [ClosedState] = []
  private var activeWindow: Int32?
  /// The number of windows and tabs encountered so far, which defines their order.
  private var met = 0
  /// The number of entries that could not be decoded.
  private var unreadPages = 0

  private struct WindowState {
    var order: Int
    var selected = 0
    var isPlain = true
    var bounds = Window.Bounds.unknown
    var showState = Window.ShowState.normal
    var title = ""
  }

  private struct TabState {
    var order: Int
    var window: Int32?
    var index = 0
    var selected = 0
    var isPinned = false
    var group: GroupKey?
    var milliseconds: Int64 = 0
    var entries: [Int: PortableEntry] = [:]
  }

  /// A closed item. For a closed tab, the open window to which it belonged is determined at the
  /// end.
  private struct ClosedState {
    var item: PortableClosing
    var window: Int32?
  }

  private struct GroupKey: Hashable {
    var high: UInt64
    var low: UInt64
  }

  /// - Parameters:
  ///   - closed: The file of closed tabs, if there is one.
  ///   - before: The files of earlier sessions, newest first. For tabs that were closed in an
  ///     earlier session, only these files contain positions.
  static func read(
    _ file: ChromiumCommandFile, closed: ChromiumCommandFile? = nil,
    before: [ChromiumCommandFile] = [],
    _ emit: (PortableItem) throws -> Void
  ) throws {
    let session = ChromiumSession(file)
    let unread = file.problems(unreadPages: session.unreadPages)
    for problem in file.problems + unread + (closed?.problems ?? []) { try emit(.problem(problem)) }
    let kinds = session.windows.values.count { !$0.isPlain }
    if kinds > 0 { try emit(.leftOut(.windowTypes, kinds)) }
    var imported = session.imported
    if let closed {
      let reader = ChromiumClosedTabs(closed)
      if reader.groups > 0 { try emit(.leftOut(.groups, reader.groups)) }
      let places = before.reduce(imported.closed) { places, file in
        places + ChromiumSession(file).imported.closed(in: imported.windows.count)
      }
      imported.closed = reader.closings.placed(as: places)
    }
    try emit(.session(imported))
  }

  private init(_ file: ChromiumCommandFile) {
    for command in file.commands { apply(command) }
  }

  // MARK: The fold

  // Source: `session_service_commands.cc`. Unknown command numbers are skipped.
  private mutating func apply(_ command: ChromiumCommandFile.Command) {
    let payload = command.payload
    func integer(_ place: Int) -> Int { Int(payload.integer(place) ?? 0) }
    guard let id = payload.integer(0) else { return }
    switch command.id {
    case 0:
      guard let tab = payload.integer(1) else { return }
      meet(window: id)
      change(tab) { $0.window = id }
    case 2: change(id) { $0.index = integer(1) }
    case 5: prune(id, from: integer(1), count: .max)
    case 6: navigate(payload)
    case 7: change(id) { $0.selected = integer(1) }
    case 8: change(window: id) { $0.selected = integer(1) }
    case 9: change(window: id) { $0.isPlain = integer(1) == 0 }
    case 11: prune(id, from: 0, count: integer(1))
    case 12: change(id) { $0.isPinned = integer(1) & 0xFF != 0 }
    case 14: place(id, payload)
    case 16: close(tab: id, payload.time(8))
    case 17: close(window: id, payload.time(8))
    case 20: activeWindow = id
    case 21: change(id) { $0.milliseconds = payload.time(8) }
    case 24: prune(id, from: integer(1), count: integer(2))
    case 25: join(id, payload)
    case 27: describeGroup(payload)
    case 31: name(payload)
    default: break
    }
  }

  private mutating func meet(window: Int32) {
    guard windows[window] == nil else { return }
    windows[window] = WindowState(order: met)
    met += 1
  }

  private mutating func change(window: Int32, _ body: (inout WindowState) -> Void) {
    meet(window: window)
    windows[window].map { window in
      var window = window
      body(&window)
      return window
    }.map { windows[window] = $0 }
  }

  private mutating func change(_ tab: Int32, _ body: (inout TabState) -> Void) {
    var state = tabs[tab] ?? TabState(order: met)
    if tabs[tab] == nil { met += 1 }
    body(&state)
    tabs[tab] = state
  }

  private mutating func navigate(_ payload: ArraySlice<UInt8>) {
    guard let navigation = ChromiumNavigation(payload) else {
      unreadPages += 1
      return
    }
    change(navigation.tab) { $0.entries[navigation.index] = navigation.entry }
  }

  /// Removes entries. The indexes of later entries decrease accordingly, including the index of the
  /// selected entry.
  private mutating func prune(_ tab: Int32, from first: Int, count: Int) {
    guard first >= 0, count > 0 else { return }
    let end = first.addingReportingOverflow(count)
    let last = end.overflow ? Int.max : end.partialValue
    change(tab) { tab in
      var entries: [Int: PortableEntry] = [:]
      for (index, entry) in tab.entries where index < first || index >= last {
        entries[index < first ? index : index - count] = entry
      }
      tab.entries = entries
      if tab.selected >= last {
        tab.selected -= count
      } else if tab.selected >= first {
        tab.selected = max(first - 1, 0)
      }
    }
  }

  private mutating func place(_ window: Int32, _ payload: ArraySlice<UInt8>) {
    change(window: window) { window in
      window.bounds = Window.Bounds(
        x: payload.integer(1) ?? 0, y: payload.integer(2) ?? 0, width: payload.integer(3) ?? 0,
        height: payload.integer(4) ?? 0)
      window.showState = Window.ShowState(chromium: Int(payload.integer(5) ?? 0))
    }
  }

  /// Sets the name that the user gave to a window.
  private mutating func name(_ payload: ArraySlice<UInt8>) {
    var pickle = Pickle(payload)
    guard let id = pickle.number(Int32.self), let title = pickle.string() else { return }
    change(window: id) { $0.title = title }
  }

  private mutating func join(_ tab: Int32, _ payload: ArraySlice<UInt8>) {
    let token = payload.dropFirst(8)
    guard let high = token.littleEndian(UInt64.self),
      let low = token.dropFirst(8).littleEndian(UInt64.self)
    else { return }
    let isInGroup = token.dropFirst(16).first ?? 0 != 0
    change(tab) { $0.group = isInGroup ? GroupKey(high: high, low: low) : nil }
  }

  private mutating func describeGroup(_ payload: ArraySlice<UInt8>) {
    guard let (high, low, group) = PortableGroup.pickled(payload) else { return }
    groups[GroupKey(high: high, low: low)] = group
  }

  private mutating func close(tab id: Int32, _ milliseconds: Int64) {
    guard let state = tabs.removeValue(forKey: id), let tab = imported(state, groups: []) else {
      return
    }
    let item = PortableClosing(
      .tab(tab, index: max(state.index, 0), window: nil), milliseconds: milliseconds)
    closed.append(ClosedState(item: item, window: state.window))
  }

  private mutating func close(window id: Int32, _ milliseconds: Int64) {
    guard let state = windows.removeValue(forKey: id) else { return }
    let window = imported(id, state)
    for (tab, state) in tabs where state.window == id { tabs[tab] = nil }
    guard !window.tabs.isEmpty else { return }
    let item = PortableClosing(.window(window), milliseconds: milliseconds)
    closed.append(ClosedState(item: item))
  }

  // MARK: The result

  private var imported: PortableSession {
    var session = PortableSession()
    var places: [Int32: Int] = [:]
    for (id, state) in windows.sorted(by: { $0.value.order < $1.value.order }) {
      let window = imported(id, state)
      guard !window.tabs.isEmpty else { continue }
      if id == activeWindow { session.focused = session.windows.count }
      places[id] = session.windows.count
      session.windows.append(window)
    }
    let tabsOfUnknownWindows = imported(nil, WindowState(order: met))
    if !tabsOfUnknownWindows.tabs.isEmpty { session.windows.append(tabsOfUnknownWindows) }
    if session.focused == nil, !session.windows.isEmpty { session.focused = 0 }
    session.closed = closed.map { $0.item.placed(in: $0.window.flatMap { places[$0] }) }
    return session
  }

  /// Returns a window with its tabs. If the id is nil, the window contains the tabs of unknown
  /// windows.
  private func imported(_ id: Int32?, _ state: WindowState) -> PortableWindow {
    let own = tabs.values.filter { $0.window == id }
      .sorted { ($0.index, $0.order) < ($1.index, $1.order) }
    var keys: [GroupKey] = []
    for key in own.compactMap(\.group) where !keys.contains(key) { keys.append(key) }
    var window = PortableWindow(
      groups: keys.map { groups[$0] ?? PortableGroup(title: "") }, bounds: state.bounds,
      showState: state.showState, title: state.title)
    for (number, tab) in own.enumerated() {
      guard let imported = imported(tab, groups: keys) else { continue }
      if number <= state.selected { window.active = window.tabs.count }
      window.tabs.append(imported)
    }
    return window
  }

  private func imported(_ tab: TabState, groups: [GroupKey]) -> PortableTab? {
    guard !tab.entries.isEmpty else { return nil }
    let entries = tab.entries.sorted { $0.key < $1.key }
    let index = entries.lastIndex { $0.key <= tab.selected } ?? 0
    return PortableTab(
      entries: entries.map(\.value), index: index, isPinned: tab.isPinned,
      group: tab.group.flatMap { groups.firstIndex(of: $0) }, milliseconds: tab.milliseconds)
  }
}

extension PortableSession {
  /// Returns the closed items for a later session with a given number of windows. The window of a
  /// closed tab is identified only by its position. Therefore it is known only if the numbers of
  /// windows are equal.
  fileprivate func closed(in count: Int) -> [PortableClosing] {
    count == windows.count ? closed : closed.map { $0.placed(in: nil) }
  }
}

extension PortableClosing {
  /// Returns the same closing. If it is a closed tab, the tab is assigned to the window at an
  /// index.
  fileprivate func placed(in window: Int?) -> PortableClosing {
    guard case .tab(let tab, let index, _) = item else { return self }
    return PortableClosing(.tab(tab, index: index, window: window), milliseconds: milliseconds)
  }
}

extension PortableGroup {
  /// Reads a group and its two-part id. Returns nil if the group cannot be read.
  static func pickled(
    _ payload: ArraySlice<UInt8>
  ) -> (high: UInt64, low: UInt64, group: PortableGroup)? {
    var pickle = Pickle(payload)
    guard let high = pickle.number(UInt64.self), let low = pickle.number(UInt64.self) else {
      return nil
    }
    // `tab_groups::TabGroupColorId`.
    let colors: [TabGroup.Color] = [
      .grey, .blue, .red, .yellow, .green, .pink, .purple, .cyan, .orange,
    ]
    let title = pickle.wideString() ?? ""
    let color = pickle.integer() ?? 0
    let group = PortableGroup(
      title: title, color: colors.indices.contains(color) ? colors[color] : .grey,
      isCollapsed: pickle.integer() ?? 0 != 0)
    return (high, low, group)
  }
}

extension Window.ShowState {
  /// Converts `sessions::PersistedWindowShowState`.
  init(chromium state: Int) {
    switch state {
    case 2: self = .minimized
    case 3: self = .maximized
    case 5: self = .fullscreen
    default: self = .normal
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the number at a position, counted in units of four bytes, or nil if there are too few
  /// bytes.
  func integer(_ place: Int) -> Int32? { dropFirst(place * 4).littleEndian(Int32.self) }

  /// Converts a time in microseconds since 1601 to milliseconds since 1970 UTC. Returns 0 if the
  /// time is missing.
  func time(_ offset: Int) -> Int64 {
    UnixTime.milliseconds(
      sinceYear1601: dropFirst(offset).littleEndian(Int64.self) ?? 0)
  }
}
