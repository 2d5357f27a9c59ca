public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// Compares the state of a store with the last one that was observed.
///
/// It does not wait. Call ``next(in:)`` when something may have changed.
public struct ChangeObserver {
  private var seen: ProfileState

  /// Creates an observer with a known state.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - cursor: The newest known event, or nil for the store's newest.
  /// - Throws: ``StoreFailure/log(_:)`` if the log cannot be read.
  /// - Complexity: O(tabs) for the newest event; that of ``Store/moment(_:)`` for an older one.
  public init(_ store: Store, since cursor: EventID? = nil) throws(StoreFailure) {
    seen = try store.failing { () throws(LogFailure) in
      guard let cursor, cursor < store.timeline.position else { return try store.readState() }
      guard cursor.exists else { return ProfileState() }
      var past = try store.moment(Moment(newest: cursor))
      return try store.readState(of: &past)
    }
  }

  /// Returns the changes since the last call, or nil if nothing was written.
  ///
  /// - Throws: ``StoreFailure/log(_:)`` if the log cannot be read. In that case, nothing counts as
  ///   observed.
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
