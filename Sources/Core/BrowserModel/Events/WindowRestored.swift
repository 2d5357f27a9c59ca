/// A window was restored to an earlier moment. A closed window becomes part of the state again when
/// a tab enters it.
public struct WindowRestored: Equatable, Sendable, BitwiseCopyable {
  /// The window that was restored.
  public var window: WindowID = .nothing
  /// Its index among the windows, from 0, if it is already open. Otherwise it comes last.
  public var index: Int32 = 0
  /// Its position on the screen.
  public var bounds: Window.Bounds = .unknown
  /// Its show state.
  public var showState: Window.ShowState = .normal
  /// Whether it is focused, if it is already open.
  public var isFocused = false
  /// The event that had set its name, or ``EventID/nothing``.
  public var title: EventID = .nothing
  public init() {}
}
