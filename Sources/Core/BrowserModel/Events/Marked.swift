/// A moment got a name, or a name was removed.
public struct Marked: Equatable, Sendable, BitwiseCopyable {
  /// The name. One that exists goes over to the new moment.
  public var name: Text = .absent
  /// The newest event of the moment; ``EventID/nothing`` removes the mark with this name.
  public var moment: EventID = .nothing
  public init() {}
}
