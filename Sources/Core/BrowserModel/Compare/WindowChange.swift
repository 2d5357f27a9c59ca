/// How a window differs between two states.
public enum WindowChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open in the second state only, at this index among the windows, from 0. Its tabs
  /// follow as changes of their own; nothing else is reported about it.
  case opened(index: Int)
  /// It is open in the first state only, at this index among the windows, from 0.
  case closed(index: Int)
  /// It has another index among the windows, as after it was closed and reopened. Windows
  /// that only gave way are not reported.
  case moved(from: Int, to: Int)
  /// It stands elsewhere on the screen, or has another size.
  case placed(from: Window.Bounds, to: Window.Bounds)
  /// It is shown in another way.
  case shown(from: Window.ShowState, to: Window.ShowState)
  /// Another of its tabs is active.
  case selected(from: TabID, to: TabID)
  /// Its name was set by another event; ``EventID/nothing`` if it never had one.
  case title(from: EventID, to: EventID)
}
