public import BrowserModel

/// Which part of a state a checkpoint holds.
public enum CheckpointPart: UInt8, Sendable, CaseIterable {
  /// ``Browser/sessionSnapshot()``.
  case session = 1
  /// ``Browser/librarySnapshot()``.
  case library = 2
  /// ``Timeline/snapshot()``: a whole timeline but for its library. Only the newest is kept.
  case timeline = 3
}

/// Where a checkpoint stands: what it holds, of which lineage, at which moment.
public struct CheckpointPlace: Hashable, Sendable {
  public var part: CheckpointPart
  /// The branch whose lineage was folded; nothing: the main lineage.
  public var branch: EventID
  /// The newest event of the log at that moment.
  public var sequence: EventID

  public init(_ part: CheckpointPart, of branch: EventID, at sequence: EventID) {
    self.part = part
    self.branch = branch
    self.sequence = sequence
  }
}

/// What a source keeps of states is derived from its events: whether there is a checkpoint changes how
/// long a fold takes, and nothing else.
extension EventSource where Self: ~Copyable {
  /// A source that says nothing about it keeps none: every fold begins at the first event.
  public func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Failure) -> Value? { nil }

  public func reject(_ place: CheckpointPlace) {}

  /// Lends what a checkpoint holds; nil where it is damaged, and then it is rejected.
  func withCheckpoint<Value>(
    at place: CheckpointPlace, _ body: (UnsafeRawBufferPointer) -> Value?
  ) throws(Failure) -> Value? {
    let value = try withFrame(atOrBefore: place) { sequence, frame in
      sequence == place.sequence ? frame.soundContent.flatMap(body) : nil
    }
    if value == nil { reject(place) }
    return value
  }
}
