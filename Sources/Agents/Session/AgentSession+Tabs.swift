internal import BrowserModel
internal import Catalogue
internal import Notation
internal import RetraceStore
internal import RetraceTimeline
internal import Server

// Windows, groups and tabs.
extension AgentSession {
  func overview(_ arguments: ToolArguments) throws -> ToolAnswer {
    let others = try changesOfOthers()
    return try readTexts(arguments) { browser, words, context in
      var windows = ToolRows(largestBytes: 10_000)
      for window in browser.windows.prefix(50) {
        let name = window.title.exists ? words.text(.title, of: window.title) ?? "" : ""
        let isFocused = browser.focusedWindow == window.id
        let line =
          "window #\(window.id.rawValue)" + (isFocused ? " focused" : "")
          + (name.isEmpty ? "" : " " + QuotedText.quoted(name))
          + ": \(Self.counted(window.tabs.count, "tab")), active tab #\(window.activeTab.rawValue)"
        guard
          windows.add(
            line,
            .members(
              ("id", .id(window.id)), ("name", .text(QuotedText.title(name))),
              ("focused", .flag(isFocused)), ("tabCount", .integer(Int64(window.tabs.count))),
              ("activeTab", .id(window.activeTab))))
        else { break }
      }
      var groups = ToolRows(largestBytes: 10_000)
      let allGroups = browser.groups
      for group in allGroups.prefix(50) {
        let (line, row) = Self.row(of: group, browser, words)
        guard groups.add(line, row) else { break }
      }
      let newest = context.past?.position ?? context.store.timeline.position
      var lines = [
        "\(Self.counted(browser.tabCount, "tab")) in "
          + "\(Self.counted(browser.windowOrder.count, "window")), "
          + "\(Self.counted(allGroups.count, "group")); newest event #\(newest.rawValue)"
      ]
      lines += windows.lines + groups.lines
      if let branch = run.branch { lines.append("your branch: \(branch)") }
      lines.append(
        others.isEmpty
          ? "Nobody else changed anything since your last overview."
          : "Others since your last overview: "
            + others.map { "\($0.who) \(Self.counted($0.count, "action"))" }
            .joined(separator: ", "))
      return ToolAnswer(
        lines, ("sequence", .id(newest) ?? .integer(0)),
        ("tabCount", .integer(Int64(browser.tabCount))),
        ("windowCount", .integer(Int64(browser.windowOrder.count))),
        ("groupCount", .integer(Int64(allGroups.count))), ("windows", .array(windows.rows)),
        ("groups", .array(groups.rows)), ("branch", run.branch.map { .string($0) }),
        (
          "changedByOthers",
          .object(others.map { ($0.who, .integer(Int64($0.count))) })
        ))
    }
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func row(
    of group: TabGroup, _ browser: Browser, _ words: LogText
  ) -> (String, JSON) {
    let title = browser.title(of: group, text: words)
    return (
      "group #\(group.id.rawValue) \(group.color)"
        + (title.isEmpty ? "" : " " + QuotedText.quoted(title))
        + ": \(counted(group.count, "tab"))\(group.isCollapsed ? ", collapsed" : "")",
      .members(
        ("id", .id(group.id)), ("title", .text(QuotedText.title(title))),
        ("color", .string("\(group.color)")), ("window", .id(group.window)),
        ("tabCount", .integer(Int64(group.count))), ("collapsed", .flag(group.isCollapsed)))
    )
  }

  /// Returns the numbers of actions of others since the previous overview.
  private func changesOfOthers() throws -> [(who: String, count: Int)] {
    let since = run.seen
    let own = run.number
    var counts: [String: Int] = [:]
    var names: [String] = []
    var seen = Set<BatchID>()
    let newest = try client.read { context in
      let newest = context.store.timeline.position
      guard newest > since else { return newest }
      var left = 5_000
      try context.visitEventsOfAllLines(
        isPrivate: false, from: since.advanced(by: 1), through: newest
      ) { event, words in
        left -= 1
        guard seen.insert(event.batch).inserted, event.batchRun != own else { return left > 0 }
        let who =
          event.agent.isPresent
          ? QuotedText.cut(words(event.agent), 40)
          : event.actor == .user ? "person" : "\(event.actor)"
        if counts[who] == nil { names.append(who) }
        counts[who, default: 0] += 1
        return left > 0
      }
      return newest
    }
    run.seen = newest
    return names.prefix(20).map { ($0, counts[$0] ?? 0) }
  }

  func tabs(_ arguments: ToolArguments) throws -> ToolAnswer {
    let cursor = try ListCursor(arguments)
    let limit = try arguments.limit()
    let filter = try TabFilter(arguments, in: self)
    return try readTexts(arguments, cursor) { browser, words, context in
      let all = try filter.tabs(browser, words)
      var rows = ToolRows()
      let offset = cursor?.offset ?? 0
      for id in all.dropFirst(offset).prefix(limit) {
        guard let (line, row) = Self.row(of: id, browser, words) else { continue }
        guard rows.add(line, row) else { break }
      }
      let newest = context.past?.position ?? context.store.timeline.position
      let next = next(rows.rows.count, offset, of: all.count, at: newest)
      return ToolAnswer(
        ["\(rows.rows.count) of \(Self.counted(all.count, "tab"))"] + rows.lines
          + (next.map { ["next: \($0)"] } ?? []),
        ("tabs", .array(rows.rows)), ("total", .integer(Int64(all.count))),
        ("next", next.map { .string($0) }))
    }
  }

  /// Returns a tab as a line and as JSON, or nil if it is not open.
  static func row(
    of id: TabID, _ browser: Browser, _ words: LogText, isWhole: Bool = false
  ) -> (line: String, row: JSON)? {
    guard let tab = browser.tab(id) else { return nil }
    let title = browser.title(of: tab, text: words)
    let url = browser.url(of: tab, text: words)
    let isActive = browser.window(tab.window)?.activeTab == id
    var line = "#\(id.rawValue)"
    if isActive { line += " ▸" }
    if tab.isPinned { line += " pinned" }
    if tab.isMuted { line += " muted" }
    if let group = tab.group { line += " group #\(group.rawValue)" }
    if !title.isEmpty { line += " " + QuotedText.quoted(title) + " —" }
    line += " " + QuotedText.place(url, isWhole: isWhole)
    return (
      line,
      .members(
        ("id", .id(id)), ("window", .id(tab.window)), ("title", .text(QuotedText.title(title))),
        ("url", .string(QuotedText.address(url, isWhole: isWhole))), ("active", .flag(isActive)),
        ("pinned", .flag(tab.isPinned)), ("muted", .flag(tab.isMuted)), ("group", .id(tab.group)),
        ("unloaded", .flag(tab.status == .discarded)))
    )
  }

  func tab(_ arguments: ToolArguments) throws -> ToolAnswer {
    let id = TabID(Int32(try arguments.requiredID("tab")))
    let place = try place(arguments)
    let isWhole = access.seesHistory
    let (line, row, opener, group) = try readTexts(arguments) {
      browser, words, _ -> (String, JSON, TabID?, String?) in
      guard let tab = browser.tab(id),
        let (line, row) = Self.row(of: id, browser, words, isWhole: isWhole)
      else { throw Self.noTab(id) }
      let group = browser.group(of: id).map { browser.title(of: $0, text: words) }
      return (line, row, tab.opener, group)
    }
    let number = JSON.integer(Int64(id.rawValue))
    let history = try client.result(of: "history", [("tab", number)] + place)["history"]
    let current = Int(history?["index"]?.integer ?? 0)
    let entries = history?["entries"]?.elements ?? []
    var rows = ToolRows(largestBytes: 16_000)
    let low = max(0, current - 25)
    for (index, entry) in entries.enumerated().dropFirst(low).prefix(50) {
      let url = entry["url"]?.string ?? ""
      let title = entry["title"]?.string ?? ""
      let offset = index - current
      let line =
        "  \(offset > 0 ? "+" : "")\(offset) "
        + (title.isEmpty ? "" : QuotedText.quoted(title) + " — ")
        + QuotedText.place(url, isWhole: isWhole)
      let json = JSON.members(
        ("steps", .integer(Int64(offset))), ("title", .text(QuotedText.title(title))),
        ("url", .string(QuotedText.address(url, isWhole: isWhole))))
      guard rows.add(line, json) else { break }
    }
    // The trail is a part of the past, and reading it takes long in a large log.
    let trail =
      try isWhole ? client.result(of: "trail", [("tab", number)] + place)["trail"]?.elements : nil
    let left = (trail ?? []).filter { $0["inHistory"]?.isTrue != true }
    let zoom = try client.result(of: "zoom why", [("tab", number)] + place)["zoom"]
    let percent = Int64(((zoom?["level"]?.double ?? 1) * 100).rounded())
    var lines = [line]
    if let opener { lines.append("opened from tab #\(opener.rawValue)") }
    if let group, !group.isEmpty { lines.append("in the group \(QuotedText.quoted(group))") }
    lines.append("zoom \(percent) %")
    lines += ["pages (0 is shown):"] + rows.lines
    if !left.isEmpty {
      lines.append("\(Self.counted(left.count, "page")) left behind by going back")
    }
    return ToolAnswer(
      lines, ("tab", row), ("history", .array(rows.rows)), ("opener", .id(opener)),
      ("zoom", .integer(percent)),
      ("leftBehind", isWhole ? .integer(Int64(left.count)) : .null))
  }

  static func noTab(_ id: TabID) -> ToolFault {
    ToolFault(
      "There is no open tab #\(id.rawValue). Ids never change, so it was closed, or it is on another "
        + "branch. Use “tabs” to list the open tabs.")
  }
}
