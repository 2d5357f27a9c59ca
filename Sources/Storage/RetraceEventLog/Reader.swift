import EventCoding

/// One state of a log, valid while the closure of `EventLog.read(_:)` runs.
///
/// Bytes are passed to closures and are valid only inside them. For a log on disk, they are part of
/// LMDB's own pages and are not copied, so they may start at any address. Load numbers unaligned.
public struct Reader: ~Copyable {
  /// The source of the state.
  enum Source {
    /// A transaction of LMDB.
    case profile(Transaction)
    /// A transaction of another storage.
    case storage(StorageTransaction)
  }

  let source: Source

  init(_ source: Source) { self.source = source }

  /// The records and checkpoints that readers of this process found to be unusable.
  var findings: ReadFindings {
    switch source {
    case .profile(let transaction): transaction.environment.findings
    case .storage(let transaction): transaction.records.findings
    }
  }

  /// Runs a closure with a second reader of the same state, for another thread.
  ///
  /// The other thread must have finished reading before `body` returns.
  ///
  /// - Returns: The result of `body`. If no second reader can be created, `body` does not run, and
  ///   the result is nil. No second reader can be created inside `EventLog.write(_:)`, after
  ///   another process has written, if all of LMDB's 126 reader slots are in use, or if the storage
  ///   does not admit concurrent reads.
  package func withTwin<Value>(_ body: (borrowing Reader) throws -> Value) throws -> Value? {
    switch source {
    case .profile(let transaction):
      guard let twin = transaction.twin() else { return nil }
      defer { twin.abort() }
      return try body(Reader(.profile(twin)))
    case .storage(let transaction):
      return transaction.records.storage.admitsConcurrentReads ? try body(self) : nil
    }
  }

  /// Returns the number of the newest record, or 0 if the log is empty.
  ///
  /// Inside `EventLog.write(_:)`, records that the batch has appended are included.
  ///
  /// - Complexity: O(log n) at the first call in a transaction, then O(1).
  public func newest() throws -> UInt64 {
    switch source {
    case .profile(let transaction): try transaction.newest()
    case .storage(let transaction): try transaction.newest()
    }
  }

  /// Returns the value of a metadata key.
  ///
  /// - Parameter key: 1 to 510 bytes of UTF-8.
  /// - Returns: The bytes, or nil if the key has no value or the value does not match its checksum.
  ///   ``isDamaged(metadata:)`` distinguishes the two cases.
  public func metadata(_ key: String) throws -> [UInt8]? {
    checkKey(key.utf8.count)
    return switch source {
    case .profile(let transaction): try transaction.metadata(key)
    case .storage(let transaction): try transaction.value(of: Array(key.utf8), in: .metadata)
    }
  }

  /// Whether a metadata key has a value that does not match its checksum.
  ///
  /// False for a key without a value, for a log in memory, and for values written by versions that
  /// did not store checksums of metadata.
  public func isDamaged(metadata key: String) throws -> Bool {
    guard case .profile(let transaction) = source else { return false }
    if case .damaged = try transaction.metadataValue(key) { return true }
    return false
  }

  /// Returns a blob.
  ///
  /// - Parameter hash: The key of the blob, 1 to 511 bytes. The log does not check that the key is
  ///   a hash of the bytes.
  /// - Returns: The bytes, or nil if there is no such blob.
  public func blob(_ hash: [UInt8]) throws -> [UInt8]? {
    checkKey(hash.count)
    return switch source {
    case .profile(let transaction): try transaction.blob(hash)
    case .storage(let transaction): try transaction.value(of: hash, in: .blobs)
    }
  }
}

extension Reader {
  /// The records known to be damaged or missing. See `EventLog.damagedRecords`.
  package var damagedRecords: RecordRanges { findings.damagedRecords }

  /// Adds a damaged record to `EventLog.damagedRecords`.
  ///
  /// Missing records need not be added, because the reader adds them itself.
  package func noteDamaged(_ sequence: UInt64) { findings.noteDamaged(sequence) }

  /// Adds damaged records, which another process has found, to `EventLog.damagedRecords`.
  package func noteDamaged(_ records: RecordRanges) { findings.noteDamaged(records) }

  /// Marks a checkpoint as useless, for example because its version is no longer supported.
  ///
  /// A read transaction cannot remove the checkpoint. ``Writer/removeRejectedCheckpoints()``
  /// removes all marked checkpoints.
  package func rejectCheckpoint(_ key: [UInt8]) { findings.rejectCheckpoint(key) }

  /// Calls a closure with the checkpoint whose key is the largest at or before a given key, if both
  /// keys begin with the same bytes.
  ///
  /// - Parameters:
  ///   - key: 1 to 511 bytes. Keys are compared byte by byte.
  ///   - sharedCount: The number of bytes at the beginning of both keys that must be equal.
  ///   - body: Receives the key and the value, which are valid until it returns.
  /// - Returns: The result of `body`, or nil if there is no such checkpoint. A log in memory has no
  ///   checkpoints.
  /// - Complexity: O(log n).
  public func withCheckpoint<Value>(
    atOrBefore key: [UInt8], sharing sharedCount: Int,
    _ body: (RawSpan, RawSpan) -> Value?
  ) throws -> Value? {
    checkKey(key.count)
    return switch source {
    case .profile(let transaction):
      try transaction.withCheckpoint(
        atOrBefore: key, sharing: sharedCount, body)
    case .storage(let transaction):
      try transaction.withCheckpoint(atOrBefore: key, sharing: sharedCount, body)
    }
  }
}

/// Traps unless the length of a key is valid for LMDB.
func checkKey(_ byteCount: Int) {
  precondition((1...511).contains(byteCount), "A key must be 1 to 511 bytes long.")
}
