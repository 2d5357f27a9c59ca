public import BrowserModel
internal import EventCoding
internal import EventLog
public import Store

/// Where a tab has been.
extension Store {
  /// A page of a tab's trail: a row of a tree.
  public struct TrailPlace: Hashable, Sendable {
    /// The entry of the tab's history that it is, or was.
    public let entry: EntryID
    /// What is there.
    public let page: Session.Page
    /// How many ways that go on further down stand to its left.
    public let depth: Int
    /// Whether the tab is there.
    public let isCurrent: Bool
  }

  /// Returns all pages that were visited in an open tab as a tree, from top to bottom, with those
  /// that Back left and a new page then dropped. The way to the newest page is not indented.
  ///
  /// ```swift
  /// try store.perform(.step(tab, by: -1))
  /// try store.go("example.org", in: tab)
  /// let urls = try store.trail(of: tab).map(\.page.url)  // also the page that Back has left
  /// ```
  ///
  /// - Returns: An empty list where no tab has this id. Pages that were forgotten are left out.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(events since the tab was opened)
  public func trail(of tab: TabID) throws(StoreFailure) -> [TrailPlace] {
    var trail = Trail()
    let timeline = tab.isPrivate ? privateTimeline : timeline
    let current = timeline.browser.tab(tab)?.currentEntry?.id
    guard timeline.browser.tab(tab) != nil else { return [] }
    try failing { () throws(LogFailure) in
      try visitFoldedEvents(of: timeline, from: tab.event) { event, words in
        if event.concerns(tab) { trail.take(event, words: words) }
        return true
      }
    }
    return trail.places.map { place in
      TrailPlace(
        entry: place.page.entry,
        page: Session.Page(
          url: place.page.url, title: place.page.title.isEmpty ? nil : place.page.title),
        depth: place.depth, isCurrent: place.page.entry == current)
    }
  }
}
