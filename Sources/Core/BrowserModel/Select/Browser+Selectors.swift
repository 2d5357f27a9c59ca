extension Browser {
  /// A tab that was closed and is still at hand.
  public func closedTab(_ id: EventID) -> Tab? {
    for item in closed.reversed() {
      for closed in item.tabs where closed.tab.id == id { return closed.tab }
    }
    return nil
  }

  /// The tab of a window that was the active one before the one that is; nil where no other ever was.
  /// O(tabs of the window).
  public func lastUsedTab(inWindow id: EventID) -> EventID? {
    guard let window = window(id) else { return nil }
    func age(_ tab: EventID) -> UInt32 { record(tab)?.lastActive.rawValue.magnitude ?? 0 }
    let others = window.tabs.filter { $0 != window.activeTab && age($0) > 0 }
    return others.max { age($0) < age($1) }
  }
}

/// What was forgotten leaves every list where words are looked up: the state keeps its references, and
/// the words that they lead to are empty.
extension Browser {
  /// Whether an entry's page was forgotten: its URL is there and empty.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ row: Row, text source: borrowing Source
  ) -> Bool {
    source.text(.url, of: row.content)?.isEmpty ?? false
  }

  /// Whether everything that a tab had in its history was forgotten.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ tab: Tab, text source: borrowing Source
  ) -> Bool {
    !tab.rows.isEmpty && tab.rows.allSatisfy { isForgotten($0, text: source) }
  }

  /// Whether everything in a closed item was forgotten.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ item: ClosedItem, text source: borrowing Source
  ) -> Bool {
    item.tabs.allSatisfy { isForgotten($0.tab, text: source) }
  }

  /// A tab without the entries that were forgotten. Where the current one is among them, the nearest
  /// before it is shown, else the first behind it; where all are, the start page.
  ///
  /// - Complexity: O(entries) look-ups.
  public func shown<Source: TextSource & ~Copyable>(
    _ tab: Tab, text source: borrowing Source
  ) -> Tab {
    var shown = tab
    shown.rows = []
    for (position, row) in tab.rows.enumerated() {
      if position == tab.index { shown.index = shown.rows.count }
      if !isForgotten(row, text: source) { shown.rows.append(row) }
    }
    guard shown.rows.count < tab.rows.count else { return tab }
    if let row = tab.row, isForgotten(row, text: source) { shown.index = max(shown.index - 1, 0) }
    return shown
  }
}
