/// A window, with its tabs from left to right and its active tab.
///
/// ``Browser/window(_:)`` returns only windows that have tabs.
public struct Window: Equatable, Sendable {
  /// The event that opened the window. The id does not change when the window is closed and
  /// reopened (T4).
  public internal(set) var id: WindowID
  /// The tabs, from left to right. Pinned tabs come first.
  public internal(set) var tabs: ContiguousArray<TabID>
  /// The active tab, which is one of ``tabs``.
  public internal(set) var activeTab: TabID
  /// The number of pinned tabs, which are the first of ``tabs``.
  public internal(set) var pinnedCount: Int
  /// The position of the window on the screen, or ``Bounds/unknown``.
  public internal(set) var bounds: Bounds
  /// The show state: normal, minimised, maximised or full screen.
  public internal(set) var showState: ShowState
  /// The event that last set the name, or ``EventID/nothing``. The name may be empty, which means
  /// that it was removed.
  public internal(set) var title: EventID
  /// The event that last gave the window the focus.
  public internal(set) var lastFocused: EventID
  /// The generation of valid links between tabs in this window. Links of older generations are
  /// forgotten (T8).
  var openerGroupGeneration: Int32

  /// Creates a window without tabs, which is not shown yet.
  init(id: WindowID) {
    self.id = id
    self.tabs = []
    self.activeTab = .nothing
    self.pinnedCount = 0
    self.bounds = .unknown
    self.showState = .normal
    self.title = .nothing
    self.lastFocused = .nothing
    self.openerGroupGeneration = Self.firstOpenerGroupGeneration
  }

  /// The initial value of ``openerGroupGeneration``. The value differs from 0, which is the
  /// generation of unused links.
  static let firstOpenerGroupGeneration: Int32 = 1

  /// A rectangle on the screen, in device-independent pixels. The origin is the screen's
  /// top left corner.
  public struct Bounds: Equatable, Sendable, BitwiseCopyable {
    /// The left edge, which is negative on a screen to the left of the main screen.
    public var x: Int32
    /// The top edge, which is negative on a screen above the main screen.
    public var y: Int32
    /// The width, including the frame.
    public var width: Int32
    /// The height, including the frame.
    public var height: Int32

    /// Creates a rectangle. The values are not checked.
    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// The position is unknown because no front end has reported it. All values are 0.
    public static let unknown = Bounds(x: 0, y: 0, width: 0, height: 0)
  }

  /// The show state of a window, as in WebExtensions' `windows.WindowState`: `normal` at its
  /// ``Bounds``, `minimized`, `maximized`, or `fullscreen`. Raw values are stored in events and
  /// never reused.
  public enum ShowState: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case normal, minimized, maximized, fullscreen
  }

  /// Returns the index of a tab, or nil if the window does not contain the tab.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - hint: The index to try first.
  /// - Complexity: O(1) if the hint is right, otherwise O(tabs)
  func position(of tab: TabID, hint: Int = -1) -> Int? {
    if hint >= 0, hint < tabs.count, tabs[hint] == tab { return hint }
    return tabs.firstIndex(of: tab)
  }
}

extension Window: Slotted {
  static var vacant: Window { Window(id: .nothing) }

  /// Compares everything except the generation of opener groups, which depends on the history of
  /// the state.
  public static func == (left: Window, right: Window) -> Bool {
    left.id == right.id && left.tabs == right.tabs && left.activeTab == right.activeTab
      && left.pinnedCount == right.pinnedCount && left.bounds == right.bounds
      && left.showState == right.showState && left.title == right.title
      && left.lastFocused == right.lastFocused
  }
}
