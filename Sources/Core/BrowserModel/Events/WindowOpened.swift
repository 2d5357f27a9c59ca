/// A window was opened. Its first tab follows.
public struct WindowOpened: Equatable, Sendable, BitwiseCopyable {
  /// Its position on the screen.
  public var bounds: Window.Bounds = .unknown
  /// Its show state.
  public var showState: Window.ShowState = .normal
  public init() {}
}
