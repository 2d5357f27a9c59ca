public import BrowserModel
public import EventLog
internal import Timeline

/// A few tabs of the past, without the whole state that they were in. Private windows are in none of it.
extension Session {
  /// Which tabs there were when an event was the newest of the log, on the session's line.
  ///
  /// - Parameter point: Nothing: before the first event. One beyond the newest event is the present.
  /// - Complexity: O(tabs); see ``Timeline/tabList(at:_:)``.
  public func tabList(at point: Sequence) throws(LogFailure) -> TabList {
    try log.read { (reader) throws(LogFailure) in
      try catchUp(reader)
      return try timeline.tabList(at: point, reader)
    }
  }

  /// Some tabs as they were then, each with its history; nil for one that was not open. Who opened a
  /// tab, and whose family it was in, is not said.
  ///
  /// - Complexity: O(log tabs) each; see ``Timeline/tabs(_:at:_:)``.
  public func tabs(_ ids: [Sequence], at point: Sequence) throws(LogFailure) -> [Tab?] {
    try log.read { (reader) throws(LogFailure) in
      try catchUp(reader)
      return try timeline.tabs(ids, at: point, reader)
    }
  }

  /// One tab as it was then; nil where it was not open.
  public func tab(_ id: Sequence, at point: Sequence) throws(LogFailure) -> Tab? {
    try tabs([id], at: point)[0]
  }
}
