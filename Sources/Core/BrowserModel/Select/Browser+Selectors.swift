extension Browser {
  /// Returns a tab of a closed item; nil if none has it.
  ///
  /// - Complexity: O(closed tabs)
  public func closedTab(_ id: EventID) -> Tab? {
    for item in closed.reversed() {
      for closed in item.tabs where closed.tab.id == id { return closed.tab }
    }
    return nil
  }

  /// Returns the tab of a window that was active before the present one; nil if there is no
  /// such tab.
  ///
  /// - Complexity: O(tabs of the window)
  public func lastUsedTab(inWindow id: EventID) -> EventID? {
    guard let window = window(id) else { return nil }
    func age(_ tab: EventID) -> UInt32 { record(tab)?.lastActive.rawValue.magnitude ?? 0 }
    let others = window.tabs.filter { $0 != window.activeTab && age($0) > 0 }
    return others.max { age($0) < age($1) }
  }
}

/// Forgotten texts: the state keeps its references, and the texts that they lead to are
/// empty. Selectors leave what was forgotten out of every list.
extension Browser {
  /// Returns whether the page of an entry was forgotten, so that its URL is present and
  /// empty.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ row: Row, text source: borrowing Source
  ) -> Bool {
    source.text(.url, of: row.content)?.isEmpty ?? false
  }

  /// Returns whether all pages in the history of a tab were forgotten; false for one
  /// without entries.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ tab: Tab, text source: borrowing Source
  ) -> Bool {
    !tab.rows.isEmpty && tab.rows.allSatisfy { isForgotten($0, text: source) }
  }

  /// Returns whether all pages of all tabs of a closed item were forgotten.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ item: ClosedItem, text source: borrowing Source
  ) -> Bool {
    item.tabs.allSatisfy { isForgotten($0.tab, text: source) }
  }

  /// Returns a tab without the entries that were forgotten.
  ///
  /// If the current entry was forgotten, the nearest one before it becomes current, else
  /// the first one after it. If all were, the tab has no entries and shows the start page.
  ///
  /// - Complexity: O(entries) look-ups
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
