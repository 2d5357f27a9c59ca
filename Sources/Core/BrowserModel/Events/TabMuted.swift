/// A tab was muted or unmuted.
public struct TabMuted: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was muted or unmuted.
  public var tab: TabID = .nothing
  /// Whether the tab is muted from now on.
  public var isMuted = false
  public init() {}
}
