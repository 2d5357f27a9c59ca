extension Decider {
  /// Opens a tab at its place (T1). If the tab is selected and inside a collapsed group, the group
  /// expands.
  func open(_ action: OpenTab) throws(Refusal) {
    let parent = try action.place.parent.map { id throws(Refusal) in try record(id) }
    if let opener = action.opener { _ = try record(opener) }
    let window = try windowForNewTab(action, parent: parent)
    var body = TabOpened()
    body.window = window?.id ?? WindowID(upcoming.advanced(by: -1))
    body.isPinned = action.isPinned
    body.isLoading = action.isLoading
    body.isSelected = action.isSelected ?? action.place.selects
    body.opener = action.opener ?? parent?.id ?? .nothing
    if let window {
      locate(&body, action, parent: parent, in: window)
      body.index = clampToBlock(body.index, isPinned: body.isPinned, in: window)
      if !body.isPinned, !body.group.exists {
        body.group = groupAround(Int(body.index), in: window)
      }
    }
    body.transition = action.destination?.transition ?? .startPage
    if let destination = action.destination, !action.isStartPage {
      try describe(&body, destination)
    }
    append(.tab(.opened(body)))
    if body.isSelected, browser.group(body.group)?.isCollapsed ?? false {
      appendCollapsed(body.group, false)
    }
  }

  /// Returns the window of a new tab, or nil if a new window was just appended for the tab.
  private func windowForNewTab(
    _ action: OpenTab, parent: TabRecord?
  ) throws(Refusal) -> Window? {
    if let id = action.window { return try window(id) }
    if action.isInNewWindow {
      append(.window(.opened(WindowOpened())))
      return nil
    }
    if let parent { return try window(of: parent) }
    if let focused = browser.window(browser.focusedWindow) { return focused }
    append(.window(.opened(WindowOpened())))
    return nil
  }

  /// Fills in the index, the group and the opener group of a tab that opens in a window
  /// (T1, T8).
  private func locate(
    _ body: inout TabOpened, _ action: OpenTab, parent: TabRecord?, in window: Window
  ) {
    let isBesideParent = parent?.window == window.id
    switch action.place {
    case .end:
      body.index = Int32(window.tabs.count)
      // A user who opens a tab at the end continues the current task.
      body.openerGroup = body.isSelected ? window.activeTab : .nothing
      body.isOpenerGroupBrief = action.isStartPage
    case .foregroundLink(let from) where isBesideParent:
      body.index = Int32((window.position(of: from) ?? 0) + 1)
      body.openerGroup = from
    case .backgroundLink(let from) where isBesideParent:
      body.index = Int32(positionAfterOpenerGroup(of: from, in: window))
      body.openerGroup = from
    case .foregroundLink, .backgroundLink:
      body.index = Int32(window.tabs.count)
    case .index(let index):
      body.index = Int32(min(max(index, 0), window.tabs.count))
      body.openerGroup = body.opener
      return
    }
    if isBesideParent, !body.isPinned, let parent { body.group = parent.group }
    body.forgetsOpenerGroups = body.isSelected && body.openerGroup.exists
  }

  /// Clamps an index to the pinned tabs of a window, or to its other tabs.
  func clampToBlock(_ index: Int32, isPinned: Bool, in window: Window) -> Int32 {
    let pinned = Int32(window.pinnedCount)
    return isPinned ? min(index, pinned) : max(index, pinned)
  }

  /// Returns the index to the right of the last tab that `parent` opened, directly or indirectly
  /// (T1).
  ///
  /// Only contiguous tabs count. If one of these tabs is in another group, the index is to the left
  /// of the first such tab (Chromium, `GetIndexOfLastWebContentsOpenedBy`,
  /// `DetermineInsertionIndex`).
  private func positionAfterOpenerGroup(of parent: TabID, in window: Window) -> Int {
    guard let start = window.position(of: parent) else { return window.tabs.count }
    var relatives: Set<TabID> = [parent]
    var position = start
    for index in window.tabs.indices[(start + 1)...] {
      let tab = window.tabs[index]
      if relatives.contains(browser.openerGroupParent(of: tab)) {
        relatives.insert(tab)
        position = index
      } else if index >= window.pinnedCount {
        break
      }
    }
    let group = browser.record(parent)?.group
    let family = window.tabs[(start + 1)..<(position + 1)]
    return family.firstIndex { browser.record($0)?.group != group } ?? position + 1
  }
}

