/// What a front end with an engine says about its run (C1). The console has none and writes none.
public enum SessionEvent: Equatable, Sendable, BitwiseCopyable {
  case opened(SessionOpened)
  case ended
}

public struct SessionOpened: Equatable, Sendable, BitwiseCopyable {
  /// The front end's name.
  public var frontEnd: Text = .absent
  public init() {}
}
