/// A report by a front end with an engine about its run (C1). The console has no engine and writes
/// no session events.
public enum SessionEvent: Equatable, Sendable, BitwiseCopyable {
  /// A run began. If the previous run did not end, it crashed.
  case opened(SessionOpened)
  /// The run ended normally.
  case ended
}
