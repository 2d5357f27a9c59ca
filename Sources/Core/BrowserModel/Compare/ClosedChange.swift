/// What differs about an item of the closed list between two states.
public enum ClosedChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second list alone, at this place, the oldest being 0.
  case gained(index: Int)
  /// It was in the first list alone, at this place, the oldest being 0.
  case lost(index: Int)
  /// One of its tabs was taken out, or what is kept of them differs.
  case changed
}
