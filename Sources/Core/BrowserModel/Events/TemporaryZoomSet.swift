/// The temporary zoom of a tab changed.
public struct TemporaryZoomSet: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose zoom changed.
  public var tab: TabID = .nothing
  /// The level, or ``ZoomLevel/none`` if the tab follows its site again.
  public var level: ZoomLevel = .none
  public init() {}
}
