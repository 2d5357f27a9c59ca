/// A travel to an entry began or committed.
public struct Traveled: Equatable, Sendable, BitwiseCopyable {
  /// The tab that travels through its history.
  public var tab: TabID = .nothing
  /// The target entry.
  public var entry: EntryID = .nothing
  /// Whether an engine still has to load the entry.
  public var isLoading = false
  public init() {}
}
