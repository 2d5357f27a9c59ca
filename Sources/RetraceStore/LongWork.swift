internal import BrowserModel
internal import RetraceTimeline

/// Work that may take so long that the user wants to see how far it is.
public enum LongWork: Sendable {
  /// Folding a log and writing checkpoints on the way, at a first opening.
  case opening
  /// Making the index of visited pages.
  case indexing
  /// Copying the log into a dense file, as most of the former one is free.
  case compacting

  /// Receives how many events of how many are done, now and then; at the end both numbers are
  /// equal. It returns whether to continue: indexing ends where somebody does not want to wait for
  /// it, and whoever asked for the index gets a failure; everything else continues.
  public typealias Progress = (LongWork, _ done: Int, _ total: Int) -> Bool
}
