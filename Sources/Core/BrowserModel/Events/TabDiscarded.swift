/// A tab's page was removed from memory. Any pending load or travel has ended.
public struct TabDiscarded: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose page was removed.
  public var tab: TabID = .nothing
  public init() {}
}
