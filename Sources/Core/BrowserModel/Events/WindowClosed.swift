/// A window was closed with its tabs.
public struct WindowClosed: Equatable, Sendable, BitwiseCopyable {
  /// The window that was closed.
  public var window: WindowID = .nothing
  /// The window that is focused next, or ``EventID/nothing`` if no other window is open. If that
  /// window no longer exists, the newest window is focused.
  public var successor: WindowID = .nothing
  /// Whether it is omitted from the closed items because it showed nothing but start pages (T4).
  public var isUnlisted = false
  /// Whether its place among the closed items follows from its own time, as in
  /// ``TabClosed/isByTime``.
  public var isByTime = false
  public init() {}
}
