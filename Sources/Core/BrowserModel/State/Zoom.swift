/// The zoom of pages: a default level, and the levels of sites that differ from the default (Z2).
///
/// `Browser.zoom(of:text:)` returns the level of a tab and its origin.
public struct Zoom: Equatable, Sendable {
  /// The level of sites without their own level.
  public internal(set) var `default`: ZoomLevel = .actual
  /// The event that last set the default, or ``EventID/nothing``.
  public internal(set) var defaultSource: EventID = .nothing
  /// The sites that ever had their own level.
  public internal(set) var sites = SiteTable()

  /// The zoom of one site.
  public struct Site: Equatable, Sendable, BitwiseCopyable {
    /// The event that first named the host. This event identifies the site.
    public internal(set) var name: EventID
    /// The site's level, or ``ZoomLevel/none`` if it follows the default.
    public internal(set) var level: ZoomLevel
    /// The event that last changed the level.
    public internal(set) var source: EventID
  }
}
