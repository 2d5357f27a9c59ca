import BrowserModel

/// What a forgetting would take.
public struct ForgettingPreview: Sendable {
  /// How much it would take.
  public var counts: ForgettingCounts
  /// What would go, and in how many events it is, in the order in which it was first written;
  /// empty unless it was asked for.
  public var items: [(item: ForgettingItem, count: Int)]
  /// What would stay and mentions the site, in the same form.
  public var mentions: [(item: ForgettingItem, count: Int)]
  /// Traces of the forgotten pages that would stay, in the same form: bookmarks of these pages, the
  /// zoom of their sites, and visits of these pages that the request does not cover.
  public var remaining: [(item: ForgettingItem, count: Int)]
  /// What would become of tabs that lose the page they show.
  public var tabs: TabsAfterForgetting
  /// The indexes of the given lines that are about it.
  public var lines: Set<Int>
}
