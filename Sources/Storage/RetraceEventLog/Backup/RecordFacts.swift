internal import Bytes
import CLMDB
import EventCoding

/// The properties of a record that are compared with the same record of a backup.
struct RecordFacts: Equatable {
  let fingerprint: UInt64
  private let bytes: [UInt8]

  /// Reads a record. Returns nil if the record is damaged or missing.
  init?(
    of sequence: UInt64, in log: Transaction, _ reading: RecordReading
  ) throws {
    let found = try log.withRecord(at: sequence) { reading.fingerprint(sequence, $0) }
    guard let fingerprint = found ?? nil,
      let bytes = try log.bytes(log.environment.tables.events, sequence.bigEndianBytes)
    else { return nil }
    self.fingerprint = fingerprint
    self.bytes = bytes
  }
}
