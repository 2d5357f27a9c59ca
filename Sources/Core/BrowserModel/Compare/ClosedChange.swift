/// How a closed item differs between two states.
public enum ClosedChange: Equatable, Sendable, BitwiseCopyable {
  /// It is listed in the second state only, at this index, 0 being the oldest.
  case gained(index: Int)
  /// It is listed in the first state only, at this index, 0 being the oldest.
  case lost(index: Int)
  /// It has lost a tab, or something about its tabs differs.
  case changed
}
