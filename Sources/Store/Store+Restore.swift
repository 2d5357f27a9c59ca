public import BrowserModel
internal import EventLog
internal import Timeline

extension Store {
  /// Makes windows, tabs and groups, or some parts, what they were at a moment of the line, as one
  /// batch.
  ///
  /// - Complexity: O(events up to it) and O(what there is).
  @discardableResult
  public func restore(
    _ point: EventID, _ parts: [Restoration.Part] = [.windows], by origin: Origin = Origin()
  ) throws(StoreFailure) -> Commit {
    let past = try failing { () throws(LogFailure) in try moment(point).browser }
    return try perform(.restore(Restoration(of: past, parts)), by: origin)
  }
}
