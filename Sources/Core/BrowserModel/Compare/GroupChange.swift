/// How a tab group differs between two states. Which tabs are in it is reported as changes
/// of the tabs.
public enum GroupChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second state only; nothing else is reported about it.
  case made
  /// It is in the first state only.
  case gone
  /// Its title was set by another event.
  case title(from: EventID, to: EventID)
  /// Its colour differs.
  case color(from: TabGroup.Color, to: TabGroup.Color)
  /// It was collapsed, or expanded for false.
  case collapsed(Bool)
}
