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

extension Browser {
  mutating func apply(_ event: SettingChanged, at sequence: EventID) {
    settings.set(event.name, source: event.value.isPresent ? sequence : .nothing)
    guard event.name == .historyLimit else { return }
    settings.historyLimit =
      event.value.isPresent
      ? min(max(Int(event.number), 1), Settings.largestHistoryLimit) : Settings.defaultHistoryLimit
  }

  mutating func apply(_ event: ZoomEvent, at sequence: EventID) {
    switch event {
    case .siteSet(let body): set(body, at: sequence)
    case .defaultSet(let body):
      guard ZoomLevel.allowed.contains(body.level) else { return }
      zoom.default = body.level
      zoom.defaultSource = sequence
      zoom.sites.erase(equalTo: body.level, source: sequence)
    case .temporarySet(let body):
      let slot = tabTable.slot(of: body.tab)
      guard slot >= 0 else { return }
      tabTable[slot].temporaryZoom = body.level
    }
  }

  /// A value equal to the default erases the site's own (Z2).
  private mutating func set(_ body: SiteZoomSet, at sequence: EventID) {
    guard !isLibraryMissing else { return }
    let isOwn = ZoomLevel.allowed.contains(body.level) && body.level != zoom.default
    zoom.sites.update(
      body.site.exists ? body.site : sequence, level: isOwn ? body.level : .none, source: sequence)
  }
}
