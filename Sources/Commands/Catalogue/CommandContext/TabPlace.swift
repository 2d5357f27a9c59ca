internal import BrowserModel
internal import RetraceStore

/// The place of an open tab.
struct TabPlace {
  let tab: TabID
  let window: WindowID
  let browser: Browser
  let windowNumber: Int
  let position: Int
  /// Whether the window of the tab is the only window.
  let isAlone: Bool

  /// The place as it is typed: `2:3`, or `3` if there is only one window.
  var name: String { isAlone ? "\(position)" : "\(windowNumber):\(position)" }
}
