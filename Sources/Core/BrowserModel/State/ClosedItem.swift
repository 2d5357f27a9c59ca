/// A tab, several tabs, or a window that was closed as one item and is reopened as one item (T4).
public struct ClosedItem: Equatable, Sendable {
  /// The event that closed the first tab of the item, or the window.
  public internal(set) var id: ClosedItemID
  /// The kind of item.
  public internal(set) var kind: Kind
  /// The window that closed, or that contained the first of the tabs.
  public internal(set) var window: WindowID
  /// The position of the window, if it closed with the tabs, otherwise ``Window/Bounds/unknown``.
  public internal(set) var bounds: Window.Bounds
  /// The show state of the window, if it closed with the tabs, otherwise
  /// ``Window/ShowState/normal``.
  public internal(set) var showState: Window.ShowState
  /// The event that had set the window's name, if the window closed with the tabs, otherwise
  /// ``EventID/nothing``.
  public internal(set) var title: EventID
  /// The active tab of a closed window, or ``EventID/nothing`` for other kinds.
  public internal(set) var activeTab: TabID
  /// The closed tabs, never empty. The tabs of a window are listed from left to right, other tabs
  /// in the order in which they closed.
  public internal(set) var tabs: ContiguousArray<ClosedTab>

  /// The kinds of closed items: one tab, several tabs closed by one action, or a window.
  public enum Kind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case tab, tabs, window
  }
}
