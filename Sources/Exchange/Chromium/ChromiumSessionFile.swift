internal import BrowserModel

/// Writes the windows of a session in the format from which Chromium restores its last session
/// (``ChromiumCommandFile``).
struct ChromiumSessionFile {
  private(set) var bytes: [UInt8] = ChromiumCommandFile.magic
  /// The last id that was assigned to a window or tab.
  private var newest: Int32 = 0
  private var groups: UInt64 = 0

  /// The version whose commands are not encrypted. Chromium restores only the commands before
  /// ``Command/initialStateMarker``.
  private static let version: UInt32 = 3

  // Source: `session_service_commands.cc`.
  private enum Command: UInt8 {
    case setTabWindow = 0
    case setTabIndex = 2
    case updateNavigation = 6
    case selectNavigation = 7
    case selectTab = 8
    case setWindowType = 9
    case setPinned = 12
    case setBounds = 14
    case setActiveWindow = 20
    case setGroup = 25
    case describeGroup = 27
    case setWindowTitle = 31
    case initialStateMarker = 255
  }

  init(_ session: PortableSession) {
    bytes.append(littleEndian: Self.version)
    for (place, window) in session.windows.enumerated() {
      let id = nextName()
      append(window, id)
      if session.focused == place { append(.setActiveWindow, [id]) }
    }
    append(.initialStateMarker, [])
  }

  private mutating func nextName() -> Int32 {
    newest += 1
    return newest
  }

  private mutating func append(_ window: PortableWindow, _ id: Int32) {
    append(.setWindowType, [id, 0])
    if window.bounds != .unknown {
      let bounds = window.bounds
      append(
        .setBounds,
        [id, bounds.x, bounds.y, bounds.width, bounds.height, window.showState.chromium])
    }
    if !window.title.isEmpty {
      var pickle = PickleWriter()
      pickle.append(id)
      pickle.append(window.title)
      append(.setWindowTitle, payload: pickle.bytes)
    }
    let names = window.groups.map { append($0) }
    for (place, tab) in window.tabs.enumerated() {
      let name = nextName()
      append(.setTabWindow, [id, name])
      append(.setTabIndex, [name, Int32(clamping: place)])
      if tab.isPinned { append(.setPinned, [name, 1]) }
      if let group = tab.group { join(name, names[group]) }
      for (index, entry) in tab.entries.enumerated() { append(entry, at: index, of: name) }
      append(.selectNavigation, [name, Int32(clamping: tab.index)])
    }
    append(.selectTab, [id, Int32(clamping: window.active)])
  }

  private mutating func append(_ group: PortableGroup) -> UInt64 {
    groups += 1
    var pickle = PickleWriter()
    pickle.append(groups)
    pickle.append(groups)
    pickle.append(wide: group.title)
    pickle.append(Int32(group.color.rawValue))  // `tab_groups::TabGroupColorId`
    pickle.append(Int32(group.isCollapsed ? 1 : 0))
    append(.describeGroup, payload: pickle.bytes)
    return groups
  }

  /// Appends the id of a tab, the two parts of its group's id, and a flag that indicates that the
  /// tab is in a group. Each value is at an offset that is a multiple of eight bytes.
  private mutating func join(_ tab: Int32, _ group: UInt64) {
    var payload: [UInt8] = []
    payload.append(littleEndian: tab)
    payload.append(littleEndian: Int32(0))
    payload.append(littleEndian: group)
    payload.append(littleEndian: group)
    payload.append(littleEndian: UInt64(1))
    append(.setGroup, payload: payload)
  }

  /// Appends an entry (`SerializedNavigationEntry::WriteToPickle`). If an entry has no page state,
  /// Chromium loads its address.
  private mutating func append(_ entry: PortableEntry, at index: Int, of tab: Int32) {
    var pickle = PickleWriter()
    pickle.append(tab)
    pickle.append(Int32(clamping: index))
    pickle.append(entry.url)
    pickle.append(wide: entry.title)
    pickle.append("")  // The state of the page.
    pickle.append(Int32(entry.transition.chromium))
    pickle.append(Int32(0))  // Whether the request had a body.
    pickle.append("")  // The referrer.
    pickle.append(Int32(0))  // The referrer policy, in an obsolete encoding.
    pickle.append(entry.url)  // The requested URL.
    pickle.append(Int32(0))  // Whether the user agent was overridden.
    pickle.append(UnixTime.sinceYear1601(milliseconds: entry.milliseconds))
    pickle.append(wide: "")  // Search terms.
    pickle.append(Int32(200))  // The HTTP status.
    append(.updateNavigation, payload: pickle.bytes)
  }

  private mutating func append(_ command: Command, _ numbers: [Int32]) {
    var payload: [UInt8] = []
    for number in numbers { payload.append(littleEndian: number) }
    append(command, payload: payload)
  }

  /// Appends a command. A command that is too long for its length field is omitted. This happens if
  /// an entry has an address of more than 64 KB.
  private mutating func append(_ command: Command, payload: [UInt8]) {
    guard let size = UInt16(exactly: payload.count + 1) else { return }
    bytes.append(littleEndian: size)
    bytes.append(command.rawValue)
    bytes += payload
  }
}

extension Transition {
  /// The value of this type in Chromium's `ui::PageTransition`.
  fileprivate var chromium: UInt8 {
    switch self {
    case .link, .script: 0
    case .typed: 1
    case .bookmark: 2
    case .generated: 5
    case .startPage: 6
    case .formSubmit: 7
    case .reload: 8
    case .keyword: 9
    }
  }
}

extension Window.ShowState {
  /// The value of this state in `sessions::PersistedWindowShowState`.
  fileprivate var chromium: Int32 {
    switch self {
    case .normal: 1
    case .minimized: 2
    case .maximized: 3
    case .fullscreen: 5
    }
  }
}
