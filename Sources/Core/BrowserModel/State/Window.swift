/// A window: its tabs from left to right, and the active one.
///
/// ``Browser/window(_:)`` returns only windows that have tabs.
public struct Window: Equatable, Sendable {
  /// The event that opened the window. It keeps this id when it is closed and reopened
  /// (T4).
  public internal(set) var id: WindowID
  /// The tabs, from left to right; the pinned ones come first.
  public internal(set) var tabs: ContiguousArray<TabID>
  /// The tab that is in front: one of ``tabs``.
  public internal(set) var activeTab: TabID
  /// The number of tabs that are pinned; they are the first ones of ``tabs``.
  public internal(set) var pinnedCount: Int
  /// Where the window stands on the screen, or ``Bounds/unknown``.
  public internal(set) var bounds: Bounds
  /// Whether the window is minimised, maximised or fills the screen.
  public internal(set) var showState: ShowState
  /// The event that last set the name, or ``EventID/nothing``. The name may be empty, which means
  /// that it was removed.
  public internal(set) var title: EventID
  /// The event that last gave the window the focus.
  public internal(set) var lastFocused: EventID
  /// The generation of links between tabs that counts in this window; those of an older one
  /// are forgotten (T8).
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

  /// The value that ``openerGroupGeneration`` begins with: not 0, which unused links have.
  static let firstOpenerGroupGeneration: Int32 = 1

  /// A rectangle on the screen, in device-independent pixels. The origin is the screen's
  /// top left corner.
  public struct Bounds: Equatable, Sendable, BitwiseCopyable {
    /// The left edge; negative on a screen to the left of the main one.
    public var x: Int32
    /// The top edge; negative on a screen above the main one.
    public var y: Int32
    /// The width, frame included.
    public var width: Int32
    /// The height, frame included.
    public var height: Int32

    /// Creates a rectangle; the values are stored as they are.
    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// No front end has reported where the window stands: all values are 0.
    public static let unknown = Bounds(x: 0, y: 0, width: 0, height: 0)
  }

  /// How a window is shown, as in WebExtensions' `windows.WindowState`: `normal` at its
  /// ``Bounds``, `minimized`, `maximized`, or `fullscreen`. Raw values are stored in events
  /// and never reused.
  public enum ShowState: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case normal, minimized, maximized, fullscreen
  }

  /// Returns the index of a tab, or nil if the window does not have it.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - hint: Where to look first.
  /// - Complexity: O(1) if the hint is right, otherwise O(tabs)
  func position(of tab: TabID, hint: Int = -1) -> Int? {
    if hint >= 0, hint < tabs.count, tabs[hint] == tab { return hint }
    return tabs.firstIndex(of: tab)
  }
}

extension Window: Slotted {
  static var vacant: Window { Window(id: .nothing) }

  /// Compares all but the generation of opener groups, which says how the state came about.
  public static func == (left: Window, right: Window) -> Bool {
    left.id == right.id && left.tabs == right.tabs && left.activeTab == right.activeTab
      && left.pinnedCount == right.pinnedCount && left.bounds == right.bounds
      && left.showState == right.showState && left.title == right.title
      && left.lastFocused == right.lastFocused
  }
}
