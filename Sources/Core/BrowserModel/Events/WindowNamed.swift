/// A window was named, or its name was removed.
public struct WindowNamed: Equatable, Sendable, BitwiseCopyable {
  /// The window that was named.
  public var window: WindowID = .nothing
  /// The new name. An empty name removes the window's name.
  public var title: Text = .absent
  public init() {}
}
