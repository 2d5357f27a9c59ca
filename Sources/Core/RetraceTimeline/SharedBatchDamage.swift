public import BrowserModel
import EventCoding

/// Why a batch of another device cannot be taken over.
public enum SharedBatchDamage: Error, Equatable, Sendable {
  /// A record has other bytes than were written, or stands under another number.
  case record(EventID)
  /// An event is none that devices tell each other of, or the events are not in order.
  case content(EventID)
}
