/// A window was restored to an earlier moment. A closed window becomes part of the state again when
/// a tab enters it.
public struct WindowRestored: Equatable, Sendable, BitwiseCopyable {
  /// The window that was restored.
  public var window: WindowID = .nothing
  /// The index among the windows, from 0, if the window is already open. Otherwise, the window
  /// comes last.
  public var index: Int32 = 0
  /// The position of the window on the screen.
  public var bounds: Window.Bounds = .unknown
  /// The show state of the window.
  public var showState: Window.ShowState = .normal
  /// Whether the window is focused, if it is already open.
  public var isFocused = false
  /// The event that had set the name, or ``EventID/nothing`` if the window had no name.
  public var title: EventID = .nothing
  public init() {}
}
