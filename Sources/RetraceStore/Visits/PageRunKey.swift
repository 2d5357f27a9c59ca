internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// The key of a run among the checkpoints. It consists of a byte that differs from the byte of
/// every part of a state, followed by the first and the last event that the run covers, big-endian.
struct PageRunKey: Hashable {
  /// The first event that the run covers.
  let first: EventID
  /// The last event that the run covers.
  let last: EventID
  /// The number of bytes that the keys of all runs have in common.
  static let sharedCount = 1
  /// The first byte of the key.
  private static let part: UInt8 = 0x56

  /// Creates the key of a run.
  init(first: EventID, last: EventID) {
    self.first = first
    self.last = last
  }

  /// Parses a stored key, or returns nil if the key does not belong to a run.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount == 9, bytes[0] == Self.part else { return nil }
    first = EventID(Int32(bitPattern: bytes.number(at: 1).byteSwapped))
    last = EventID(Int32(bitPattern: bytes.number(at: 5).byteSwapped))
  }

  /// Returns the identity of the stored run as a checkpoint. The identity is valid only with the
  /// current record of the run's last event.
  func identity(_ reader: borrowing Reader) throws -> CheckpointIdentity {
    identity(record: try reader.checksum(at: last))
  }

  /// Returns the identity of the stored run as a checkpoint, given the checksum of the record of
  /// its last event.
  func identity(record: UInt32) -> CheckpointIdentity {
    CheckpointIdentity(
      part: Self.part, branch: BranchID(first), sequence: last, record: record)
  }

  /// Returns the greatest key of a run that begins at or before an event.
  static func end(at last: EventID) -> PageRunKey { PageRunKey(first: last, last: .last) }

  /// The key in stored form.
  var bytes: [UInt8] {
    [Self.part] + first.rawValue.bigEndianBytes + last.rawValue.bigEndianBytes
  }
}
