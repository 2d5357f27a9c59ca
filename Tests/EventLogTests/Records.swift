import RetraceEventLog

/// The record with a number, as the probe writes it.
func expectedRecord(_ sequence: UInt64) -> [UInt8] {
  Array("record \(sequence) ".utf8)
    + Array(repeating: UInt8(truncatingIfNeeded: sequence), count: Int(sequence * 37 % 200))
}

extension EventLog {
  func newest() throws -> UInt64 {
    try read { reader in try reader.newest() }
  }

  @discardableResult
  func append(_ bytes: [UInt8]) throws -> UInt64 {
    try write { writer in try writer.append(bytes) }
  }

  func record(at sequence: UInt64) throws -> [UInt8]? {
    try read { reader in try reader.bytes(at: sequence) }
  }

  func records() throws -> [[UInt8]] {
    try read { reader in
      var records: [[UInt8]] = []
      try reader.scan { _, bytes in
        records.append(Array(copying: bytes))
        return true
      }
      return records
    }
  }

  /// Whether the log contains exactly the probe's records from 1 to its newest, without a gap.
  func hasOnlyExpectedRecords() throws -> Bool {
    let (records, newest) = (try records(), try newest())
    return UInt64(records.count) == newest
      && zip(records, 1...).allSatisfy { $0 == expectedRecord(UInt64($1)) }
  }
}

extension Reader {
  func bytes(at sequence: UInt64) throws -> [UInt8]? {
    try withRecord(at: sequence) { span in Array(copying: span) }
  }
}

extension [UInt8] {
  init(copying span: RawSpan) {
    self = span.withUnsafeBytes { Array($0) }
  }
}
