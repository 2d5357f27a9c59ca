/// A place in the data file that is not what it should be.
public struct LogFault: Hashable, Sendable {
  /// What the place is a part of.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The two pages at the beginning, which say where everything is.
    case head
    /// The list of pages that may be written again.
    case freePages
    /// The tree that names the tables.
    case tables
    /// The records.
    case events
    /// The metadata: the identifier of the profile, and the like.
    case metadata
    /// Pictures.
    case blobs
    /// What is derived from the records.
    case checkpoints
  }

  /// What is wrong with it.
  public enum Reason: String, Hashable, Sendable {
    /// It lies behind the end of the file.
    case cutOff
    /// It is not a page of the kind or with the number that belongs there.
    case notThePage
    /// Its entries overlap, leave room between them, or lead out of it.
    case malformed
    /// Its keys are not in order, or belong elsewhere.
    case outOfOrder
    /// It is used twice, or is free and used.
    case usedTwice
    /// There are more or fewer pages or entries than are counted.
    case miscounted
    /// It is not there.
    case missing
  }

  /// What the place is a part of.
  public let part: Part
  /// The number of the page, or nil for the part as a whole.
  public let page: UInt64?
  /// What is wrong with it.
  public let reason: Reason
}
