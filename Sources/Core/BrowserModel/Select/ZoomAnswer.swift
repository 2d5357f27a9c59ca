/// The zoom of a tab, and its origin (Z4).
public struct ZoomAnswer: Equatable, Sendable {
  /// The level at which the page is shown.
  public var level: ZoomLevel
  /// The origin of the level.
  public var decider: Decider
  /// The event that set the level, or ``EventID/nothing`` if no event set it or the level is
  /// temporary.
  public var source: EventID
  /// The host of the site, or nil if the URL of the page has no host.
  public var host: String?

  /// Creates an answer from its parts.
  public init(level: ZoomLevel, decider: Decider, source: EventID, host: String? = nil) {
    self.level = level
    self.decider = decider
    self.source = source
    self.host = host
  }

  /// The possible origins of a tab's zoom: its temporary level, the level of its site, or the
  /// default.
  public enum Decider: Sendable { case tab, site, `default` }
}
