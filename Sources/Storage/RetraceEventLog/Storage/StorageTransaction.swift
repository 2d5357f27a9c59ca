internal import Bytes
import EventCoding

/// A transaction of a log in an ``EventStorage``, with the log's view of it.
struct StorageTransaction {
  private let transaction: any EventStorageTransaction
  let records: StorageRecords

  init(_ transaction: any EventStorageTransaction, _ records: StorageRecords) {
    self.transaction = transaction
    self.records = records
  }

  func newest() throws -> UInt64 { try transaction.newest() }

  /// Calls a closure with the bytes of one record. Returns nil if there is no such record.
  func withRecord<Value>(at number: UInt64, _ body: (RawSpan) throws -> Value) throws -> Value? {
    guard number >= 1, number <= (try newest()) else { return nil }
    var value: Value?
    try transaction.visitRecords(number...number, backwards: false) { _, bytes in
      value = try body(bytes)
      return false
    }
    return value
  }

  /// Visits records in order, and reports the numbers that should exist but are missing.
  func scan(
    from first: UInt64, through last: UInt64, backwards: Bool, missing: (UInt64) -> Void,
    _ body: (UInt64, RawSpan) throws -> Bool
  ) throws {
    let (first, last) = (max(first, 1), min(last, try newest()))
    guard first <= last else { return }
    // The number that is expected next, or nil if `body` ended the scan or no number is left.
    var expected: UInt64? = backwards ? last : first
    func next(after number: UInt64) -> UInt64? {
      number == (backwards ? first : last) ? nil : backwards ? number - 1 : number + 1
    }
    try transaction.visitRecords(first...last, backwards: backwards) { number, bytes in
      while let absent = expected, absent != number {
        missing(absent)
        expected = next(after: absent)
      }
      let continues = try body(number, bytes)
      expected = continues ? next(after: number) : nil
      return continues
    }
    while let absent = expected {
      missing(absent)
      expected = next(after: absent)
    }
  }

  func append(_ bytes: RawSpan) throws -> UInt64 {
    let number = try newest() + 1
    try transaction.append(bytes, as: number)
    return number
  }

  func rewrite(at number: UInt64, with bytes: RawSpan) throws {
    guard number >= 1, number <= (try newest()) else {
      throw LogError(.noSuchRecord, operation: "rewrite", path: nil)
    }
    try transaction.replaceRecord(number, with: bytes)
  }

  func value(of key: [UInt8], in table: StorageTable) throws -> [UInt8]? {
    try transaction.value(of: key, in: table)
  }

  func setValue(_ value: [UInt8]?, of key: [UInt8], in table: StorageTable) throws {
    try transaction.setValue(value, of: key, in: table)
  }

  /// Calls a closure with the checkpoint whose key is the largest at or before a given key, if both
  /// keys begin with the same bytes.
  func withCheckpoint<Value>(
    atOrBefore key: [UInt8], sharing sharedCount: Int, _ body: (RawSpan, RawSpan) -> Value?
  ) throws -> Value? {
    guard let found = try transaction.key(atOrBefore: key, in: .checkpoints),
      found.count >= sharedCount, found.prefix(sharedCount) == key.prefix(sharedCount),
      let value = try transaction.value(of: found, in: .checkpoints)
    else { return nil }
    return body(found.span.raw, value.span.raw)
  }

  func setCheckpoint(_ key: [UInt8], _ bytes: [UInt8]?) throws {
    guard records.storage.storesCheckpoints else { return }
    try setValue(bytes, of: key, in: .checkpoints)
  }

  func removeCheckpoints() throws {
    for key in try transaction.keys(of: .checkpoints) { try setCheckpoint(key, nil) }
  }

  /// Applies the changes of a compaction to the tables.
  ///
  /// - Parameter reader: A reader of this transaction, in which the records are already changed.
  func apply(_ changes: CompactionChanges, checkpointReader reader: borrowing Reader) throws {
    for key in changes.droppedMetadata { try setValue(nil, of: Array(key.utf8), in: .metadata) }
    for key in try transaction.keys(of: .blobs) where !changes.keepsBlob(key) {
      try setValue(nil, of: key, in: .blobs)
    }
    for key in try transaction.keys(of: .checkpoints) {
      guard let bytes = try value(of: key, in: .checkpoints) else { continue }
      switch changes.checkpoint(key, bytes.span.raw, reader) {
      case .stays: continue
      case .dropped: try setCheckpoint(key, nil)
      case .replaced(let other): try setCheckpoint(key, other)
      }
    }
  }

  func statistics() throws -> LogStatistics {
    let byteCount = try records.storage.byteCount()
    return LogStatistics(
      recordCount: Int(clamping: try newest()), fileBytes: byteCount, neededBytes: byteCount,
      mapBytes: 0, pageBytes: 0, freePageCount: 0,
      checkpointBytes: try transaction.keys(of: .checkpoints).reduce(0) { sum, key in
        sum + (try value(of: key, in: .checkpoints)?.count ?? 0)
      },
      depth: 0, readerCount: 0)
  }
}
