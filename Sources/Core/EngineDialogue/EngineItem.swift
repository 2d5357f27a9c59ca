public import BrowserModel

/// An item of a view's back/forward list.
public struct EngineItem: Equatable, Sendable {
  /// What names the item in its view.
  public var id: ID
  /// The URL of the item.
  public var url: String

  /// Creates an item.
  public init(_ id: ID, url: String) {
    self.id = id
    self.url = url
  }

  /// The name of an item. It stays as long as the item has the same URL; one whose URL was
  /// replaced gets a new name.
  ///
  /// - `entry`: An item that a command put into the list, by `HistoryEntry.content`.
  /// - `own`: Any other, by a number that the front end uses once in a view.
  public enum ID: Hashable, Sendable {
    case entry(EventID)
    case own(Int)
  }
}
