internal import BrowserModel

/// Writes windows, tabs with their histories and what was closed as a session of Firefox
/// (``FirefoxSession``, `session.schema.json`). Put into a profile as `sessionstore.jsonlz4`, Firefox
/// opens it.
struct FirefoxSessionWriter {
  /// What Firefox calls entries and documents counts up.
  private var entryCount: Int64 = 0
  private var documentCount: Int64 = 0
  private var closedCount: Int64 = 0

  static func document(_ session: ExchangedSession, milliseconds: Int64) -> JSON {
    var writer = FirefoxSessionWriter()
    return writer.document(session, milliseconds: milliseconds)
  }

  private mutating func document(_ session: ExchangedSession, milliseconds: Int64) -> JSON {
    var windows: [JSON] = []
    for (place, window) in session.windows.enumerated() {
      // Firefox has those that were closed last first.
      let closed = session.closed.reversed().filter { $0.window == place }
      windows.append(self.window(window, number: place, closed: closed))
    }
    let strays = session.closed.reversed().filter { $0.window == nil }
    let closedWindows = strays.map { closing in closedWindow(closing) }
    return .object([
      ("version", .array([.string("sessionrestore"), .integer(1)])), ("windows", .array(windows)),
      ("selectedWindow", .integer(Int64((session.focused ?? 0) + 1))),
      ("_closedWindows", .array(closedWindows)), ("savedGroups", .array([])),
      (
        "session",
        .object([
          ("lastUpdate", .integer(milliseconds)), ("startTime", .integer(milliseconds)),
          ("recentCrashes", .integer(0)),
        ])
      ), ("global", .object([])), ("cookies", .array([])),
    ])
  }

  // MARK: Windows

  private mutating func window(
    _ window: ExchangedWindow, number: Int, closed: [ExchangedClosing]
  ) -> JSON {
    var tabs: [JSON] = []
    for tab in window.tabs {
      let group = tab.group.map { groupName(number, $0) }
      tabs.append(.object(members(of: tab) + (group.map { [("groupId", .string($0))] } ?? [])))
    }
    var members: [(name: String, value: JSON)] = [
      ("tabs", .array(tabs)), ("selected", .integer(Int64(window.active + 1))),
      ("groups", .array(groups(window, number))), ("closedGroups", .array([])),
      ("_closedTabs", .array(closed.map { closing in closedTab(closing) })),
      ("busy", .bool(false)), ("sizemode", .string(sizeMode(window.showState))),
    ]
    if window.bounds != .unknown {
      members += [
        ("width", .integer(Int64(window.bounds.width))),
        ("height", .integer(Int64(window.bounds.height))),
        ("screenX", .integer(Int64(window.bounds.x))),
        ("screenY", .integer(Int64(window.bounds.y))),
      ]
    }
    return .object(members)
  }

  private func groupName(_ window: Int, _ group: Int) -> String { "retrace-\(window)-\(group)" }

  private func groups(_ window: ExchangedWindow, _ number: Int) -> [JSON] {
    window.groups.enumerated().map { place, group in
      .object([
        ("id", .string(groupName(number, place))), ("name", .string(group.title)),
        ("color", .string(group.color == .grey ? "gray" : "\(group.color)")),
        ("collapsed", .bool(group.isCollapsed)), ("saveOnWindowClose", .bool(true)),
      ])
    }
  }

  private func sizeMode(_ state: Window.ShowState) -> String {
    switch state {
    case .normal, .minimized: "normal"
    case .maximized: "maximized"
    case .fullscreen: "fullscreen"
    }
  }

  // MARK: Tabs

  private mutating func members(of tab: ExchangedTab) -> [(name: String, value: JSON)] {
    var entries: [JSON] = []
    for entry in tab.entries { entries.append(self.entry(entry)) }
    var members: [(name: String, value: JSON)] = [
      ("entries", .array(entries)), ("index", .integer(Int64(tab.index + 1))),
      ("lastAccessed", .integer(tab.milliseconds)), ("hidden", .bool(false)),
      ("userContextId", .integer(0)), ("attributes", .object([])),
    ]
    if tab.isPinned { members.append(("pinned", .bool(true))) }
    if tab.isMuted { members.append(("muted", .bool(true))) }
    return members
  }

  private mutating func entry(_ entry: ExchangedEntry) -> JSON {
    entryCount += 1
    if !entry.isSameDocument { documentCount += 1 }
    return .object([
      ("url", .string(entry.url)), ("title", .string(entry.title)), ("ID", .integer(entryCount)),
      ("docIdentifier", .integer(documentCount)), ("hasUserInteraction", .bool(true)),
      ("persist", .bool(true)),
    ])
  }

  // MARK: What was closed

  private mutating func closedTab(_ closing: ExchangedClosing) -> JSON {
    guard case .tab(let tab, let index, _) = closing.item else { return .null }
    closedCount += 1
    return .object([
      ("state", .object(members(of: tab))), ("title", .string(tab.entries[tab.index].title)),
      ("pos", .integer(Int64(index))), ("closedAt", .integer(closing.milliseconds)),
      ("closedId", .integer(closedCount)),
    ])
  }

  /// A tab whose window is gone is a closed window of one.
  private mutating func closedWindow(_ closing: ExchangedClosing) -> JSON {
    let window: ExchangedWindow
    switch closing.item {
    case .tab(let tab, _, _): window = ExchangedWindow(tabs: [tab])
    case .window(let closed): window = closed
    }
    closedCount += 1
    let number = 1_000 + Int(closedCount)
    let title = window.tabs.first.map { $0.entries[$0.index].title } ?? ""
    let members =
      self.window(window, number: number, closed: []).members + [
        ("title", .string(title)), ("closedAt", .integer(closing.milliseconds)),
        ("closedId", .integer(Int64(number))),
      ]
    return .object(members)
  }
}

extension ExchangedClosing {
  /// The place of the open window that a closed tab was in; nil for a window, or where it is gone.
  fileprivate var window: Int? {
    guard case .tab(_, _, let window) = item else { return nil }
    return window
  }
}
