public import BrowserModel

/// The undoable actions of one run of a program.
public struct ProgramRun: Hashable, Sendable {
  /// The number of the run in its events, or 0 if the events contain no number.
  public let number: UInt32
  /// The batches that can be undone, newest first.
  public internal(set) var batches: [BatchID]
}
