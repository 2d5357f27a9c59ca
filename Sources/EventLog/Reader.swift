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

  /// The sequence of the last record, 0 when there is none.
  public func newest() throws(LogFailure) -> UInt64 {
    switch source {
    case .profile(let transaction): try transaction.newest()
    case .memory(let store): store.log.newest
    }
  }

  /// The value of a metadata key of 1 to 511 bytes, `nil` when it was never set.
  public func metadata(_ key: String) throws(LogFailure) -> [UInt8]? {
    checkKey(key.utf8.count)
    return switch source {
    case .profile(let transaction): try transaction.metadata(key)
    case .memory(let store): store.metadata[key]
    }
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

func checkKey(_ byteCount: Int) {
  precondition((1...511).contains(byteCount), "A key has 1 to 511 bytes.")
}
