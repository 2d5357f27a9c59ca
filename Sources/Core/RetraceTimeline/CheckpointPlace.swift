public import BrowserModel
internal import EventCoding

/// The part, lineage and moment that identify a checkpoint.
public struct CheckpointPlace: Hashable, Sendable {
  /// The part of the state.
  public var part: CheckpointPart
  /// The branch whose lineage was folded, or `EventID.nothing` for the main lineage.
  public var branch: BranchID
  /// The newest event of the log at the moment of the checkpoint.
  public var sequence: EventID

  /// Creates a place. Does not check whether there is a checkpoint.
  public init(_ part: CheckpointPart, of branch: BranchID, at sequence: EventID) {
    self.part = part
    self.branch = branch
    self.sequence = sequence
  }
}
