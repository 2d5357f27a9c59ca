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

/// The batch that was undone or redone.
public struct BatchNamed: Equatable, Sendable, BitwiseCopyable {
  /// The first event of the batch.
  public var batch: BatchID = .nothing
  public init() {}
}

/// A moment got a name, or a name was removed.
public struct Marked: Equatable, Sendable, BitwiseCopyable {
  /// The name. One that exists goes over to the new moment.
  public var name: Text = .absent
  /// The newest event of the moment; ``EventID/nothing`` removes the mark with this name.
  public var moment: EventID = .nothing
  public init() {}
}

/// A branch was made.
public struct Branched: Equatable, Sendable, BitwiseCopyable {
  /// Its name.
  public var name: Text = .absent
  /// The newest event that it shares with the branch it leaves; ``EventID/nothing`` if it
  /// begins empty.
  public var from: EventID = .nothing
  public init() {}
}

/// A branch was hidden from lists, or is shown again. Its events stay in the log.
public struct BranchHidden: Equatable, Sendable, BitwiseCopyable {
  /// The branch that was hidden or shown.
  public var branch: BranchID = .nothing
  /// Whether it is hidden from now on.
  public var isHidden = false
  public init() {}
}

/// Texts were removed from past events. It says how many events were concerned, never what
/// the texts were.
public struct Forgotten: Equatable, Sendable, BitwiseCopyable {
  /// The oldest event that lost a text.
  public var first: EventID = .nothing
  /// The newest event that lost a text.
  public var last: EventID = .nothing
  /// How many events lost a text.
  public var count: Int32 = 0
  public init() {}
}

/// What a branch had changed was brought to another one.
public struct BranchMerged: Equatable, Sendable, BitwiseCopyable {
  /// The branch whose changes were merged; ``EventID/nothing`` for the main branch.
  public var branch: BranchID = .nothing
  /// The newest event of the log at the moment of that branch that was merged. The next merge brings
  /// only what changed since.
  public var through: EventID = .nothing
  public init() {}
}
