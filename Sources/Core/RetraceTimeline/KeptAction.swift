public import BrowserModel

/// An action that an undo does not revert, because another author's action depends on it.
public struct KeptAction: Hashable, Sendable {
  /// The action, identified by its first event.
  public let batch: BatchID
  /// The first event that requires the action: an event of another author, or of another kept
  /// action.
  public let reason: EventID

  /// Creates a kept action from its parts.
  public init(batch: BatchID, reason: EventID) {
    self.batch = batch
    self.reason = reason
  }
}
