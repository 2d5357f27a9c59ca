internal import BrowserModel
internal import RetraceTimeline

/// Work that may take so long that its progress should be shown.
public enum LongWork: Sendable {
  /// Folding a log and writing checkpoints when a profile is opened for the first time.
  case opening
  /// Creating the index of visited pages.
  case indexing
  /// Copying the log into a dense file, because most of the previous file is free.
  case compacting

  /// Receives the number of processed events and the total number from time to time. At the end,
  /// both numbers are equal. The closure returns whether to continue. Indexing stops if the user
  /// cancels it, and the caller that requested the index receives a failure. All other work
  /// continues.
  public typealias Progress = (LongWork, _ done: Int, _ total: Int) -> Bool
}
