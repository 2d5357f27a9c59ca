/// The page of a tab has loaded completely.
public struct LoadFinished: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose page has loaded.
  public var tab: TabID = .nothing
  public init() {}
}
