/// A window was named, or its name was removed.
public struct WindowNamed: Equatable, Sendable, BitwiseCopyable {
  /// The window that was named.
  public var window: WindowID = .nothing
  /// The name. An empty name removes the name.
  public var title: Text = .absent
  public init() {}
}
