extension EventLog {
  /// Reads one state of the log. The state does not change, even if writes are committed during the
  /// read.
  ///
  /// Keep the closure short. While it runs, LMDB cannot reuse the pages of its state, so the file
  /// grows with every write, and a write of this process that needs a larger map must wait.
  ///
  /// - Parameter body: Reads the log.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; ``LogError/Reason/overwritten`` if the log could not be locked
  ///   and was written to during the read, so that `body` may have read inconsistent data; other
  ///   failures if the profile cannot be read.
  @inlinable
  public func read<Value>(_ body: (borrowing Reader) throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    try reading { reader in result = Result { try body(reader) } }
    guard let result else { preconditionFailure("A transaction runs its body.") }
    return try result.get()
  }

  /// Writes one batch. When this function returns, the batch is on disk completely or not at all.
  ///
  /// The batch is committed if `body` returns, and dropped if `body` throws. A batch that writes
  /// nothing requires no sync. Therefore, to reject a command, return a value before writing
  /// anything.
  ///
  /// - Parameters:
  ///   - commits: Whether to commit the batch. Pass false for a dry run, in which `body` runs
  ///     completely and the batch is dropped.
  ///   - body: Reads and writes. **It may run more than once**, each time on the newest state:
  ///     after the map had to grow, after an interrupted sync, or after another process compacted
  ///     the log. Therefore it must have no effects outside the transaction. If `body` throws, the
  ///     batch is dropped, unless the map was full, in which case `body` runs again.
  /// - Returns: The result of the last run of `body`.
  /// - Throws: The error of `body`; ``LogError/Reason/readOnly`` if the log is read-only;
  ///   ``LogError/Reason/moved``, ``LogError/Reason/removed`` or ``LogError/Reason/replaced``
  ///   if its path no longer leads to the log; ``LogError/Reason/noSpace``. Nothing was changed
  ///   unless the reason is ``LogError/Reason/outcomeUnknown``. In that case, read
  ///   ``Reader/newest()`` before repeating the batch.
  @inlinable
  public func write<Value>(
    commits: Bool = true, _ body: (borrowing Writer) throws -> Value
  ) throws -> Value {
    var result: Result<Value, any Error>?
    try writing { writer in
      do {
        result = .success(try body(writer))
        return commits
      } catch {
        result = .failure(error)
        return false
      }
    }
    guard let result else { preconditionFailure("A transaction runs its body.") }
    return try result.get()
  }

  // The generic functions are inlined into the caller's module and specialized there. The functions
  // that they call exist only once. After each sync, this code is no longer in the processor's
  // cache, so its length matters.

  /// Runs a read transaction in the place where the log is stored.
  @usableFromInline
  func reading(_ body: (borrowing Reader) -> Void) throws {
    switch store {
    case .profile(let store): try store.read(body)
    case .awaited(let awaited): try awaited.read(body)
    case .storage(let records): try records.read(body)
    }
  }

  /// Runs a write transaction in the place where the log is stored.
  ///
  /// - Parameter body: Returns whether to commit the batch.
  @usableFromInline
  func writing(_ body: (borrowing Writer) -> Bool) throws {
    switch store {
    case .profile(let store): try store.write(body)
    case .awaited(let awaited): try awaited.write(body)
    case .storage(let records): try records.write(body)
    }
  }
}
