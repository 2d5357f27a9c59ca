internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline
internal import Server

// Tools that change tabs, windows and groups.
extension AgentSession {
  func open(_ arguments: ToolArguments) throws -> ToolAnswer {
    let pages = try pages(arguments)
    let window = arguments["window"]
    let isNew = window == .string("new")
    let windowID = try isNew ? nil : arguments.id("window").map { WindowID(Int32($0)) }
    return try change(arguments) { context in
      let browser = context.store.browser
      if let windowID, browser.window(windowID) == nil {
        throw ToolFault("There is no open window #\(windowID.rawValue).")
      }
      for case .id(let id)? in pages.map(\.group) where browser.group(GroupID(id)) == nil {
        throw ToolFault("There is no group #\(id).")
      }
      var actions: [Action] = []
      for (place, page) in pages.enumerated() {
        var tab = OpenTab(try context.destination(page.url))
        tab.isInNewWindow = isNew && place == 0
        tab.window = windowID
        // The first tab of a window is always its active tab.
        tab.isSelected = false
        tab.isPinned = page.isPinned
        actions.append(.open(tab))
      }
      // A new window has the focus while the other pages open in it.
      if isNew, browser.focusedWindow.exists { actions.append(.focusWindow(browser.focusedWindow)) }
      return actions
    } then: { steps in
      Self.groupings(zip(pages, steps))
    }
  }

  /// Returns the actions that group new tabs, given the events that opened each page.
  private static func groupings(_ opened: Zip2Sequence<[PageToOpen], [Commit]>) -> [Action] {
    var groups: [(group: PageToOpen.Group, tabs: [TabID])] = []
    for (page, commit) in opened {
      guard let group = page.group, let tab = commit.openedTab else { continue }
      if let place = groups.firstIndex(where: { $0.group == group }) {
        groups[place].tabs.append(tab)
      } else {
        groups.append((group, [tab]))
      }
    }
    return groups.map { group, tabs in
      switch group {
      case .id(let id): .group(tabs, into: GroupID(id))
      case .title(let title): .group(tabs, title: title)
      }
    }
  }

  private func pages(_ arguments: ToolArguments) throws -> [PageToOpen] {
    let value = arguments["pages"]
    let elements = if case .array(let elements)? = value { elements } else { [value ?? .null] }
    guard !elements.isEmpty else {
      throw ToolFault("“pages” is an empty list, so nothing was done. Pass at least one page.")
    }
    guard elements.count <= 100 else {
      throw ToolFault("“pages” can have at most 100 pages. Send several calls.")
    }
    return try elements.map { try PageToOpen($0) }
  }

  func go(_ arguments: ToolArguments) throws -> ToolAnswer {
    let tab = try arguments.requiredID("tab")
    return try change(
      arguments, "go",
      [("address", .string(try arguments.requiredText("address"))), ("tab", .integer(tab))])
  }

  func travel(_ arguments: ToolArguments) throws -> ToolAnswer {
    let tab = try arguments.requiredID("tab")
    guard let steps = try arguments.count("steps"), steps != 0 else {
      throw ToolFault("“steps” must be a whole number other than 0.")
    }
    return try change(
      arguments, "travel", [("steps", .integer(Int64(steps))), ("tab", .integer(tab))])
  }

  func close(_ arguments: ToolArguments) throws -> ToolAnswer {
    let tabs = try arguments.ids("tabs")
    let window = try arguments.id("window")
    guard (tabs == nil) != (window == nil) else {
      throw ToolFault("“close” requires either “tabs” or “window”. Nothing was done.")
    }
    if let tabs { return try change(arguments, "close", [("tabs", .ids(tabs))]) }
    return try change(arguments, "window close", [("window", .integer(window ?? 0))])
  }

