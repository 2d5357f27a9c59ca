/// A tab's page was removed from memory. What was pending in it has ended.
public struct TabDiscarded: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose page was removed.
  public var tab: TabID = .nothing
  public init() {}
}
