/// How an entry of a tab's session history differs between two states.
public enum EntryChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second history only, at this index, from 0; nothing else is reported
  /// about it.
  case gained(index: Int)
  /// It is in the first history only, at this index, from 0.
  case lost(index: Int)
  /// It shows another page, by the events that have the URL.
  case page(from: EventID, to: EventID)
  /// Its title was reported by another event.
  case title(from: EventID, to: EventID)
  /// Its scroll position was reported by another event.
  case scroll(from: EventID, to: EventID)
  /// Its picture was reported by another event.
  case picture(from: EventID, to: EventID)
  /// The flags by which Back and Forward skip it differ (H9).
  case marks(from: HistoryEntry.Flags, to: HistoryEntry.Flags)
}
