/// What a front end with an engine reports about its run (C1). The console has no engine
/// and writes none.
public enum SessionEvent: Equatable, Sendable, BitwiseCopyable {
  /// A run began. If the one before it was not ended, that one crashed.
  case opened(SessionOpened)
  /// The run ended as it should.
  case ended
}
