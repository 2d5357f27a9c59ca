/// What differs about a tab group between two states. Which tabs are in it is told of the tabs.
public enum GroupChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second state alone; nothing else is told of it.
  case made
  /// It was in the first state alone.
  case gone
  case title(from: EventID, to: EventID)
  case color(from: TabGroup.Color, to: TabGroup.Color)
  case collapsed(Bool)
}
