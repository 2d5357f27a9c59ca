/// A window: its tabs from left to right, and the active one.
public struct Window: Equatable, Sendable {
  public internal(set) var id: EventID
  public internal(set) var tabs: ContiguousArray<EventID>
  public internal(set) var activeTab: EventID
  /// How many tabs at the front are pinned.
  public internal(set) var pinnedCount: Int
  public internal(set) var bounds: Bounds
  public internal(set) var showState: ShowState
  /// The event that last gave it the focus.
  public internal(set) var lastFocused: EventID
  /// Families of an older generation are forgotten.
  var openerGroupGeneration: Int32

  init(id: EventID) {
    self.id = id
    self.tabs = []
    self.activeTab = .nothing
    self.pinnedCount = 0
    self.bounds = .unknown
    self.showState = .normal
    self.lastFocused = .nothing
    self.openerGroupGeneration = Self.firstOpenerGroupGeneration
  }

  /// What ``openerGroupGeneration`` begins with.
  static let firstOpenerGroupGeneration: Int32 = 1

  /// Where a window stands on the screen, in device-independent pixels.
  public struct Bounds: Equatable, Sendable, BitwiseCopyable {
    public var x: Int32
    public var y: Int32
    public var width: Int32
    public var height: Int32

    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// No front end has said where.
    public static let unknown = Bounds(x: 0, y: 0, width: 0, height: 0)
  }

  /// WebExtensions' `windows.WindowState`.
  public enum ShowState: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case normal, minimized, maximized, fullscreen
  }

  /// The position of a tab, looked for at `hint` first. O(n) where the hint is wrong.
  func position(of tab: EventID, hint: Int = -1) -> Int? {
    if hint >= 0, hint < tabs.count, tabs[hint] == tab { return hint }
    return tabs.firstIndex(of: tab)
  }
}

extension Window: Slotted {
  static var vacant: Window { Window(id: .nothing) }

  public static func == (left: Window, right: Window) -> Bool {
    left.id == right.id && left.tabs == right.tabs && left.activeTab == right.activeTab
      && left.pinnedCount == right.pinnedCount && left.bounds == right.bounds
      && left.showState == right.showState && left.lastFocused == right.lastFocused
  }
}
