/// A difference in a tab group between two states. Changes to its members are reported as changes
/// to the tabs.
public enum GroupChange: Equatable, Sendable, BitwiseCopyable {
  /// The group is only in the second state. Nothing else is reported about the group.
  case made
  /// The group is only in the first state.
  case gone
  /// The title was set by another event.
  case title(from: EventID, to: EventID)
  /// The colour differs.
  case color(from: TabGroup.Color, to: TabGroup.Color)
  /// The group was collapsed if true, or expanded if false.
  case collapsed(Bool)
}
