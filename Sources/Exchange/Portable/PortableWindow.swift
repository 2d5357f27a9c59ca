package import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

package struct PortableWindow: Equatable, Sendable {
  package var tabs: [PortableTab]
  package var groups: [PortableGroup]
  /// The index of the active tab.
  package var active: Int
  package var bounds: Window.Bounds
  package var showState: Window.ShowState
  /// The name that the user gave to the window, or an empty string.
  package var title: String
  /// The custom values of the window that are text, by name.
  package var values: [String: String] = [:]

  package init(
    tabs: [PortableTab] = [], groups: [PortableGroup] = [], active: Int = 0,
    bounds: Window.Bounds = .unknown, showState: Window.ShowState = .normal, title: String = ""
  ) {
    self.tabs = tabs
    self.groups = groups
    self.active = active
    self.bounds = bounds
    self.showState = showState
    self.title = title
  }
}

extension PortableWindow {
  init(_ window: Window, _ browser: Browser, _ words: LogText) {
    let tabs = window.tabs.compactMap { browser.tab($0) }
    let groups = browser.groups.filter { $0.window == window.id }
    self.init(
      tabs: tabs.map { PortableTab($0, groups.map(\.id), browser, words) },
      groups: groups.map { group in
        PortableGroup(
          title: browser.title(of: group, text: words), color: group.color,
          isCollapsed: group.isCollapsed)
      },
      active: tabs.firstIndex { $0.id == window.activeTab } ?? 0, bounds: window.bounds,
      showState: window.showState, title: browser.title(of: window, text: words))
  }
}
