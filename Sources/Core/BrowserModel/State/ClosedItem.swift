/// Something that was closed as one and is reopened as one: a tab, several tabs, or a
/// window (T4).
public struct ClosedItem: Equatable, Sendable {
  /// The event that closed the first of its tabs, or the window.
  public internal(set) var id: ClosedItemID
  /// What was closed.
  public internal(set) var kind: Kind
  /// The window that closed, or that the first of the tabs was in.
  public internal(set) var window: WindowID
  /// Where the window stood, if it closed with the tabs, otherwise ``Window/Bounds/unknown``.
  public internal(set) var bounds: Window.Bounds
  /// How the window was shown, if it closed with the tabs, otherwise ``Window/ShowState/normal``.
  public internal(set) var showState: Window.ShowState
  /// The event that had set the window's name, if the window closed with the tabs, otherwise
  /// ``EventID/nothing``.
  public internal(set) var title: EventID
  /// The active tab of a closed window; ``EventID/nothing`` for other kinds.
  public internal(set) var activeTab: TabID
  /// The closed tabs, never empty: those of a window from left to right, others in the
  /// order in which they closed.
  public internal(set) var tabs: ContiguousArray<ClosedTab>

  /// What was closed: one tab, several tabs by one action, or a window.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    case tab, tabs, window
  }
}
