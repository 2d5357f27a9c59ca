/// A tab became the active tab of its window.
public struct TabSelected: Equatable, Sendable, BitwiseCopyable {
  /// The tab that became active.
  public var tab: TabID = .nothing
  /// Whether the user left the opener group, so that the window forgets all its opener groups (T8).
  public var forgetsOpenerGroups = false
  public init() {}
}
