/// A difference of a tab group between two states. Its members are reported as changes of the tabs.
public enum GroupChange: Equatable, Sendable, BitwiseCopyable {
  /// It is only in the second state. Nothing else is reported about it.
  case made
  /// It is only in the first state.
  case gone
  /// Its title was set by another event.
  case title(from: EventID, to: EventID)
  /// Its colour differs.
  case color(from: TabGroup.Color, to: TabGroup.Color)
  /// It was collapsed if true, or expanded if false.
  case collapsed(Bool)
}
