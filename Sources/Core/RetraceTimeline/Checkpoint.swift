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
