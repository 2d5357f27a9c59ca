internal import BrowserModel
internal import EventLog
internal import Timeline

/// The key under which a run of pages is stored among the checkpoints: a byte that no part of a state
/// has, and the first and the last event of the run.
struct PageRunKey: Hashable {
  let first: EventID
  let last: EventID
  /// How many bytes all of them have in common.
  static let sharedCount = 1
  private static let part: UInt8 = 0x56

  init(first: EventID, last: EventID) {
    self.first = first
    self.last = last
  }

  /// Nil where a stored key is none of these.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 9, bytes[0] == Self.part else { return nil }
    first = EventID(Int32(bitPattern: bytes.number(at: 1).byteSwapped))
    last = EventID(Int32(bitPattern: bytes.number(at: 5).byteSwapped))
  }

  /// What the checkpoint is of.
  func identity(_ reader: borrowing Reader) throws(LogFailure) -> CheckpointIdentity {
    CheckpointIdentity(
      part: Self.part, branch: first, sequence: last, record: try reader.checksum(at: last))
  }

  /// The largest there can be that ends at an event or before it.
  static func end(at last: EventID) -> PageRunKey { PageRunKey(first: last, last: .last) }

  var bytes: [UInt8] {
    [Self.part] + Self.bytes(of: first) + Self.bytes(of: last)
  }

  private static func bytes(of sequence: EventID) -> [UInt8] {
    withUnsafeBytes(of: sequence.rawValue.bigEndian) { Array($0) }
  }
}
