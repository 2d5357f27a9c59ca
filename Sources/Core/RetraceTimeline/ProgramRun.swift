public import BrowserModel

/// The actions of one run of a program that can be undone.
public struct ProgramRun: Hashable, Sendable {
  /// The number that the events of the run have; 0 if they name none.
  public let number: UInt32
  /// The batches that can be undone, the newest first.
  public internal(set) var batches: [BatchID]
}
