import EventCoding

/// One state of a log, for as long as the closure of ``EventLog/read(_:)`` runs.
///
/// Bytes are lent to closures and are only valid inside them; they may be at any address, so load
/// numbers unaligned.
public struct Reader: ~Copyable {
  enum Source {
    case profile(Transaction)
    case memory(MemoryStore)
  }

  let source: Source

  init(_ source: Source) { self.source = source }

  func result<Value, Failure: Error>(
    of body: (borrowing Reader) throws(Failure) -> Value
  ) -> Result<Value, Failure> {
    do { return .success(try body(self)) } catch { return .failure(error) }
  }

  /// Lends a second reader of the same state, for another thread, which must have ended its work
  /// when `body` returns.
  ///
  /// - Returns: What `body` returns; nil, and `body` does not run, where there is no such reader:
  ///   inside ``EventLog/write(_:)``, when somebody has written meanwhile, or when all places for
  ///   readers are taken.
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

  /// The sequence of the last record, 0 when there is none.
  public func newest() throws(LogFailure) -> UInt64 {
    switch source {
    case .profile(let transaction): try transaction.newest()
    case .memory(let store): store.log.newest
    }
  }

  /// The value of a metadata key of 1 to 500 bytes, `nil` when it was never set, and when what stands
  /// there is not what was written: ``isDamaged(metadata:)``.
  public func metadata(_ key: String) throws(LogFailure) -> [UInt8]? {
    checkKey(key.utf8.count)
    return switch source {
    case .profile(let transaction): try transaction.metadata(key)
    case .memory(let store): store.metadata[key]
    }
  }

  /// Whether there is a value under a metadata key that is not what was written.
  public func isDamaged(metadata key: String) throws(LogFailure) -> Bool {
    guard case .profile(let transaction) = source else { return false }
    if case .damaged = try transaction.metadataValue(key) { return true }
    return false
  }

  /// The blob that was put under a hash of 1 to 511 bytes, `nil` when there is none.
  public func blob(_ hash: [UInt8]) throws(LogFailure) -> [UInt8]? {
    checkKey(hash.count)
    return switch source {
    case .profile(let transaction): try transaction.blob(hash)
    case .memory(let store): store.blobs[hash]
    }
  }
}

extension Reader {
  /// Says that a checkpoint serves nobody: ``Writer/removeRejectedCheckpoints()`` removes it.
  package func rejectCheckpoint(_ key: [UInt8]) {
    guard case .profile(let transaction) = source else { return }
    transaction.environment.rejectCheckpoint(key)
  }

  /// Lends the value of the largest key that is not beyond another and begins like it.
  ///
  /// - Parameters:
  ///   - key: 1 to 511 bytes.
  ///   - sharedCount: How many bytes of the key both have in common.
  ///   - body: Gets key and value, which are valid only until it returns.
  /// - Returns: What `body` returns; nil where there is none.
  public func withCheckpoint<Value>(
    atOrBefore key: [UInt8], sharing sharedCount: Int,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Value?
  ) throws(LogFailure) -> Value? {
    checkKey(key.count)
    return switch source {
    case .profile(let transaction):
      unsafe try transaction.withCheckpoint(
        atOrBefore: key, sharing: sharedCount, body)
    case .memory: nil
    }
  }
}

func checkKey(_ byteCount: Int) {
  precondition((1...511).contains(byteCount), "A key has 1 to 511 bytes.")
}
