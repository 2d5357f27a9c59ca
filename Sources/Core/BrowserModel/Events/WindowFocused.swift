/// A window was focused.
public struct WindowFocused: Equatable, Sendable, BitwiseCopyable {
  /// The window that was focused.
  public var window: WindowID = .nothing
  public init() {}
}
