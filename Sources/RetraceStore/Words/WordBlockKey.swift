internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// The key of a block among the checkpoints. It consists of a byte that differs from the byte of
/// every part of a state and from the byte of runs of pages, followed by the last event of the
/// block, big-endian.
struct WordBlockKey: Hashable {
  /// The number of blocks before this block.
  let place: Int32
  private static let part: UInt8 = 0x57

  /// The first event of the block.
  var first: EventID { EventID(place * WordBlock.eventCount + 1) }
  /// The last event of the block.
  var last: EventID { EventID((place + 1) * WordBlock.eventCount) }
  /// The key in stored form.
  var bytes: [UInt8] { [Self.part] + last.rawValue.bigEndianBytes }

  /// Returns the identity of the stored block as a checkpoint. The identity is valid only with the
  /// current record of the block's last event.
  func identity(_ reader: borrowing Reader) throws -> CheckpointIdentity {
    identity(record: try reader.checksum(at: last))
  }

  /// Returns the identity of the stored block as a checkpoint, given the checksum of the record of
  /// its last event.
  func identity(record: UInt32) -> CheckpointIdentity {
    CheckpointIdentity(part: Self.part, branch: .nothing, sequence: last, record: record)
  }

  /// Parses a stored key, or returns nil if the key does not belong to a block.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount == 5, bytes[0] == Self.part else { return nil }
    let last = Int32(bitPattern: bytes.number(at: 1).byteSwapped)
    guard last > 0, last % WordBlock.eventCount == 0 else { return nil }
    self.init(place: last / WordBlock.eventCount - 1)
  }

  init(place: Int32) { self.place = place }
}
