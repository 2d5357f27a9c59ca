extension Browser {
  /// C1: a session that was not ended crashed; it lasted until its last event.
  mutating func apply(_ event: SessionEvent, at envelope: Event) {
    switch event {
    case .opened:
      discardLoadingTabs()
      health.open(at: envelope)
    case .ended: health.end()
    }
  }

  /// A load that a session did not live to see is not going on.
  private mutating func discardLoadingTabs() {
    for window in windowOrder {
      guard let tabs = windowTable[window]?.tabs else { continue }
      for tab in tabs {
        let slot = tabTable.slot(of: tab)
        guard slot >= 0, tabTable[slot].status == .loading else { continue }
        tabTable[slot].status = .discarded
        tabTable[slot].pending = .nothing
        tabTable[slot].pendingEntry = .nothing
      }
    }
  }
}

extension SessionHealth {
  fileprivate mutating func open(at event: Event) {
    if running.exists {
      let lasted = lastEventMilliseconds &- openedMilliseconds
      quickCrashes = lasted <= Self.quickCrashMilliseconds ? quickCrashes + 1 : 0
    }
    suspectTab = isSuspect ? lastLoadingTab : .nothing
    running = event.sequence
    openedMilliseconds = event.milliseconds
    lastLoadingTab = .nothing
  }

  fileprivate mutating func end() {
    running = .nothing
    quickCrashes = 0
    suspectTab = .nothing
  }
}