extension OpenTab {
  /// Whether the tab shows the start page.
  fileprivate var isStartPage: Bool {
    destination.map { isSameText($0.url, Destination.startPage) } ?? true
  }
}

extension OpenTab.Place {
  /// The tab that contains the link, or nil for a place that does not depend on a link.
  fileprivate var parent: TabID? {
    switch self {
    case .foregroundLink(let tab), .backgroundLink(let tab): tab
    case .end, .index: nil
    }
  }

  /// Whether a tab at this place is selected by default.
  fileprivate var selects: Bool {
    if case .backgroundLink = self { return false }
    return true
  }
}

extension Decider {
  /// Stores the texts of a destination in an event.
  func describe<Fact: DestinationFact>(
    _ body: inout Fact, _ destination: Destination
  ) throws(Refusal) {
    body.transition = destination.transition
    body.url = try text(destination.url)
    body.input = try text(destination.input)
    body.reason = try text(destination.reason)
    body.searchWords = try text(destination.searchWords)
  }
}

/// Tabs that move from one device to another.
extension Decider {
  /// Opens a tab of another device with its pages, except forgotten pages.
  func take<Source: TextSource & ~Copyable>(
    _ taken: TakenTab, text source: borrowing Source
  ) throws(Refusal) {
    guard !taken.isPrivate else {
      throw Refusal(.notAllowed, "A private tab cannot be opened on another device.")
    }
    var entries: ContiguousArray<HistoryEntry> = []
    var index = 0
    for (position, entry) in taken.entries.enumerated() {
      // If an event never arrived on this device, its page is unknown.
      guard entry.content.exists, !browser.isForgotten(entry, text: source) else { continue }
      // If the current page is missing, the page before it becomes current, or the first page if
      // there is none before it.
      if position <= taken.index { index = entries.count }
      entries.append(entry)
    }
    guard !entries.isEmpty else {
      throw Refusal(.nothingToDo, "None of the tab's pages is known on this device.")
    }
    if !taken.entries.indices.contains(taken.index) { index = entries.count - 1 }
    var body = TabRestored()
    if let window = browser.window(browser.focusedWindow) {
      body.window = window.id
      body.index = Int32(window.tabs.count)
    } else {
      body.window = WindowID(upcoming)
      append(.window(.opened(WindowOpened())))
    }
    body.isSelected = taken.isSelected
    let tab = TabID(upcoming)
    append(.tab(.restored(body)))
    for (position, entry) in entries.enumerated() {
      append(.tab(.entryRestored(EntryRestored(entry, of: tab, isCurrent: position == index))))
    }
  }

  /// Sends a tab with its pages to another device.
  func send<Source: TextSource & ~Copyable>(
    _ id: TabID, to device: UInt32, text source: borrowing Source
  ) throws(Refusal) {
    guard let recipient = Int32(exactly: device), recipient > 0 else {
      throw Refusal(.noSuchDevice, "There is no device \(device).")
    }
    guard !id.isPrivate else {
      throw Refusal(.notAllowed, "A private tab cannot be sent to another device.")
    }
    let tab = browser.shown(try tab(id), text: source)
    let hasPage = tab.entries.contains { entry in
      let url = source.text(.url, of: entry.content)
      return url != nil && !isSameText(url, Destination.startPage)
    }
    guard hasPage else {
      throw Refusal(
        .nothingToDo, "The tab has only shown the start page, so there is no page to send.")
    }
    var body = TabSent()
    body.recipient = recipient
    body.tab = id
    if let entry = tab.currentEntry {
      body.content = entry.content
      body.title = entry.title
    }
    append(.device(.sent(body)))
    for (position, entry) in tab.entries.enumerated() {
      var page = EntryRestored(entry, of: id, isCurrent: position == tab.index)
      // Devices do not exchange pictures.
      page.picture = .nothing
      append(.device(.sentEntry(page)))
    }
  }
}
