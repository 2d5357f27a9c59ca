public import BrowserModel
import EventCoding

/// The reason why a batch of another device cannot be applied.
public enum SharedBatchDamage: Error, Equatable, Sendable {
  /// A record differs from the bytes that were written, or has another number.
  case record(EventID)
  /// An event is of a kind that devices do not exchange, or the events are out of order.
  case content(EventID)
}
