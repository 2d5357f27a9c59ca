/// A damaged place in the data file.
public struct LogFault: Hashable, Sendable {
  /// The part of the file that contains the place.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The two pages at the beginning, which describe the locations of everything else.
    case head
    /// The list of pages that may be reused.
    case freePages
    /// The tree that contains the tables.
    case tables
    /// The records.
    case events
    /// The metadata, such as the identifier of the profile.
    case metadata
    /// Pictures.
    case blobs
    /// Data derived from the records.
    case checkpoints
  }

  /// The kind of damage.
  public enum Reason: String, Hashable, Sendable {
    /// The place is beyond the end of the file.
    case cutOff
    /// It is not a page of the expected kind or with the expected number.
    case notThePage
    /// Its entries overlap, leave gaps, or extend beyond the page.
    case malformed
    /// Its keys are not in order, or belong elsewhere.
    case outOfOrder
    /// It is used twice, or is both free and used.
    case usedTwice
    /// There are more or fewer pages or entries than recorded.
    case miscounted
    /// It does not exist.
    case missing
  }

  /// The part of the file that contains the place.
  public let part: Part
  /// The number of the page, or nil for the entire part.
  public let page: UInt64?
  /// The kind of damage.
  public let reason: Reason
}
