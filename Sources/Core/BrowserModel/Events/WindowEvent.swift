/// An event about a window.
public enum WindowEvent: Equatable, Sendable, BitwiseCopyable {
  /// A window was opened. The event is the id of the window. The window becomes part of the state
  /// when a tab enters it.
  case opened(WindowOpened)
  /// A window was closed with its tabs.
  case closed(WindowClosed)
  /// A closed window was reopened with its tabs (T4).
  case reopened(WindowReopened)
  /// A window was focused.
  case focused(WindowFocused)
  /// A window was moved or resized, or its show state changed.
  case placed(WindowPlaced)
  /// A window was restored to an earlier moment, except for its tabs.
  case restored(WindowRestored)
  /// A window was named, or its name was removed.
  case named(WindowNamed)
}
