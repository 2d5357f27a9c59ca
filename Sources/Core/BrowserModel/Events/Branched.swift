/// A branch was created.
public struct Branched: Equatable, Sendable, BitwiseCopyable {
  /// The name of the branch.
  public var name: Text = .absent
  /// The newest event that the branch shares with the branch from which it forks, or
  /// ``EventID/nothing`` if it begins empty.
  public var from: EventID = .nothing
  public init() {}
}
