/// A tab became the active one of its window.
public struct TabSelected: Equatable, Sendable, BitwiseCopyable {
  /// The tab that became active.
  public var tab: TabID = .nothing
  /// Whether the user went outside the opener group, so that all groups of the window are forgotten
  /// (T8).
  public var forgetsOpenerGroups = false
  public init() {}
}
