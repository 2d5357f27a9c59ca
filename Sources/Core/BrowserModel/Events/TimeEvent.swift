/// Facts about the log itself. `apply` passes them by; the timeline keeps what they say.
public enum TimeEvent: Equatable, Sendable, BitwiseCopyable {
  /// A batch is left out of the fold from now on.
  case undone(BatchNamed)
  case redone(BatchNamed)
  /// A moment got a name, or a name lost its moment.
  case marked(Marked)
  /// Another line of events began. Its id is this event; it leaves the line that this event is on.
  case branched(Branched)
  case branchHidden(BranchHidden)
  /// Words were taken out of past events for good.
  case forgotten(Forgotten)
}

public struct BatchNamed: Equatable, Sendable, BitwiseCopyable {
  public var batch: EventID = .nothing
  public init() {}
}

public struct Marked: Equatable, Sendable, BitwiseCopyable {
  public var name: Text = .absent
  /// The newest event of the moment; nothing takes the mark of that name away.
  public var moment: EventID = .nothing
  public init() {}
}

public struct Branched: Equatable, Sendable, BitwiseCopyable {
  public var name: Text = .absent
  /// The newest event that both lines share; nothing: the new one begins empty.
  public var from: EventID = .nothing
  public init() {}
}

/// A branch is no longer wanted in lists, or is again. Nothing leaves the log.
public struct BranchHidden: Equatable, Sendable, BitwiseCopyable {
  public var branch: EventID = .nothing
  public var isHidden = false
  public init() {}
}

/// What was forgotten, in numbers alone: it never says what the words were.
public struct Forgotten: Equatable, Sendable, BitwiseCopyable {
  /// The oldest and the newest event that lost words.
  public var first: EventID = .nothing
  public var last: EventID = .nothing
  /// How many events lost words.
  public var count: Int32 = 0
  public init() {}
}
