/// The zoom of a tab, and its origin (Z4).
public struct ZoomAnswer: Equatable, Sendable {
  /// The level at which the page is shown.
  public var level: ZoomLevel
  /// The origin of the level.
  public var decider: Decider
  /// The event that set the level, or ``EventID/nothing`` if no event did or the level is the tab's
  /// own.
  public var source: EventID
  /// The host of the site, or nil if the tab shows none.
  public var host: String?

  /// The possible origins of a tab's zoom: its temporary level, the level of its site, or the
  /// default.
  public enum Decider: Sendable { case tab, site, `default` }
}
