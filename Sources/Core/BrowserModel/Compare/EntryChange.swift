/// What differs about an entry of a tab's session history between two states.
public enum EntryChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second history alone, at this place, from 0; nothing else is told of it.
  case gained(index: Int)
  /// It was in the first history alone, at this place, from 0.
  case lost(index: Int)
  /// It shows another page, by the events that say the URL.
  case page(from: EventID, to: EventID)
  case title(from: EventID, to: EventID)
  case scroll(from: EventID, to: EventID)
  case picture(from: EventID, to: EventID)
  case marks(from: Row.Marks, to: Row.Marks)
}
