import EventCoding

/// One state of a log, valid while the closure of `EventLog.read(_:)` runs.
///
/// Bytes are passed to closures and are valid only inside them. On disk they are LMDB's own pages
/// and nothing is copied, so they may start at any address: load numbers unaligned.
public struct Reader: ~Copyable {
  /// Where the state is read.
  enum Source {
    /// A transaction of LMDB.
    case profile(Transaction)
    /// A log in memory, which nobody changes meanwhile.
    case memory(MemoryRecords)
  }

  let source: Source

  init(_ source: Source) { self.source = source }

  /// Runs a closure on this reader and catches what it throws.
  func result<Value, Failure: Error>(
    of body: (borrowing Reader) throws(Failure) -> Value
  ) -> Result<Value, Failure> {
    do { return .success(try body(self)) } catch { return .failure(error) }
  }

  /// Runs a closure with a second reader of the same state, for another thread.
  ///
  /// That thread must have ended its work when `body` returns.
  ///
  /// - Returns: What `body` returns. Nil, without running `body`, when there is no such reader:
  ///   inside `EventLog.write(_:)`, when somebody has written meanwhile, or when LMDB's places for
  ///   readers (126) are taken.
  package func withTwin<Value>(
    _ body: (borrowing Reader) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value? {
    switch source {
    case .profile(let transaction):
      guard let twin = transaction.twin() else { return nil }
      defer { twin.abort() }
      return try body(Reader(.profile(twin)))
    case .memory:
      return try body(self)
    }
  }

  /// Returns the number of the last record, 0 when there is none.
  ///
  /// Inside of `EventLog.write(_:)` it counts what the batch has appended.
  ///
  /// - Complexity: O(log n) at the first call in a transaction, then O(1).
  public func newest() throws(LogFailure) -> UInt64 {
    switch source {
    case .profile(let transaction): try transaction.newest()
    case .memory(let store): store.log.newest
    }
  }

  /// Returns the value of a metadata key.
  ///
  /// - Parameter key: 1 to 510 bytes of UTF-8.
  /// - Returns: The bytes, or nil if the key has no value, and when the value is not what was
  ///   written, by its checksum (``isDamaged(metadata:)`` tells the two apart).
  public func metadata(_ key: String) throws(LogFailure) -> [UInt8]? {
    checkKey(key.utf8.count)
    return switch source {
    case .profile(let transaction): try transaction.metadata(key)
    case .memory(let store): store.metadata[key]
    }
  }

  /// Whether a metadata key has a value that its checksum contradicts.
  ///
  /// It is false for a key without a value, for a log in memory, and for values of versions that
  /// kept no checksums of metadata.
  public func isDamaged(metadata key: String) throws(LogFailure) -> Bool {
    guard case .profile(let transaction) = source else { return false }
    if case .damaged = try transaction.metadataValue(key) { return true }
    return false
  }

  /// Returns a blob.
  ///
  /// - Parameter hash: The key that the blob was put under, 1 to 511 bytes. The log does not
  ///   check that it is a hash of the bytes.
  /// - Returns: The bytes, or nil if there is no such blob.
  public func blob(_ hash: [UInt8]) throws(LogFailure) -> [UInt8]? {
    checkKey(hash.count)
    return switch source {
    case .profile(let transaction): try transaction.blob(hash)
    case .memory(let store): store.blobs[hash]
    }
  }
}

extension Reader {
  /// The records that are known to be damaged or missing; see `EventLog.damagedRecords`.
  package var damagedRecords: RecordRanges {
    guard case .profile(let transaction) = source else { return RecordRanges() }
    return transaction.environment.damagedRecords
  }

  /// Adds a record to `EventLog.damagedRecords`: its bytes are not what was written.
  ///
  /// Records that are missing are added by the reader itself.
  package func noteDamaged(_ sequence: UInt64) {
    guard case .profile(let transaction) = source else { return }
    transaction.environment.noteDamaged(sequence)
  }

  /// Adds what another process found to `EventLog.damagedRecords`.
  package func noteDamaged(_ records: RecordRanges) {
    guard case .profile(let transaction) = source else { return }
    transaction.environment.noteDamaged(records)
  }

  /// Marks a checkpoint as useless, for example because its version is no longer read.
  ///
  /// ``Writer/removeRejectedCheckpoints()`` removes what was marked: a read transaction cannot.
  package func rejectCheckpoint(_ key: [UInt8]) {
    guard case .profile(let transaction) = source else { return }
    transaction.environment.rejectCheckpoint(key)
  }

  /// Finds the checkpoint with the largest key at or before a given one, among those that share
  /// its first bytes.
  ///
  /// - Parameters:
  ///   - key: 1 to 511 bytes. Keys are compared byte by byte.
  ///   - sharedCount: The number of bytes at the beginning of both keys that must be equal.
  ///   - body: Receives the key and the value that were found, valid only until it returns.
  /// - Returns: What `body` returns, or nil if there is no such checkpoint, and for a log in
  ///   memory.
  /// - Complexity: O(log n).
  public func withCheckpoint<Value>(
    atOrBefore key: [UInt8], sharing sharedCount: Int,
    _ body: (RawSpan, RawSpan) -> Value?
  ) throws(LogFailure) -> Value? {
    checkKey(key.count)
    return switch source {
    case .profile(let transaction):
      try transaction.withCheckpoint(
        atOrBefore: key, sharing: sharedCount, body)
    case .memory: nil
    }
  }
}

/// Traps unless a key has a length that LMDB takes.
func checkKey(_ byteCount: Int) {
  precondition((1...511).contains(byteCount), "A key has 1 to 511 bytes.")
}
