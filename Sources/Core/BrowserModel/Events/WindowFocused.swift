/// A window got the focus.
public struct WindowFocused: Equatable, Sendable, BitwiseCopyable {
  /// The window that got the focus.
  public var window: WindowID = .nothing
  public init() {}
}
