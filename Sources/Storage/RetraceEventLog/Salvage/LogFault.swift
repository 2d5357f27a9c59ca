/// A damaged place in the data file.
public struct LogFault: Hashable, Sendable {
  /// The part of the file that contains a damaged place.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The two pages at the beginning, which contain the locations of everything else.
    case head
    /// The list of pages that may be reused.
    case freePages
    /// The tree that contains the tables.
    case tables
    /// The records.
    case events
    /// The metadata, such as the identifier of the profile.
    case metadata
    /// The blobs, such as pictures.
    case blobs
    /// Data derived from the records.
    case checkpoints
  }

  /// The kind of damage.
  public enum Reason: String, Hashable, Sendable {
    /// The place is beyond the end of the file.
    case cutOff
    /// The page does not have the expected kind or number.
    case notThePage
    /// The entries of the page overlap, leave gaps, or extend beyond the page.
    case malformed
    /// The keys of the page are not in order, or some keys belong to another page.
    case outOfOrder
    /// The page is used twice, or is both free and used.
    case usedTwice
    /// The number of pages or entries differs from the number that is stored in the file.
    case miscounted
    /// The entire part is missing from the file.
    case missing
  }

  /// The part of the file that contains the place.
  public let part: Part
  /// The number of the page, or nil for the entire part.
  public let page: UInt64?
  /// The kind of damage.
  public let reason: Reason
}
