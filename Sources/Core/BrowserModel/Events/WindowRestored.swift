/// A window was made what it was at an earlier moment. One that was closed is in the state
/// again once a tab enters it.
public struct WindowRestored: Equatable, Sendable, BitwiseCopyable {
  /// The window that was restored.
  public var window: WindowID = .nothing
  /// Its index among the windows, from 0, if it is open already; otherwise it comes last.
  public var index: Int32 = 0
  /// Where it stands on the screen.
  public var bounds: Window.Bounds = .unknown
  /// How it is shown.
  public var showState: Window.ShowState = .normal
  /// Whether it gets the focus, if it is open already.
  public var isFocused = false
  /// The event that had set its name, or ``EventID/nothing``.
  public var title: EventID = .nothing
  public init() {}
}
