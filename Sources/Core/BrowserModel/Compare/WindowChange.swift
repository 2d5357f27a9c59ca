/// A difference of a window between two states.
public enum WindowChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open only in the second state, at this index among the windows, from 0. Its tabs follow
  /// as separate changes. Nothing else is reported about it.
  case opened(index: Int)
  /// It is open only in the first state, at this index among the windows, from 0.
  case closed(index: Int)
  /// It has another index among the windows, for example because it was closed and reopened.
  /// Windows that only shifted because of others are not reported.
  case moved(from: Int, to: Int)
  /// It has another position or size on the screen.
  case placed(from: Window.Bounds, to: Window.Bounds)
  /// Its show state differs.
  case shown(from: Window.ShowState, to: Window.ShowState)
  /// Another of its tabs is active.
  case selected(from: TabID, to: TabID)
  /// Its name was set by another event. ``EventID/nothing`` means that it never had a name.
  case title(from: EventID, to: EventID)
}
