import BrowserModel

/// The number of things of each kind that a forget request removes.
public struct ForgettingCounts: Hashable, Sendable {
  /// Events that lose text.
  public var events = 0
  /// The events among ``events`` that are visits to pages.
  public var pages = 0
  /// Bookmarks and folders to remove.
  public var bookmarks = 0
  /// Sites whose zoom is removed.
  public var sites = 0
  /// Settings that are reset to their defaults, such as the home page.
  public var settings = 0
  /// Custom values that are removed.
  public var values = 0
  /// The number of strings of each kind that are removed, completely or partly.
  public var strings: [ForgettingItem.Kind: Int] = [:]
  /// Events that a newer version wrote, which lose all their content.
  public var unknown = 0
  /// Damaged records, which lose all their content.
  public var damaged = 0

  /// Creates counts of zero.
  public init() {}
}
