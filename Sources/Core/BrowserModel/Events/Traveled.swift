/// A travel to an entry, that began or arrived.
public struct Traveled: Equatable, Sendable, BitwiseCopyable {
  /// The tab that travels through its history.
  public var tab: TabID = .nothing
  /// The entry that it leads to.
  public var entry: EntryID = .nothing
  /// Whether an engine still has to load the entry.
  public var isLoading = false
  public init() {}
}
