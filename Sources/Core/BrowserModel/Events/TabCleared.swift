/// All entries of an open tab were removed.
public struct TabCleared: Equatable, Sendable, BitwiseCopyable {
  /// The tab that lost its entries.
  public var tab: TabID = .nothing
  public init() {}
}
