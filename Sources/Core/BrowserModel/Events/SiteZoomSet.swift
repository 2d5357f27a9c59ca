/// The zoom of a site changed.
public struct SiteZoomSet: Equatable, Sendable, BitwiseCopyable {
  /// The event that first named the host, or ``EventID/nothing`` if this event is the first to name
  /// the host.
  public var site: EventID = .nothing
  /// The level, or ``ZoomLevel/none`` if the site follows the default again.
  public var level: ZoomLevel = .none
  /// The host, if this event is the first to name it, otherwise absent.
  public var host: Text = .absent
  public init() {}
}
