import BrowserModel

/// The result of a forget request that has not been performed.
public struct ForgettingPreview: Sendable {
  /// The number of things to remove, by kind.
  public var counts: ForgettingCounts
  /// The texts to remove, with the number of events that contain each text, in the order in which
  /// the texts were first written. Empty unless a list was requested.
  public var items: [(item: ForgettingItem, count: Int)]
  /// The remaining texts that mention the site, in the same form as ``items``.
  public var mentions: [(item: ForgettingItem, count: Int)]
  /// Remaining traces of the forgotten pages, in the same form as ``items``: bookmarks of these
  /// pages, the zoom of their sites, and visits to these pages that the request does not cover.
  public var remaining: [(item: ForgettingItem, count: Int)]
  /// The tabs that lose the page they show, and the effects on them.
  public var tabs: TabsAfterForgetting
  /// The indexes of the given lines that are about forgotten things.
  public var lines: Set<Int>
}
