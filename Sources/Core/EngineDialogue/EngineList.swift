import BrowserModel

/// The back/forward list of a view.
public struct EngineList: Equatable, Sendable {
  /// The items, oldest first.
  public var items: ContiguousArray<EngineItem>
  /// The index of the item whose page is shown. The index does not refer to a pending item.
  public var index: Int

  /// Creates a list.
  public init(_ items: ContiguousArray<EngineItem>, index: Int) {
    self.items = items
    self.index = index
  }
}
