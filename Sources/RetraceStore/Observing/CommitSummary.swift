public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// A written batch and its author.
public struct CommitSummary: Hashable, Sendable {
  /// The batch.
  public let batch: BatchID
  /// The newest event of the batch.
  public let sequence: EventID
  /// The actor that caused the batch.
  public let actor: Event.Actor
  /// The program that acted, or nil if the front end itself did.
  public let agent: String?
  /// The run of the program (``Origin/run``), or 0 if unknown.
  public let run: UInt32
  /// The name of the batch, or nil if the batch has no name.
  public let name: String?
  /// The branch on which the batch was written.
  public let branch: BranchID
}
