internal import BrowserModel
internal import Exchange
internal import RetraceStore

/// The windows of the profile that belong to this browser. Other browsers with the same profile
/// have windows of their own.
extension LiveSession {
  /// Whether a window belongs to this browser.
  func owns(_ window: WindowID) -> Bool { browsers.owner(of: window) == id }

  /// Whether a window belongs to a different browser.
  func isElsewhere(_ window: WindowID) -> Bool {
    browsers.owner(of: window).map { $0 != id } ?? false
  }

  /// Records an observation. Windows that the user has opened in the browser belong to it from the
  /// beginning, so that no other browser opens them too.
  func recordClaimingWindows(_ observation: Observation) throws {
    let isKnown = strip.windows.allSatisfy { recording.windows[$0.id] != nil }
    guard !isKnown else { return try recording.record(observation) }
    try browsers.update {
      defer { claimShownWindows() }
      try recording.record(observation)
    }
  }

  /// Claims the windows that the browser shows. Call this in `browsers.update`.
  func claimShownWindows() {
    for window in recording.windows.values { browsers.claim(window, for: id) }
  }

  /// Claims the windows that other programs have opened in the profile and that this browser must
  /// open.
  func claimOpenedWindows() {
    let unclaimed = store.browser.windows.filter { window in
      browsers.owner(of: window.id) == nil && !window.tabs.allSatisfy(missing.contains)
    }
    guard !unclaimed.isEmpty else { return }
    browsers.update {
      for window in unclaimed where isForThisBrowser(window) { browsers.claim(window.id, for: id) }
    }
  }

  /// Whether an unclaimed window is to be opened by this browser. Tabs that were moved to a new
  /// window stay in their browser. Any other window is opened by the browser whose window had the
  /// focus last, among the connected browsers.
  private func isForThisBrowser(_ window: Window) -> Bool {
    let former = window.tabs.lazy.compactMap { [shown] in shown.tab($0)?.window }
      .compactMap { [browsers] in browsers.owner(of: $0) }
    if let owner = former.first { return owner == id }
    let connected = browsers.connected
    let focused = store.browser.windows
      .filter { browsers.owner(of: $0.id).map(connected.contains) ?? false }
      .max { $0.lastFocused < $1.lastFocused }
    return (focused.flatMap { browsers.owner(of: $0.id) } ?? connected.min() ?? id) == id
  }

  /// Claims all windows if no browser has claimed any, which is so if the browser was connected
  /// with an older version of Retrace.
  func claimWindowsOfOlderVersion() {
    browsers.update {
      for window in store.browser.windows { browsers.claim(window.id, for: id) }
    }
  }

  /// Forgets a closed tab whose tab in the profile is still open, because another program has moved
  /// it to a window of a different browser.
  func releaseMoved(_ tabs: [Int64]) {
    for tab in tabs {
      guard let moved = recording.tabs[tab].flatMap({ store.browser.tab($0.id) }),
        isElsewhere(moved.window)
      else { continue }
      recording.tabs[tab] = nil
    }
  }
}
