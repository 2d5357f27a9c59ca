/// One batch, valid while the closure of `EventLog.write(_:)` runs.
///
/// Do not write while a closure of `Reader.scan` or `Reader.withRecord` is using bytes of the same
/// transaction, because LMDB may move those bytes. Such a write is a programmer error and traps.
public struct Writer: ~Copyable {
  /// The reader of the newest committed state and of the writes of this batch.
  public let reader: Reader

  init(_ source: Reader.Source) { reader = Reader(source) }

  /// Appends a record.
  ///
  /// - Parameter bytes: The record, from one byte to ``EventLog/maximumRecordBytes``. An empty
  ///   record is a programmer error and traps.
  /// - Returns: The record's number, which is the newest number plus one.
  /// - Throws: ``LogError/Reason/recordTooLarge`` if the record is longer than that, and
  ///   ``LogError/Reason/outOfOrder`` if the tree of records is damaged at its end.
  @discardableResult
  public func append(_ bytes: RawSpan) throws -> UInt64 {
    try checkLength(of: bytes)
    return switch reader.source {
    case .profile(let transaction): try transaction.append(bytes)
    case .storage(let transaction): try transaction.append(bytes)
    }
  }

  /// Appends a record. See ``append(_:)-(RawSpan)``.
  @discardableResult
  public func append(_ bytes: [UInt8]) throws -> UInt64 {
    try append(unsafe bytes.span.bytes)
  }

  /// Replaces the bytes of a record. The new bytes can have any length that
  /// ``append(_:)-(RawSpan)`` accepts.
  ///
  /// This is the only way to edit an existing record. It is meant for text that must be forgotten.
  /// The previous bytes stay in the file until ``EventLog/compact(progress:)``.
  ///
  /// - Throws: ``LogError/Reason/noSuchRecord`` if there is no such record, and
  ///   ``LogError/Reason/recordTooLarge``.
  public func rewrite(at sequence: UInt64, with bytes: RawSpan) throws {
    try checkLength(of: bytes)
    switch reader.source {
    case .profile(let transaction): try transaction.rewrite(at: sequence, with: bytes)
    case .storage(let transaction): try transaction.rewrite(at: sequence, with: bytes)
    }
  }

  /// Replaces the bytes of a record. See ``rewrite(at:with:)-(_,RawSpan)``.
  public func rewrite(at sequence: UInt64, with bytes: [UInt8]) throws {
    try rewrite(at: sequence, with: unsafe bytes.span.bytes)
  }

  /// Sets the value of a metadata key, or removes the key.
  ///
  /// - Parameters:
  ///   - key: 1 to 510 bytes of UTF-8 that do not end in `#`, which marks checksums. The keys
  ///     `format`, `profile`, `device`, `superseded`, `backup`, `restored` and `edition` are the
  ///     log's own; setting one of them is a programmer error and traps. Keys that begin with
  ///     `local.` describe only this copy of the profile. A compaction copies them, but backups and
  ///     recovered profiles do not contain them.
  ///   - bytes: The value, which is stored with a checksum, or nil to remove the key.
  public func setMetadata(_ key: String, _ bytes: [UInt8]?) throws {
    // The key of the checksum is one byte longer.
    checkKey(key.utf8.count + 1)
    precondition(
      !Metadata.reserved.contains(key) && key.utf8.last != UInt8(ascii: "#"),
      "The log uses this key itself.")
    try setReservedMetadata(key, bytes)
  }

  /// Sets any metadata key, including the log's own keys.
  func setReservedMetadata(_ key: String, _ bytes: [UInt8]?) throws {
    switch reader.source {
    case .profile(let transaction):
      transaction.isChanged = true
      try transaction.put(key, bytes)
    case .storage(let transaction):
      try transaction.setValue(bytes, of: Array(key.utf8), in: .metadata)
    }
  }

  /// Stores or removes a checkpoint.
  ///
  /// A checkpoint is derived from the records, so it may be missing and may be removed at any time.
  /// For a log in memory, which has no checkpoints, this method does nothing.
  ///
  /// - Parameters:
  ///   - key: 1 to 511 bytes. ``Reader/withCheckpoint(atOrBefore:sharing:_:)`` finds keys by their
  ///     order.
  ///   - bytes: The value, at most ``EventLog/maximumRecordBytes``, or nil to remove the key.
  public func setCheckpoint(_ key: [UInt8], _ bytes: [UInt8]?) throws {
    checkKey(key.count)
    if let bytes { try checkMaximum(bytes.count) }
    switch reader.source {
    case .profile(let transaction): try transaction.setCheckpoint(key, bytes)
    case .storage(let transaction): try transaction.setCheckpoint(key, bytes)
    }
  }

  /// Removes the checkpoints that readers of this process have rejected, and returns their number.
  package func removeRejectedCheckpoints() throws -> Int {
    let keys = reader.findings.consumeRejectedCheckpoints()
    for key in keys { try setCheckpoint(key, nil) }
    return keys.count
  }

  /// Removes every checkpoint.
  ///
  /// - Complexity: O(pages of the checkpoints).
  public func removeCheckpoints() throws {
    switch reader.source {
    case .profile(let transaction): try transaction.removeCheckpoints()
    case .storage(let transaction): try transaction.removeCheckpoints()
    }
  }

  /// Stores a blob under a key, replacing any existing blob.
  ///
  /// - Parameters:
  ///   - hash: The key, 1 to 511 bytes. By convention, the key is a hash of the bytes, so that
  ///     equal blobs are stored only once.
  ///   - bytes: At most ``EventLog/maximumRecordBytes``. The blob may be empty.
  /// - Throws: ``LogError/Reason/recordTooLarge``.
  public func putBlob(_ hash: [UInt8], _ bytes: [UInt8]) throws {
    try checkMaximum(bytes.count)
    try setBlob(hash, bytes)
  }

  /// Removes a blob. A missing blob is not an error.
  public func removeBlob(_ hash: [UInt8]) throws {
    try setBlob(hash, nil)
  }

  private func setBlob(_ hash: [UInt8], _ bytes: [UInt8]?) throws {
    checkKey(hash.count)
    switch reader.source {
    case .profile(let transaction): try transaction.putBlob(hash, bytes)
    case .storage(let transaction): try transaction.setValue(bytes, of: hash, in: .blobs)
    }
  }

  /// Traps if a record is empty and throws if it is too long.
  private func checkLength(of bytes: RawSpan) throws {
    precondition(!bytes.isEmpty, "A record must contain at least one byte.")
    try checkMaximum(bytes.byteCount)
  }

  private func checkMaximum(_ byteCount: Int) throws {
    guard byteCount > EventLog.maximumRecordBytes else { return }
    let path: String? =
      if case .profile(let transaction) = reader.source {
        FileSystem.parent(of: transaction.environment.directory)
      } else { nil }
    throw LogError(.recordTooLarge, operation: "write", path: path)
  }
}
