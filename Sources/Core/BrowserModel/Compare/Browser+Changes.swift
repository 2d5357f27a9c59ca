extension Browser {
  /// What differs from this state to another, in the model's terms; empty when nothing does that is
  /// told.
  ///
  /// The two may be of any moments and any lines, in either order. Told are windows, then tabs with
  /// their histories, groups, the closed list, bookmarks, zoom, settings.
  ///
  /// Not told is what serves the fold or a front end and no person: the position in the log,
  /// ``Tab/wanted``, ``Tab/lastActive``, ``Tab/kept``, ``Window/lastFocused``, the opener groups by which
  /// successors are chosen, which entries share a document, which event set a zoom, session health.
  ///
  /// It compares references, not words: where two events say the same words, both are named.
  ///
  /// - Complexity: O(size of both states), and O(n log n) for n members of a row that were shuffled.
  public func changes(to other: Browser) -> [Change] {
    var comparison = Comparison(from: self, to: other)
    comparison.compareWindows()
    comparison.compareTabs()
    comparison.compareGroups()
    comparison.compareClosed()
    comparison.compareBookmarks()
    comparison.compareZoom()
    comparison.compareSettings()
    return comparison.changes
  }
}
