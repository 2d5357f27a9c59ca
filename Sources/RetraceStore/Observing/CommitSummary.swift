public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// One batch that was written, and by whom.
public struct CommitSummary: Hashable, Sendable {
  /// The batch.
  public let batch: BatchID
  /// Its newest event.
  public let sequence: EventID
  /// Who caused it.
  public let actor: Event.Actor
  /// The program that acted, or nil if the front end itself did.
  public let agent: String?
  /// What the action is called, or nil if nobody named it.
  public let name: String?
}
