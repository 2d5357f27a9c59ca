/// A branch was made.
public struct Branched: Equatable, Sendable, BitwiseCopyable {
  /// Its name.
  public var name: Text = .absent
  /// The newest event that it shares with the branch it leaves; ``EventID/nothing`` if it
  /// begins empty.
  public var from: EventID = .nothing
  public init() {}
}
