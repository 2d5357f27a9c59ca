/// One batch, for as long as the closure of ``EventLog/write(_:)`` runs.
///
/// Nothing may be put while ``Reader/scan(from:through:backwards:_:)`` or
/// ``Reader/withRecord(at:_:)`` lends bytes of the same transaction: a programmer error.
public struct Writer: ~Copyable {
  /// Reads the newest committed state together with what this batch has put.
  public let reader: Reader

  init(_ source: Reader.Source) { reader = Reader(source) }

  /// Adds a record at the end.
  ///
  /// - Parameter bytes: The record, at least one byte and at most
  ///   ``EventLog/maximumRecordBytes``.
  /// - Returns: The record's sequence: the newest plus one.
  @discardableResult
  public func append(_ bytes: RawSpan) throws(LogFailure) -> UInt64 {
    try checkLength(of: bytes)
    return switch reader.source {
    case .profile(let transaction): try transaction.append(bytes)
    case .memory(let store): try store.append(bytes)
    }
  }

  /// Adds a record at the end; see ``append(_:)-(RawSpan)``.
  @discardableResult
  public func append(_ bytes: [UInt8]) throws(LogFailure) -> UInt64 {
    try append(unsafe bytes.span.bytes)
  }

  /// Puts other bytes in the place of a record, of any allowed length.
  ///
  /// The former bytes stay in the file until it is compacted. A record that is not there is
  /// ``LogFailure/Reason/noSuchRecord``.
  public func rewrite(at sequence: UInt64, with bytes: RawSpan) throws(LogFailure) {
    try checkLength(of: bytes)
    switch reader.source {
    case .profile(let transaction): try transaction.rewrite(at: sequence, with: bytes)
    case .memory(let store): try store.rewrite(at: sequence, with: bytes)
    }
  }

  /// Puts other bytes in the place of a record; see ``rewrite(at:with:)-(_,RawSpan)``.
  public func rewrite(at sequence: UInt64, with bytes: [UInt8]) throws(LogFailure) {
    try rewrite(at: sequence, with: unsafe bytes.span.bytes)
  }

  /// Sets a metadata key of 1 to 511 bytes, or removes it with `nil`.
  ///
  /// The keys `format`, `profile`, `device` and `superseded` are the log's own and may only be
  /// read.
  public func setMetadata(_ key: String, _ bytes: [UInt8]?) throws(LogFailure) {
    checkKey(key.utf8.count)
    precondition(!Metadata.reserved.contains(key), "This key is the log's own.")
    try setReservedMetadata(key, bytes)
  }

  func setReservedMetadata(_ key: String, _ bytes: [UInt8]?) throws(LogFailure) {
    switch reader.source {
    case .profile(let transaction): try transaction.put(key, bytes)
    case .memory(let store): store.setMetadata(key, bytes)
    }
  }

  /// Puts a checkpoint under a key of 1 to 511 bytes, or removes it with `nil`.
  ///
  /// Checkpoints are derived from the records and may be removed at any time. A log in memory keeps
  /// none.
  public func setCheckpoint(_ key: [UInt8], _ bytes: [UInt8]?) throws(LogFailure) {
    checkKey(key.count)
    if let bytes { try checkMaximum(bytes.count) }
    guard case .profile(let transaction) = reader.source else { return }
    try transaction.setCheckpoint(key, bytes)
  }

  /// Removes the checkpoints that readers have rejected, and counts them.
  package func removeRejectedCheckpoints() throws(LogFailure) -> Int {
    guard case .profile(let transaction) = reader.source else { return 0 }
    let keys = transaction.environment.takeRejectedCheckpoints()
    for key in keys { try transaction.setCheckpoint(key, nil) }
    return keys.count
  }

  /// Removes every checkpoint.
  public func removeCheckpoints() throws(LogFailure) {
    guard case .profile(let transaction) = reader.source else { return }
    try transaction.removeCheckpoints()
  }

  /// Puts a blob under its hash of 1 to 511 bytes, in the place of one that is there.
  ///
  /// At most ``EventLog/maximumRecordBytes``; an empty blob is allowed.
  public func putBlob(_ hash: [UInt8], _ bytes: [UInt8]) throws(LogFailure) {
    try checkMaximum(bytes.count)
    try setBlob(hash, bytes)
  }

  /// Removes a blob; one that is not there is not an error.
  public func removeBlob(_ hash: [UInt8]) throws(LogFailure) {
    try setBlob(hash, nil)
  }

  private func setBlob(_ hash: [UInt8], _ bytes: [UInt8]?) throws(LogFailure) {
    checkKey(hash.count)
    switch reader.source {
    case .profile(let transaction): try transaction.putBlob(hash, bytes)
    case .memory(let store): store.blobs[hash] = bytes
    }
  }

  private func checkLength(of bytes: RawSpan) throws(LogFailure) {
    precondition(!bytes.isEmpty, "A record has at least one byte.")
    try checkMaximum(bytes.byteCount)
  }

  private func checkMaximum(_ byteCount: Int) throws(LogFailure) {
    guard byteCount > EventLog.maximumRecordBytes else { return }
    let path: String? =
      if case .profile(let transaction) = reader.source {
        FileSystem.parent(of: transaction.environment.directory)
      } else { nil }
    throw LogFailure(.recordTooLarge, operation: "write", path: path)
  }
}
