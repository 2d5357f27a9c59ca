/// A window was closed with its tabs.
public struct WindowClosed: Equatable, Sendable, BitwiseCopyable {
  /// The window that was closed.
  public var window: WindowID = .nothing
  /// The window that gets the focus, or ``EventID/nothing`` if it was the last. Should it
  /// be gone, the newest window gets the focus.
  public var successor: WindowID = .nothing
  /// Whether it is left out of the closed items because it showed nothing but start pages
  /// (T4).
  public var isUnlisted = false
  /// Whether its place among the closed items follows from its own time, as in
  /// ``TabClosed/isByTime``.
  public var isByTime = false
  public init() {}
}
