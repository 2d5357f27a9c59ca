/// Which tabs there are: the windows in their order, and the tabs of each from left to right.
///
/// What of a moment is seen first, and found without folding anything (``ChangeLayout``).
public struct TabList: Equatable, Sendable {
  /// Open windows, the oldest first.
  public internal(set) var windows: ContiguousArray<Window> = []
  public internal(set) var focusedWindow: Sequence = .nothing

  /// A window: its tabs from left to right, and the active one.
  public struct Window: Equatable, Sendable {
    public internal(set) var id: Sequence
    public internal(set) var activeTab: Sequence
    public internal(set) var tabs: ContiguousArray<Sequence>
  }

  /// How many tabs are open in all windows. O(windows).
  public var tabCount: Int { windows.reduce(0) { $0 + $1.tabs.count } }
}

extension TabList {
  /// The list of a whole state. O(windows).
  package init(_ browser: Browser) {
    focusedWindow = browser.focusedWindow
    for window in browser.windows {
      windows.append(Window(id: window.id, activeTab: window.activeTab, tabs: window.tabs))
    }
  }
}
