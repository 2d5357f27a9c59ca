import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// The windows and closed items of another browser. All times are in milliseconds since 1970 UTC,
/// or 0 if unknown.
package struct PortableSession: Equatable, Sendable {
  package var windows: [PortableWindow]
  /// The closed items, oldest first.
  package var closed: [PortableClosing]
  /// The index of the window that has the focus, or nil.
  package var focused: Int?

  package init(
    windows: [PortableWindow] = [], closed: [PortableClosing] = [], focused: Int? = nil
  ) {
    self.windows = windows
    self.closed = closed
    self.focused = focused
  }
}

extension PortableSession {
  /// Converts the windows of a state to a session of another browser. Addresses remain in the
  /// model's form.
  ///
  /// - Complexity: O(entries).
  init(_ browser: Browser, _ words: LogText) {
    self.init()
    for window in browser.windows {
      if window.id == browser.focusedWindow { focused = windows.count }
      windows.append(PortableWindow(window, browser, words))
    }
  }
}

extension TabGroup.Color {
  /// Creates the colour with this name in browsers, or grey if the name is unknown.
  init(named name: String) { self = Self.allCases.first { "\($0)" == name } ?? .grey }
}
