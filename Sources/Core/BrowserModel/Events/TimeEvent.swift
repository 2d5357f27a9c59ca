/// What happened to the log itself. ``Browser/apply(_:)`` ignores it; a timeline keeps what
/// it says.
public enum TimeEvent: Equatable, Sendable, BitwiseCopyable {
  /// A batch is left out of the fold from now on.
  case undone(BatchNamed)
  /// A batch that was undone is folded again.
  case redone(BatchNamed)
  /// A moment got a name, or a name was removed.
  case marked(Marked)
  /// A branch was made. The event is its id; it is on the branch that the new one leaves.
  case branched(Branched)
  /// A branch was hidden from lists, or is shown again.
  case branchHidden(BranchHidden)
  /// Texts were removed from past events for good.
  case forgotten(Forgotten)
  /// What a branch had changed was brought to the branch of the event, by the other events of its
  /// batch.
  case merged(BranchMerged)
}
