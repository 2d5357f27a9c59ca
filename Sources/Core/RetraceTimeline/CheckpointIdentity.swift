public import BrowserModel
internal import EventCoding

/// The identity of a checkpoint: the content, branch, moment and record that it belongs to. A
/// checkpoint with another identity is not used, even if its bytes are intact.
public struct CheckpointIdentity: Equatable, Sendable {
  /// The number of the kind of content: the raw value of a ``CheckpointPart``, or another number
  /// for other content.
  public var part: UInt8
  /// The branch whose lineage was folded, or `EventID.nothing` for the main lineage.
  public var branch: BranchID
  /// The newest event of the log at the moment of the checkpoint.
  public var sequence: EventID
  /// The checksum of the record of the event ``sequence``. The checksum distinguishes the log from
  /// another log with the same number of events.
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
  ///   - place: The place of the checkpoint.
  ///   - record: The checksum of the record at the moment of the checkpoint.
  public init(_ place: CheckpointPlace, record: UInt32) {
    self.init(
      part: place.part.rawValue, branch: place.branch, sequence: place.sequence, record: record)
  }

  /// The start value of the content's checksum, so that the checksum covers part, branch and
  /// moment. The record is not included, because it may be rewritten.
  var seed: EventID {
    var seed = UInt32(bitPattern: sequence.rawValue) &* 0x9E37_79B1
    seed = (seed ^ UInt32(bitPattern: branch.rawValue)) &* 0x85EB_CA77
    return EventID(Int32(bitPattern: seed ^ UInt32(part) << 24))
  }
}
