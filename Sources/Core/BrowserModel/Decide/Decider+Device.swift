extension Decider {
  /// Opens a tab of another device with its pages, the forgotten ones left out.
  mutating func take<Source: TextSource & ~Copyable>(
    _ taken: TakenTab, text source: borrowing Source
  ) throws(Refusal) {
    var entries: ContiguousArray<HistoryEntry> = []
    var index = 0
    for (position, entry) in taken.entries.enumerated() {
      // The page of an event that never arrived here is not known.
      guard entry.content.exists, !browser.isForgotten(entry, text: source) else { continue }
      // Without the current page the one before it is current, else the first.
      if position <= taken.index { index = entries.count }
      entries.append(entry)
    }
    guard !entries.isEmpty else {
      throw Refusal(.nothingToDo, "No page of that tab is known here any more.")
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
  mutating func send<Source: TextSource & ~Copyable>(
    _ id: TabID, to device: UInt32, text source: borrowing Source
  ) throws(Refusal) {
    guard let recipient = Int32(exactly: device), recipient > 0 else {
      throw Refusal(.noSuchDevice, "There is no device \(device).")
    }
    guard !id.isPrivate else {
      throw Refusal(.notAllowed, "A private tab is not sent: nothing of it leaves its window.")
    }
    let tab = browser.shown(try tab(id), text: source)
    let hasPage = tab.entries.contains { entry in
      let url = source.text(.url, of: entry.content)
      return url.map { $0 != Destination.startPage } ?? false
    }
    guard hasPage else {
      throw Refusal(.nothingToDo, "The tab shows the start page: there is no page to send.")
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
      // Devices do not tell each other of pictures.
      page.picture = .nothing
      append(.device(.sentEntry(page)))
    }
  }
}
