/// A window was moved, resized, minimised or the like.
public struct WindowPlaced: Equatable, Sendable, BitwiseCopyable {
  /// The window that was placed.
  public var window: WindowID = .nothing
  /// Where it stands afterwards.
  public var bounds: Window.Bounds = .unknown
  /// How it is shown afterwards.
  public var showState: Window.ShowState = .normal
  public init() {}
}
