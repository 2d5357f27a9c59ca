/// A tab was muted, or that ended.
public struct TabMuted: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose sound was switched off or on.
  public var tab: TabID = .nothing
  /// Whether it is muted from now on.
  public var isMuted = false
  public init() {}
}
