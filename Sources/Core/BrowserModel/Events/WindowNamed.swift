/// A window got a name, or lost it.
public struct WindowNamed: Equatable, Sendable, BitwiseCopyable {
  /// The window that was named.
  public var window: WindowID = .nothing
  /// The name; an empty one removes the name.
  public var title: Text = .absent
  public init() {}
}
