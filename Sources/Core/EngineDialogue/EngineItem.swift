public import BrowserModel

/// An item of a view's back/forward list.
public struct EngineItem: Equatable, Sendable {
  /// The identifier of the item in its view.
  public var id: ID
  /// The URL of the item.
  public var url: String

  /// Creates an item.
  public init(_ id: ID, url: String) {
    self.id = id
    self.url = url
  }

  /// The identifier of an item. The identifier does not change while the item has the same URL. An
  /// item whose URL was replaced gets a new identifier.
  ///
  /// - `entry`: An item that a command added to the list, identified by `HistoryEntry.content`.
  /// - `own`: Any other item, identified by a number that the front end uses only once per view.
  public enum ID: Hashable, Sendable {
    case entry(EventID)
    case own(Int)
  }
}
