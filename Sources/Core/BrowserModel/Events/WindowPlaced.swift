/// A window was moved or resized, or its show state changed.
public struct WindowPlaced: Equatable, Sendable, BitwiseCopyable {
  /// The window that was placed.
  public var window: WindowID = .nothing
  /// The resulting position on the screen.
  public var bounds: Window.Bounds = .unknown
  /// The resulting show state.
  public var showState: Window.ShowState = .normal
  public init() {}
}
