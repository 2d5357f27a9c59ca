public import BrowserModel

/// An action that an undo leaves as it is, because another author has built on it.
public struct KeptAction: Hashable, Sendable {
  /// The action, by its first event.
  public let batch: BatchID
  /// The first event that needs it: of another author, or of another action that is kept.
  public let reason: EventID

  /// Creates a kept action from its parts.
  public init(batch: BatchID, reason: EventID) {
    self.batch = batch
    self.reason = reason
  }
}
