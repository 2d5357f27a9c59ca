internal import BrowserModel
internal import Store

/// Which log the focus is in. No durable event can say that a private window has it (T7).
extension Shell {
  /// Whether what names nothing goes to the private log.
  var isPrivate: Bool { isPrivateFocused && !privateBrowser.windowOrder.isEmpty }

  /// The state in view that has the focus: the durable one, perhaps without bookmarks and the zoom of
  /// sites, or that of the private windows.
  var browser: Browser { isPrivate ? privateBrowser : durableSession }

  /// Whether positions in this window can be typed.
  func hasFocus(_ window: EventID) -> Bool {
    window.isPrivate == isPrivate && browser.focusedWindow == window
  }

  /// After a command: where no window of the log that had the focus is left, a window of the other one
  /// has it.
  mutating func settleFocus() {
    let hasPrivate = !store.privateBrowser.windowOrder.isEmpty
    if isPrivateFocused != hasPrivate, !hasPrivate || store.session.windowOrder.isEmpty {
      isPrivateFocused = hasPrivate
    }
  }

  /// A tab was opened or reopened: where it is the active one of the focused window, its log has
  /// the focus.
  mutating func followFocus(to id: EventID?) {
    guard let id else { return }
    let browser = id.isPrivate ? store.privateBrowser : store.session
    guard let tab = browser.tab(id), browser.focusedWindow == tab.window,
      browser.window(tab.window)?.activeTab == id
    else { return }
    isPrivateFocused = id.isPrivate
  }
}
