/// The page zoom: a default, and the sites that differ from it (Z2).
public struct Zoom: Equatable, Sendable {
  public internal(set) var `default`: ZoomLevel = .actual
  /// The event that last set the default, or nothing.
  public internal(set) var defaultSource: EventID = .nothing
  /// Sites with a zoom of their own, by the first event that named the host.
  public internal(set) var sites = SiteTable()

  /// One site's zoom.
  public struct Site: Equatable, Sendable, BitwiseCopyable {
    /// The first event that named the host.
    public internal(set) var name: EventID
    /// What it is set to, or ``ZoomLevel/none`` for a site that follows the default again.
    public internal(set) var level: ZoomLevel
    /// The event that last set it.
    public internal(set) var source: EventID
  }
}
