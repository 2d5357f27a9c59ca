/// A window was opened. Its first tab follows.
public struct WindowOpened: Equatable, Sendable, BitwiseCopyable {
  /// The position of the window on the screen.
  public var bounds: Window.Bounds = .unknown
  /// The show state of the window.
  public var showState: Window.ShowState = .normal
  public init() {}
}