  func closeDuplicates(_ arguments: ToolArguments) throws -> ToolAnswer {
    let keepsNewest = try arguments.choice("keep") == "newest"
    let window = try arguments.id("window").map { WindowID(Int32($0)) }
    let isPreview = try arguments.flag("preview") ?? false
    let branch = try branch(arguments, isPreview: isPreview)
    let (closing, rows, sequence) = try client.read(branch: branch) { context in
      try context.read { words in
        Result { () throws -> ([Int64], ToolRows, EventID) in
          let browser = context.store.browser
          if let window, browser.window(window) == nil {
            throw ToolFault("There is no open window #\(window.rawValue).")
          }
          let tabs = Self.duplicates(browser, words, in: window, keepsNewest: keepsNewest)
          var rows = ToolRows()
          for tab in tabs.prefix(100) {
            guard let (line, row) = Self.row(of: tab, browser, words), rows.add(line, row) else {
              break
            }
          }
          return (tabs.map { Int64($0.rawValue) }, rows, context.store.timeline.position)
        }
      }.get()
    }
    if isPreview || closing.isEmpty {
      return ToolAnswer(
        [
          closing.isEmpty
            ? "No tab shows a page that another tab shows."
            : "\(Self.counted(closing.count, "tab")) would be closed:"
        ] + rows.lines, ("sequence", .integer(Int64(sequence.rawValue))),
        ("wouldClose", .ids(closing.prefix(100))), ("total", .integer(Int64(closing.count))))
    }
    return try change(arguments, "close", [("tabs", .ids(closing))])
  }

  /// Returns the tabs to close: each shows a page that another tab shows, is not pinned, and is not
  /// the active tab of its window.
  private static func duplicates(
    _ browser: Browser, _ words: LogText, in window: WindowID?, keepsNewest: Bool
  ) -> [TabID] {
    var tabs: [String: [TabID]] = [:]
    var protected: Set<TabID> = []
    for open in browser.windows where window == nil || open.id == window {
      protected.insert(open.activeTab)
      for id in open.tabs {
        guard let tab = browser.tab(id) else { continue }
        if tab.isPinned { protected.insert(id) }
        let url = browser.url(of: tab, text: words)
        if !url.isEmpty { tabs[url, default: []].append(id) }
      }
    }
    var closing: [TabID] = []
    for same in tabs.values where same.count > 1 {
      let sorted = same.sorted { $0.rawValue < $1.rawValue }
      let isProtected = same.contains { protected.contains($0) }
      let kept = isProtected ? nil : keepsNewest ? sorted.last : sorted.first
      closing += sorted.filter { $0 != kept && !protected.contains($0) }
    }
    return closing.sorted { $0.rawValue < $1.rawValue }
  }

  func reopen(_ arguments: ToolArguments) throws -> ToolAnswer {
    try change(arguments, "reopen", [("item", .ids(try arguments.ids("items") ?? []))])
  }

  func move(_ arguments: ToolArguments) throws -> ToolAnswer {
    let tabs = (try arguments.ids("tabs") ?? []).map { TabID(Int32($0)) }
    let before = try arguments.id("before")
    let after = try arguments.id("after")
    let window = try arguments.id("window")
    guard [before, after, window].compactMap({ $0 }).count == 1 else {
      throw ToolFault("“move” requires exactly one of “before”, “after” and “window”.")
    }
    return try change(arguments) { context in
      let browser = context.store.browser
      for tab in tabs where browser.tab(tab) == nil { throw Self.noTab(tab) }
      if let window {
        return [.moveTabs(tabs, to: nil, window: WindowID(Int32(window)))]
      }
      let anchor = TabID(Int32(before ?? after ?? 0))
      guard let target = browser.tab(anchor), let open = browser.window(target.window) else {
        throw Self.noTab(anchor)
      }
      guard !tabs.contains(anchor) else {
        throw ToolFault("A tab cannot be moved before or after itself.")
      }
      let others = open.tabs.filter { !tabs.contains($0) }
      let index = (others.firstIndex(of: anchor) ?? 0) + (after == nil ? 0 : 1)
      return [.moveTabs(tabs, to: index, window: target.window)]
    }
  }

