public import BrowserModel

/// An action that an undo does not revert, because another author has built on it.
public struct KeptAction: Hashable, Sendable {
  /// The action, identified by its first event.
  public let batch: BatchID
  /// The first event that requires it: an event of another author, or of another action that is
  /// kept.
  public let reason: EventID

  /// Creates a kept action from its parts.
  public init(batch: BatchID, reason: EventID) {
    self.batch = batch
    self.reason = reason
  }
}
