internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Where a block is stored among the checkpoints: a byte that no part of a state and no run of pages
/// has, and the last event of the block, big-endian.
struct WordBlockKey: Hashable {
  /// The number of blocks that are before it.
  let place: Int32
  private static let part: UInt8 = 0x57

  /// The first event that the block is of.
  var first: EventID { EventID(place * WordBlock.eventCount + 1) }
  /// The last event that the block is of.
  var last: EventID { EventID((place + 1) * WordBlock.eventCount) }
  /// The key as it is stored.
  var bytes: [UInt8] { [Self.part] + last.rawValue.bigEndianBytes }

  /// What the stored block is a checkpoint of: it fits only the record of its last event.
  func identity(_ reader: borrowing Reader) throws(LogFailure) -> CheckpointIdentity {
    identity(record: try reader.checksum(at: last))
  }

  /// What the stored block is a checkpoint of, by the checksum of the record of its last event.
  func identity(record: UInt32) -> CheckpointIdentity {
    CheckpointIdentity(part: Self.part, branch: .nothing, sequence: last, record: record)
  }

  /// Reads a stored key, or nil if it is not that of a block.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount == 5, bytes[0] == Self.part else { return nil }
    let last = Int32(bitPattern: bytes.number(at: 1).byteSwapped)
    guard last > 0, last % WordBlock.eventCount == 0 else { return nil }
    self.init(place: last / WordBlock.eventCount - 1)
  }

  init(place: Int32) { self.place = place }
}
