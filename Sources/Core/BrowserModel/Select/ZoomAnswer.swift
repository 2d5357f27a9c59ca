/// The zoom of a tab, and what decided it (Z4).
public struct ZoomAnswer: Equatable, Sendable {
  /// The level at which the page is shown.
  public var level: ZoomLevel
  /// What decided the level.
  public var decider: Decider
  /// The event that set the level, or ``EventID/nothing`` if none did or the tab's own
  /// level decided.
  public var source: EventID
  /// The host of the site, or nil if the tab shows none.
  public var host: String?

  /// What can decide the zoom of a tab: its temporary level, the level of its site, or the
  /// default.
  public enum Decider: Sendable { case tab, site, `default` }
}
