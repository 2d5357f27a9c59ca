/// A window was opened. Its first tab follows.
public struct WindowOpened: Equatable, Sendable, BitwiseCopyable {
  /// Where it stands on the screen.
  public var bounds: Window.Bounds = .unknown
  /// How it is shown.
  public var showState: Window.ShowState = .normal
  public init() {}
}
