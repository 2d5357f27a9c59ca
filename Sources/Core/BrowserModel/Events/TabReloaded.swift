/// The current entry of a tab was reloaded.
public struct TabReloaded: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was reloaded.
  public var tab: TabID = .nothing
  /// Whether an engine still has to load the page.
  public var isLoading = false
  public init() {}
}
