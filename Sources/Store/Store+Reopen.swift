public import BrowserModel
internal import EventLog
internal import Timeline

extension Store {
  /// Reopens what was closed: the newest item, an item or tab by its id, and where that is not at
  /// hand any more, the tab as the log remembers it (T4).
  ///
  /// - Complexity: O(1) for what is at hand, else O(events).
  @discardableResult
  public func reopen(
    _ id: EventID?, by origin: Origin = Origin(), isPrivate: Bool = false
  ) throws(StoreFailure) -> Commit {
    do throws(StoreFailure) {
      return try perform(.reopen(id), by: origin, isPrivate: isPrivate)
    } catch {
      guard case .refused(let refusal) = error, refusal.code == .noSuchClosedItem, let id,
        browser(of: id).tab(id) == nil, let closed = try lastClosed(id)
      else { throw error }
      return try perform(.restoreTab(closed), by: origin)
    }
  }

  private func lastClosed(_ id: EventID) throws(StoreFailure) -> ClosedTab? {
    if id.isPrivate {
      return privateLog.timeline.lastClosed(id, privateLog.events)
    }
    do throws(LogFailure) {
      return try log.read { (reader) throws(LogFailure) in try timeline.lastClosed(id, reader) }
    } catch {
      throw .log(error)
    }
  }
}
