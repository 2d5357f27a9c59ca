/// A load failed.
public struct LoadFailed: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose load failed.
  public var tab: TabID = .nothing
  /// The reason, as worded by the front end.
  public var reason: Text = .absent
  public init() {}
}
