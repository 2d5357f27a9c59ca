/// A difference of a closed item between two states.
public enum ClosedChange: Equatable, Sendable, BitwiseCopyable {
  /// It is listed only in the second state, at this index, where 0 is the oldest.
  case gained(index: Int)
  /// It is listed only in the first state, at this index, where 0 is the oldest.
  case lost(index: Int)
  /// It has lost a tab, or one of its tabs differs.
  case changed
}
