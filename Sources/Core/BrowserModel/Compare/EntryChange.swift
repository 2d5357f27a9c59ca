/// A difference of an entry of a tab's session history between two states.
public enum EntryChange: Equatable, Sendable, BitwiseCopyable {
  /// It is only in the second history, at this index, from 0. Nothing else is reported about it.
  case gained(index: Int)
  /// It is only in the first history, at this index, from 0.
  case lost(index: Int)
  /// It shows another page. The ids are the events with the URL.
  case page(from: EventID, to: EventID)
  /// Its title was reported by another event.
  case title(from: EventID, to: EventID)
  /// Its scroll position was reported by another event.
  case scroll(from: EventID, to: EventID)
  /// Its picture was reported by another event.
  case picture(from: EventID, to: EventID)
  /// The flags that make Back and Forward skip it differ (H9).
  case marks(from: HistoryEntry.Flags, to: HistoryEntry.Flags)
}
