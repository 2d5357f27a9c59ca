/// A window was closed with its tabs.
public struct WindowClosed: Equatable, Sendable, BitwiseCopyable {
  /// The window that was closed.
  public var window: WindowID = .nothing
  /// The window that is focused next, or ``EventID/nothing`` if no other window is open. If the
  /// successor no longer exists, the newest window is focused.
  public var successor: WindowID = .nothing
  /// Whether the window is omitted from the closed items because its tabs showed only the start
  /// page (T4).
  public var isUnlisted = false
  /// Whether the time at which an imported window was closed determines its place among the closed
  /// items, as in ``TabClosed/isByTime``.
  public var isByTime = false
  public init() {}
}
