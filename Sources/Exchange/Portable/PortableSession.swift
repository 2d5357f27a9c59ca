import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// The windows of another browser, and what was closed in it. All times are in milliseconds since 1970
/// UTC, or 0 where they are not known.
package struct PortableSession: Equatable, Sendable {
  package var windows: [PortableWindow]
  /// What was closed, the oldest first.
  package var closed: [PortableClosing]
  /// The window that had the focus, by its place among the windows.
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
  /// The open windows of a state, as another browser would hold them. Addresses are in the model's words.
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
  /// The colour that browsers call so; grey where there is none of that name.
  init(named name: String) { self = Self.allCases.first { "\($0)" == name } ?? .grey }
}
