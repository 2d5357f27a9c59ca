extension Browser {
  /// Folds one event into the state.
  ///
  /// Pure, total and deterministic: it reads no text and no clock, never throws and never traps. An
  /// event about something that is gone changes nothing. After every event these hold:
  ///
  /// 1. every window that is shown has a tab, and its active tab is one of its tabs;
  /// 2. pinned tabs stand before all others;
  /// 3. a group's tabs stand side by side in one window; none of them is pinned;
  /// 4. openers and family parents are open tabs;
  /// 5. no folder of bookmarks is inside itself;
  /// 6. a tab has at most ``Settings/largestHistoryLimit`` rows, no commit leaves it more than
  ///    ``Settings/historyLimit``, and its index names one of them unless it has none;
  /// 7. the focused window is open, unless there is none.
  ///
  /// Where an old decision no longer fits, because something before it was undone, it is mended by a
  /// fixed rule: a dead successor gives way to the right neighbour, else the left; an index is
  /// clamped; what would make a cycle changes nothing.
  ///
  /// O(1) for most events; O(tabs of the window) where tabs are moved, opened or closed.
  public mutating func apply(_ event: borrowing Event) {
    sequence = event.sequence
    switch event.body {
    case .navigation(let body): apply(body, at: event.sequence)
    case .tab(let body): apply(body, at: event.sequence)
    case .page(let body): apply(body, at: event.sequence)
    case .window(let body): apply(body, at: event.sequence)
    case .group(let body): apply(body, at: event.sequence)
    case .zoom(let body): apply(body, at: event.sequence)
    case .bookmark(let body): apply(body, at: event.sequence)
    case .setting(let body): apply(body, at: event.sequence)
    case .session(let body): apply(body, at: event)
    case .time, .unknown: break
    }
    health.lastEventMilliseconds = event.milliseconds
  }

  /// Moves on past an event that is left out of the fold, such as one that was undone.
  public mutating func skip(to sequence: EventID) { self.sequence = sequence }
}
