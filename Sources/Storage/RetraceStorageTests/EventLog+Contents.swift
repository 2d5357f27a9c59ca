internal import Bytes
import RetraceEventLog

extension EventLog {
  /// Returns all records in the order of their numbers.
  func records(backwards: Bool = false) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    try read { reader in
      try reader.scan(backwards: backwards) { _, bytes in
        records.append(bytes.copied)
        return true
      }
    }
    return records
  }

  /// Returns a record, or nil if there is no such record.
  func record(at number: UInt64) throws -> [UInt8]? {
    try read { reader in
      try reader.withRecord(at: number) { $0.copied }
    }
  }
}
