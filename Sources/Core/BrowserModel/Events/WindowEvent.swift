/// What happened to a window.
public enum WindowEvent: Equatable, Sendable, BitwiseCopyable {
  /// A window was opened; the event is its id. It is in the state once a tab enters it.
  case opened(WindowOpened)
  /// A window was closed with its tabs.
  case closed(WindowClosed)
  /// A closed window came back with its tabs (T4).
  case reopened(WindowReopened)
  /// A window got the focus.
  case focused(WindowFocused)
  /// A window was moved, resized, minimised or the like.
  case placed(WindowPlaced)
  /// A window was made what it was at an earlier moment, except for its tabs.
  case restored(WindowRestored)
  /// A window got a name, or lost it.
  case named(WindowNamed)
}
