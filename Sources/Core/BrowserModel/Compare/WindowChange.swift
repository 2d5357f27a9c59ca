/// What differs about a window between two states.
public enum WindowChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open in the second state alone, at this place among the windows, from 0. Its tabs are told
  /// one by one; of the window itself nothing else is told.
  case opened(index: Int)
  /// It was open in the first state alone, at this place among the windows, from 0.
  case closed(index: Int)
  /// It stands elsewhere among the windows, as one does that was closed and reopened.
  case moved(from: Int, to: Int)
  case placed(from: Window.Bounds, to: Window.Bounds)
  case shown(from: Window.ShowState, to: Window.ShowState)
  /// Another of its tabs is the active one.
  case selected(from: EventID, to: EventID)
}
