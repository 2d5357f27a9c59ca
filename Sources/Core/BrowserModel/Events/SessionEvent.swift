/// The beginning or the end of a run of a front end that has an engine (C1). The console has no
/// engine and writes no session events.
public enum SessionEvent: Equatable, Sendable, BitwiseCopyable {
  /// A run began. If the previous run did not end, it crashed.
  case opened(SessionOpened)
  /// The run ended normally.
  case ended
}
