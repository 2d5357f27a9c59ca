/// A difference in a window between two states.
public enum WindowChange: Equatable, Sendable, BitwiseCopyable {
  /// The window is open only in the second state, at this index among the windows, from 0. Its tabs
  /// follow as separate changes. Nothing else is reported about the window.
  case opened(index: Int)
  /// The window is open only in the first state, at this index among the windows, from 0.
  case closed(index: Int)
  /// The window has another index among the windows, for example because it was closed and
  /// reopened. Windows that only shifted because other windows moved are not reported.
  case moved(from: Int, to: Int)
  /// The window has another position or size on the screen.
  case placed(from: Window.Bounds, to: Window.Bounds)
  /// The show state differs.
  case shown(from: Window.ShowState, to: Window.ShowState)
  /// Another tab of the window is active.
  case selected(from: TabID, to: TabID)
  /// The name was set by another event. ``EventID/nothing`` means that the window never had a name.
  case title(from: EventID, to: EventID)
}
