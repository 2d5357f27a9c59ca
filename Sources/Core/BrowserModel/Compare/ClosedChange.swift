/// A difference in a closed item between two states.
public enum ClosedChange: Equatable, Sendable, BitwiseCopyable {
  /// The item is listed only in the second state, at this index. Index 0 is the oldest item.
  case gained(index: Int)
  /// The item is listed only in the first state, at this index. Index 0 is the oldest item.
  case lost(index: Int)
  /// The item has lost a tab, or one of its tabs differs.
  case changed
}
