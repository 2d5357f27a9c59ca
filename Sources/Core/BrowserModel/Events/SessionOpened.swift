/// A run of a front end began.
public struct SessionOpened: Equatable, Sendable, BitwiseCopyable {
  /// The front end's name.
  public var frontEnd: Text = .absent
  public init() {}
}
