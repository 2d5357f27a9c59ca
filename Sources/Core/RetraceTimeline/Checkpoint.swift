public import BrowserModel
internal import EventCoding

/// Checkpoints are derived from the events of a source, so they only affect the duration of a fold.
extension EventSource where Self: ~Copyable {
  /// True.
  public static var storesTimelines: Bool { true }

  /// Returns nil. This is the implementation for a source without checkpoints, where every fold
  /// begins at the first event.
  public func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Failure) -> Value? { nil }

  /// Returns the moment of the frame that ``withFrame(atOrBefore:_:)`` finds.
  public func newestCheckpoint(
    atOrBefore place: CheckpointPlace
  ) throws(Failure) -> EventID? {
    try withFrame(atOrBefore: place) { moment, _ in moment }
  }

  /// Returns the browser that a frame contains. O(tabs).
  public func browser(at place: CheckpointPlace) throws(Failure) -> Browser? {
    try withCheckpoint(at: place) { Browser(snapshot: $0) }
  }

  /// Returns the library that a frame contains. O(bookmarks).
  public func library(at place: CheckpointPlace) throws(Failure) -> Library? {
    try withCheckpoint(at: place) { Library(snapshot: $0) }
  }

  /// Does nothing. This is the implementation for a source without checkpoints.
  public func reject(_ place: CheckpointPlace) {}

  /// Calls `body` with the content of a checkpoint. If the checkpoint is damaged, or `body` returns
  /// nil, the checkpoint is rejected.
  ///
  /// - Returns: The result of `body`, or nil if there is no intact checkpoint at exactly this
  ///   place.
  func withCheckpoint<Value>(
    at place: CheckpointPlace, _ body: (RawSpan) -> Value?
  ) throws(Failure) -> Value? {
    let value: Value? = try withFrame(atOrBefore: place) { sequence, frame in
      guard sequence == place.sequence, let content = frame.soundContent else { return nil }
      return body(content)
    }
    if value == nil { reject(place) }
    return value
  }
}
