public import BrowserModel

extension Timeline {
  /// Goes to another moment of the lineage: on by folding the events between, where these are few and nothing
  /// was undone or redone among them, else like ``session(at:_:)``. Bookmarks and the zoom of sites may
  /// be missing afterwards.
  ///
  /// - Parameters:
  ///   - moment: One beyond `present` is the present.
  ///   - present: The same lineage as it is now.
  /// - Complexity: O(events between) on to a near moment; else O(tabs, and the events since a state was
  ///   last kept).
  public mutating func step<Source: EventSource & ~Copyable>(
    to moment: EventID, of present: borrowing Timeline, _ source: borrowing Source
  ) throws(Source.Failure) {
    let distance = Int(moment.rawValue.magnitude) - Int(position.rawValue.magnitude)
    guard position.exists, (0...Self.nearEvents).contains(distance),
      moment.rawValue.magnitude <= present.position.rawValue.magnitude,
      present.undoneBatches(at: moment) == undoneBatches
    else {
      self = try present.session(at: moment, source)
      return
    }
    try advance(source, through: moment)
  }

  /// To fold so many events takes no longer than to take up a state of some hundred tabs.
  private static var nearEvents: Int { 1_024 }
}
