/// A load was stopped before it was complete.
public struct LoadStopped: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose load was stopped.
  public var tab: TabID = .nothing
  public init() {}
}
