// The overloads differ only in the error, so a call can never mean the wrong one.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension EventLog {
  /// Reads one state of the log, which does not change even if others write meanwhile.
  ///
  /// Keep the closure short. While it runs, LMDB cannot reuse the pages of its state, so the file
  /// grows with everything that others write, and a write of this process that needs a larger map
  /// must wait.
  ///
  /// - Parameter body: Reads the log. If the closure has more than one line, write out its type,
  ///   `{ (reader) throws(LogFailure) in … }`. Otherwise, the untyped overload is chosen.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; ``LogFailure/Reason/overwritten`` if the log could not be
  ///   locked and was written meanwhile, so that `body` may have read inconsistent data; other
  ///   failures if the profile cannot be read.
  @inlinable
  public func read<Value>(
    _ body: (borrowing Reader) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try readResult(body).get()
  }

  /// Reads one state of the log like the typed overload.
  ///
  /// - Throws: Any error of `body`, and ``LogFailure``.
  @inlinable
  public func read<Value>(_ body: (borrowing Reader) throws -> Value) throws -> Value {
    try readResult(body).get()
  }

  /// Writes one batch. When this returns, it is on disk completely or not at all.
  ///
  /// The batch is committed if `body` returns and dropped if it throws. A batch that writes nothing
  /// requires no sync, so a command can be refused by returning a value before anything is written.
  ///
  /// - Parameter body: Reads and writes. **It may run more than once**, each time on the newest
  ///   state: after the map had to grow, after an interrupted sync, or after another process
  ///   compacted the log. Therefore it must have no effects outside the transaction. If it throws,
  ///   the batch ends, unless the map was full, in which case it runs again.
  /// - Returns: The result of the last run of `body`.
  /// - Throws: The error of `body`; ``LogFailure/Reason/readOnly`` if the log is read-only;
  ///   ``LogFailure/Reason/moved``, ``LogFailure/Reason/removed`` or ``LogFailure/Reason/replaced``
  ///   if its path no longer leads to the log; ``LogFailure/Reason/noSpace``. Nothing was changed
  ///   unless the reason is ``LogFailure/Reason/outcomeUnknown``. In that case, read
  ///   ``Reader/newest()`` before repeating the batch.
  @inlinable
  public func write<Value>(
    _ body: (borrowing Writer) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try writeResult(body).get()
  }

  /// Writes one batch like the typed overload, and drops it if `body` throws any error.
  ///
  /// - Parameters:
  ///   - commits: Whether the batch is committed. False is for a dry run: `body` runs in full, and
  ///     the batch is dropped.
  ///   - body: Writes the batch.
  /// - Throws: The error of `body`, and ``LogFailure``.
  @inlinable
  public func write<Value>(
    commits: Bool = true, _ body: (borrowing Writer) throws -> Value
  ) throws -> Value {
    try writeResult(commits: commits, body).get()
  }

  // The generic calls are inlined into the caller's module and specialised there. The functions
  // that they call exist only once. After each sync this code is no longer in the processor's
  // cache, so its length matters.

  /// Reads one state of the log, and returns the result or error of `body`.
  ///
  /// - Throws: Only the log's own failures. An error of `body` is in the result.
  @inlinable
  package func readResult<Value, Failure: Error>(
    _ body: (borrowing Reader) throws(Failure) -> Value
  ) throws(LogFailure) -> Result<Value, Failure> {
    var result: Result<Value, Failure>?
    try reading { reader in
      do throws(Failure) { result = .success(try body(reader)) } catch { result = .failure(error) }
    }
    guard let result else { preconditionFailure("A transaction runs its body.") }
    return result
  }

  /// Writes one batch, and returns the result or error of `body`. An error drops the batch.
  ///
  /// - Throws: Only the log's own failures. An error of `body` is in the result.
  @inlinable
  package func writeResult<Value, Failure: Error>(
    commits: Bool = true, _ body: (borrowing Writer) throws(Failure) -> Value
  ) throws(LogFailure) -> Result<Value, Failure> {
    var result: Result<Value, Failure>?
    try writing { writer in
      do throws(Failure) {
        result = .success(try body(writer))
        return commits
      } catch {
        result = .failure(error)
        return false
      }
    }
    guard let result else { preconditionFailure("A transaction runs its body.") }
    return result
  }

  /// Runs a read transaction on disk or in memory.
  @usableFromInline
  func reading(_ body: (borrowing Reader) -> Void) throws(LogFailure) {
    switch store {
    case .profile(let store): try store.read(body)
    case .awaited(let awaited): try awaited.read(body)
    case .memory(let store): store.read(body)
    }
  }

  /// Runs a write transaction on disk or in memory.
  ///
  /// - Parameter body: Returns whether to commit the batch.
  @usableFromInline
  func writing(_ body: (borrowing Writer) -> Bool) throws(LogFailure) {
    switch store {
    case .profile(let store): try store.write(body)
    case .awaited(let awaited): try awaited.write(body)
    case .memory(let store): store.write(body)
    }
  }
}
