public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// Compares the state of a store with the state that was observed last.
///
/// An observer does not wait. Call ``next(in:)`` when something may have changed.
public struct ChangeObserver {
  private var seen: ProfileState

  /// Creates an observer with a known state.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - cursor: The newest known event, or nil for the newest event of the store.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(tabs) for the newest event, or the complexity of ``Store/moment(_:)`` for an
  ///   older event.
  public init(_ store: Store, since cursor: EventID? = nil) throws {
    guard let cursor, cursor < store.timeline.position else {
      seen = try store.readState()
      return
    }
    guard cursor.exists else {
      seen = ProfileState()
      return
    }
    var past = try store.moment(Moment(newest: cursor))
    seen = try store.readState(of: &past)
  }

  /// Returns the changes since the last call, or nil if nothing was written.
  ///
  /// - Throws: `LogError` if the log cannot be read. In that case, no change counts as observed.
  /// - Complexity: O(tabs + bookmarks + events since the last call).
  public mutating func next(in store: Store) throws -> StoreChange? {
    let former = seen
    try store.catchUp()
    guard store.timeline.position != former.browser.sequence else { return nil }
    let state = try store.readState()
    let (commits, elsewhere) = try store.commits(after: former.browser.sequence)
    let change = StoreChange(
      commits: commits, elsewhere: elsewhere, former: former, changes: former.changes(to: state),
      state: state)
    seen = state
    return change
  }
}
