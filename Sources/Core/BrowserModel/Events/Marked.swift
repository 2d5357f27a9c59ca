/// A moment was named, or a name was removed.
public struct Marked: Equatable, Sendable, BitwiseCopyable {
  /// The name. An existing mark with this name moves to the new moment.
  public var name: Text = .absent
  /// The newest event of the moment. ``EventID/nothing`` removes the mark with this name.
  public var moment: EventID = .nothing
  public init() {}
}