  func changeTab(_ arguments: ToolArguments) throws -> ToolAnswer {
    let ids = try arguments.ids("tabs") ?? []
    var commands: [(method: String, parameters: [(name: String, value: JSON)])] = []
    if let isPinned = try arguments.flag("pinned") {
      commands.append((isPinned ? "pin" : "unpin", [("tab", .ids(ids))]))
    }
    if let isMuted = try arguments.flag("muted") {
      commands.append((isMuted ? "mute" : "unmute", [("tab", .ids(ids))]))
    }
    if try arguments.flag("unloaded") == true { commands.append(("discard", [("tab", .ids(ids))])) }
    if let zoom = try arguments.count("zoom") {
      commands.append(("zoom", [("percent", .integer(Int64(zoom))), ("tab", .ids(ids))]))
    }
    guard !commands.isEmpty else {
      throw ToolFault("Pass at least one of “pinned”, “muted”, “unloaded” and “zoom”.")
    }
    return try change(arguments, together: commands)
  }

  func group(_ arguments: ToolArguments) throws -> ToolAnswer {
    let operation = try arguments.choice("operation") ?? ""
    let tabs = try arguments.ids("tabs")?.map { TabID(Int32($0)) }
    let group = try arguments.id("group").map { GroupID(Int32($0)) }
    let title = try arguments.text("title")
    let color = try arguments.choice("color").flatMap { name in
      TabGroup.Color.allCases.first { "\($0)" == name }
    }
    let isCollapsed = try arguments.flag("collapsed")
    func needed<Value>(_ value: Value?, _ name: String) throws -> Value {
      guard let value else { throw ToolFault("The operation “\(operation)” requires “\(name)”.") }
      return value
    }
    let actions: [Action]
    switch operation {
    case "create":
      guard group == nil else {
        throw ToolFault(
          "The operation “create” takes no “group”. Use “add” to add tabs to a group.")
      }
      actions = [.group(try needed(tabs, "tabs"), title: title, color: color)]
    case "add": actions = [.group(try needed(tabs, "tabs"), into: try needed(group, "group"))]
    case "remove": actions = [.ungroup(try needed(tabs, "tabs"))]
    default:
      let group = try needed(group, "group")
      var changes: [Action] = []
      if title != nil || color != nil {
        changes.append(.changeGroup(group, title: title, color: color))
      }
      if let isCollapsed { changes.append(.collapse(group, isCollapsed)) }
      guard !changes.isEmpty else {
        throw ToolFault("Pass at least one of “title”, “color” and “collapsed”.")
      }
      actions = changes
    }
    return try change(arguments) { context in
      let browser = context.store.browser
      for tab in tabs ?? [] where browser.tab(tab) == nil { throw Self.noTab(tab) }
      if let group, browser.group(group) == nil {
        throw ToolFault("There is no group #\(group.rawValue).")
      }
      return actions
    }
  }

  func showTab(_ arguments: ToolArguments) throws -> ToolAnswer {
    try change(arguments, "tab", [("tab", .integer(try arguments.requiredID("tab")))])
  }

  func bookmark(_ arguments: ToolArguments) throws -> ToolAnswer {
    func given(_ names: [String]) throws -> [(name: String, value: JSON)] {
      try names.compactMap { name in try arguments.text(name).map { (name, .string($0)) } }
    }
    func target() throws -> JSON { .ids([try arguments.requiredID("bookmark")]) }
    switch try arguments.choice("operation") {
    case "add":
      _ = try arguments.requiredText("url")
      return try change(
        arguments, "bookmark", given(["url", "title", "tags", "note", "folder"]))
    case "edit":
      let changes = try given(["title", "tags", "note", "url"])
      guard !changes.isEmpty else {
        throw ToolFault("Pass at least one of “title”, “tags”, “note” and “url”.")
      }
      return try change(arguments, "bookmark edit", [("bookmark", target())] + changes)
    case "move":
      return try change(
        arguments, "bookmark move",
        [("bookmark", target()), ("folder", .string(try arguments.text("folder") ?? ""))])
    default:
      return try change(
        arguments, "folder", [("path", .string(try arguments.requiredText("folder")))])
    }
  }

  func removeBookmarks(_ arguments: ToolArguments) throws -> ToolAnswer {
    try change(
      arguments, "bookmark remove", [("bookmark", .ids(try arguments.ids("bookmarks") ?? []))])
  }
}
