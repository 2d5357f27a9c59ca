public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// Compares the state of a store with what was seen of it last.
///
/// It waits for nothing: ``next(in:)`` is called when something may have changed.
public struct ChangeObserver {
  private var seen: ProfileState

  /// Begins with what is known already.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - cursor: The newest event that is known, or nil for the store's newest.
  /// - Throws: ``StoreFailure/log(_:)`` when the log cannot be read.
  /// - Complexity: O(tabs) for the newest; that of ``Store/moment(_:)`` for an older one.
  public init(_ store: Store, since cursor: EventID? = nil) throws(StoreFailure) {
    seen = try store.failing { () throws(LogFailure) in
      guard let cursor, cursor < store.timeline.position else { return try store.readState() }
      guard cursor.exists else { return ProfileState() }
      var past = try store.moment(Moment(newest: cursor))
      return try store.readState(of: &past)
    }
  }

  /// Returns what became different since the last call, or nil if nothing was written.
  ///
  /// - Throws: ``StoreFailure/log(_:)`` when the log cannot be read. Nothing counts as seen then.
  /// - Complexity: O(tabs + bookmarks + events since).
  public mutating func next(in store: Store) throws(StoreFailure) -> StoreChange? {
    let former = seen
    let change = try store.failing { () throws(LogFailure) -> StoreChange? in
      try store.catchUp()
      guard store.timeline.position != former.browser.sequence else { return nil }
      let state = try store.readState()
      return StoreChange(
        commits: try store.commits(after: former.browser.sequence),
        former: former, changes: former.changes(to: state), state: state)
    }
    if let change { seen = change.state }
    return change
  }
}
