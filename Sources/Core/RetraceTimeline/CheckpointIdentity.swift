public import BrowserModel
internal import EventCoding

/// What a checkpoint belongs to. It serves nothing else, even if its bytes are sound.
public struct CheckpointIdentity: Equatable, Sendable {
  /// A number for the kind of content: that of a ``CheckpointPart``, or another one for
  /// other content.
  public var part: UInt8
  /// The branch whose lineage was folded; `EventID.nothing` is the main lineage.
  public var branch: BranchID
  /// The newest event of the log at its moment.
  public var sequence: EventID
  /// The checksum of the record of that event. In another log with the same number of
  /// events it differs.
  public var record: UInt32

  /// Creates an identity for content of any kind.
  public init(part: UInt8, branch: BranchID, sequence: EventID, record: UInt32) {
    self.part = part
    self.branch = branch
    self.sequence = sequence
    self.record = record
  }

  /// Creates the identity of a checkpoint of a state.
  ///
  /// - Parameters:
  ///   - place: What it holds.
  ///   - record: The checksum of the record at its moment.
  public init(_ place: CheckpointPlace, record: UInt32) {
    self.init(
      part: place.part.rawValue, branch: place.branch, sequence: place.sequence, record: record)
  }

  /// What the checksum of the content begins with, so that it covers part, branch and
  /// moment. The record is not in it, because it may be rewritten.
  var seed: EventID {
    var seed = UInt32(bitPattern: sequence.rawValue) &* 0x9E37_79B1
    seed = (seed ^ UInt32(bitPattern: branch.rawValue)) &* 0x85EB_CA77
    return EventID(Int32(bitPattern: seed ^ UInt32(part) << 24))
  }
}
