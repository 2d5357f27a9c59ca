import BrowserModel

/// How much a forgetting takes.
public struct ForgettingCounts: Hashable, Sendable {
  /// Events that lose words.
  public var events = 0
  /// The number of these that are visits of pages.
  public var pages = 0
  /// Bookmarks and folders that are removed.
  public var bookmarks = 0
  /// Sites whose zoom is removed.
  public var sites = 0
  /// Settings that go back to their defaults, such as the home page.
  public var settings = 0
  /// The number of strings of each kind that are removed, in whole or in part.
  public var strings: [ForgettingItem.Kind: Int] = [:]
  /// Events of a newer version, which lose their whole content.
  public var unknown = 0
  /// Damaged records, which lose everything.
  public var damaged = 0

  /// Makes counts of zero.
  public init() {}
}
