internal import BrowserModel

/// The orders for a view, derived from a comparison of its list and its page with the model.
extension EngineView {
  /// Returns the next order that makes the view match the model, or nil if no order is needed.
  ///
  /// - Complexity: O(entries)
  mutating func nextOrder(
    for goal: TabGoal, in browser: Browser, isShown: Bool
  ) -> EngineCommand.Order? {
    let wasLoading = wasLoading
    self.wasLoading = goal.status == .loading
    let isAsked = goal.wanted != answered
    if goal.status == .discarded, !isShown { return .close }
    guard goal.count > 0 else { return nil }
    if isAsked { repairs = 0 }
    if isAsked || goal.pending.exists && goal.pending != pending { return ask(goal, browser) }
    if isBusy, wasLoading, goal.status != .loading { return .stop }
    return inFlight == .nothing ? repair(goal, browser) : nil
  }

  /// Returns the order that makes the view show the current goal of the model.
  private mutating func ask(_ goal: TabGoal, _ browser: Browser) -> EngineCommand.Order? {
    answered = goal.wanted
    pending = goal.pending
    if goal.pending.exists, !goal.pendingEntry.exists { return .load(goal.pending) }
    let target = goal.pendingEntry.exists ? content(of: goal.pendingEntry, browser) : goal.current
    guard fits(goal, browser) else {
      if target == goal.current, isAppended(goal, browser) { return .load(target) }
      return restore(target, browser, keepsPage: goal.status == .complete)
    }
    if let item = item(of: target) { return .travel(to: item) }
    if goal.status == .loading { return .reload }
    return isBusy ? .stop : nil
  }

  /// Returns the order that makes an idle view match the model. Returns nil if no order is needed,
  /// or after too many corrections.
  private mutating func repair(_ goal: TabGoal, _ browser: Browser) -> EngineCommand.Order? {
    guard repairs < Self.repairLimit else { return nil }
    let isOutOfSync = isOutOfSync
    let target =
      goal.pendingEntry.exists && isOutOfSync
      ? content(of: goal.pendingEntry, browser) : goal.current
    let fits = fits(goal, browser)
    let isDone = fits && shown == target && !isOutOfSync
    if isDone, isBusy || goal.status != .discarded { return nil }
    repairs += 1
    if isDone { return .reload }
    // If the view did not execute its last order correctly, its list is restored.
    if fits, !isOutOfSync, let item = item(of: target) { return .travel(to: item) }
    return restore(target, browser, keepsPage: !isOutOfSync)
  }

  /// Returns the order that makes the view adopt the model's list and show one entry of the list.
  private func restore(
    _ target: EventID, _ browser: Browser, keepsPage: Bool
  ) -> EngineCommand.Order? {
    guard let entries = browser.tab(tab)?.entries,
      let position = entries.lastIndex(where: { $0.content == target })
    else { return nil }
    return .restore(entries, index: position, keepsPage: keepsPage && shown == target)
  }

  /// Returns the item of an entry, or nil if the page of the entry is shown or the list does not
  /// contain the entry.
  private func item(of content: EventID) -> EngineItem.ID? {
    shown == content ? nil : items.last { $0.content == content }?.id
  }

  private func content(of entry: EntryID, _ browser: Browser) -> EventID {
    var content = EventID.nothing
    browser.visitEntries(of: tab) { known in
      if known.id == entry { content = known.content }
      return !content.exists
    }
    return content
  }

  /// Whether the view's list matches the model.
  func fits(_ goal: TabGoal, _ browser: Browser) -> Bool {
    isList(upTo: items.count, without: 0, goal, browser)
  }

  /// Whether the model's list consists of the view's list up to the current page and one new entry,
  /// so that a load makes both lists equal.
  private func isAppended(_ goal: TabGoal, _ browser: Browser) -> Bool {
    goal.index == goal.count - 1 && goal.count > 1
      && isList(upTo: index + 1, without: 1, goal, browser)
  }

  /// Whether the view's items before `end` match the model's entries, without the newest entries.
  ///
  /// A tab with the maximum number of entries has dropped older entries (H8). The view keeps the
  /// items of these entries, because removing them would discard the state of the page.
  private func isList(
    upTo end: Int, without newest: Int, _ goal: TabGoal, _ browser: Browser
  ) -> Bool {
    let isFull = goal.count >= browser.settings.historyLimit
    var left = newest
    var position = end
    var isEqual = true
    browser.visitEntries(of: tab) { entry in
      if left > 0 {
        left -= 1
        return true
      }
      position -= 1
      while isFull, position < end - 1, position >= 0, items[position].content != entry.content {
        position -= 1
      }
      isEqual = position >= 0 && items[position].content == entry.content
      return isEqual
    }
    return isEqual && (isFull || position == 0)
  }
}
