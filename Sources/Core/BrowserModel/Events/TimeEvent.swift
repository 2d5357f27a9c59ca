/// An event about the log itself. ``Browser/apply(_:)`` ignores events of this kind. A timeline
/// evaluates them.
public enum TimeEvent: Equatable, Sendable, BitwiseCopyable {
  /// A batch is excluded from the fold from now on.
  case undone(BatchNamed)
  /// An undone batch is folded again.
  case redone(BatchNamed)
  /// A moment was named, or a name was removed.
  case marked(Marked)
  /// A branch was created. The event is the id of the new branch, and is on the branch from which
  /// the new branch forks.
  case branched(Branched)
  /// A branch was hidden from lists, or is shown again.
  case branchHidden(BranchHidden)
  /// Texts were permanently removed from past events.
  case forgotten(Forgotten)
  /// The changes of a branch were applied to the branch of this event, by the other events of its
  /// batch.
  case merged(BranchMerged)
  /// The changes of a branch were proposed to the user.
  case proposed(BranchProposed)
  /// A proposal was approved, declined or withdrawn.
  case answered(ProposalAnswered)
}
