/// A difference in an entry of a tab's session history between two states.
public enum EntryChange: Equatable, Sendable, BitwiseCopyable {
  /// The entry is only in the second history, at this index, from 0. Nothing else is reported about
  /// the entry.
  case gained(index: Int)
  /// The entry is only in the first history, at this index, from 0.
  case lost(index: Int)
  /// The entry shows another page. The ids identify the events that set the URLs.
  case page(from: EventID, to: EventID)
  /// The title was reported by another event.
  case title(from: EventID, to: EventID)
  /// The scroll position was reported by another event.
  case scroll(from: EventID, to: EventID)
  /// The picture was reported by another event.
  case picture(from: EventID, to: EventID)
  /// The flags that make Back and Forward skip the entry differ (H9).
  case marks(from: HistoryEntry.Flags, to: HistoryEntry.Flags)
}
