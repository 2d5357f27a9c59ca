// The overloads differ only in the error, so a call can never mean the wrong one.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension EventLog {
  /// Reads one state of the log, which stays the same however much is written meanwhile.
  ///
  /// Keep the closure short. While it runs, LMDB cannot reuse the pages of its state, so the file
  /// grows with everything that others write; and a write of this process that needs a larger map
  /// waits for it.
  ///
  /// - Parameter body: Reads. A closure of more than one line needs its type written out, `{
  ///   (reader) throws(LogFailure) in … }`; without it the untyped overload is chosen.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``LogFailure/Reason/overwritten`` when the log could not be
  ///   locked and was written meanwhile, so that what `body` saw may be wrong; others when the
  ///   profile cannot be read.
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

  /// Writes one batch, which is on disk as a whole when this returns, or not at all.
  ///
  /// The batch is committed when `body` returns and dropped when it throws. A batch that writes
  /// nothing costs no sync, so a command is refused by returning a value before anything is
  /// written.
  ///
  /// - Parameter body: Reads and writes. **It may run more than once**, each time on the newest
  ///   state: after the map had to grow, after an interrupted sync, or after another process
  ///   compacted the log. So it must leave no traces outside the transaction. When it throws, the
  ///   batch ends; only when the map was full does it run again all the same.
  /// - Returns: What the last run of `body` returned.
  /// - Throws: What `body` throws. ``LogFailure/Reason/readOnly`` when the log may only be read,
  ///   ``LogFailure/Reason/moved``, ``LogFailure/Reason/removed`` or
  ///   ``LogFailure/Reason/replaced`` when its path leads elsewhere by now, and
  ///   ``LogFailure/Reason/noSpace``. Nothing was changed unless the reason is
  ///   ``LogFailure/Reason/outcomeUnknown``; after that, read ``Reader/newest()`` before you
  ///   repeat the batch.
  @inlinable
  public func write<Value>(
    _ body: (borrowing Writer) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try writeResult(body).get()
  }

  /// Writes one batch like the typed overload, and drops it with any error that `body` throws.
  ///
  /// - Throws: The error of `body`, and ``LogFailure``.
  @inlinable
  public func write<Value>(_ body: (borrowing Writer) throws -> Value) throws -> Value {
    try writeResult(body).get()
  }

  // The generic calls are inlined into the caller's module and specialised there; the calls below
  // them exist once. After each sync this code is no longer in the processor's cache, so its
  // length counts.

  /// Reads one state of the log, and returns what `body` returned or threw.
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

  /// Writes one batch, and returns what `body` returned or threw; an error drops the batch.
  ///
  /// - Throws: Only the log's own failures. An error of `body` is in the result.
  @inlinable
  package func writeResult<Value, Failure: Error>(
    _ body: (borrowing Writer) throws(Failure) -> Value
  ) throws(LogFailure) -> Result<Value, Failure> {
    var result: Result<Value, Failure>?
    try writing { writer in
      do throws(Failure) {
        result = .success(try body(writer))
        return true
      } catch {
        result = .failure(error)
        return false
      }
    }
    guard let result else { preconditionFailure("A transaction runs its body.") }
    return result
  }

  /// Runs a read transaction where the records are.
  @usableFromInline
  func reading(_ body: (borrowing Reader) -> Void) throws(LogFailure) {
    switch store {
    case .profile(let store): try store.read(body)
    case .awaited(let awaited): try awaited.read(body)
    case .memory(let store): store.read(body)
    }
  }

  /// Runs a write transaction where the records are.
  ///
  /// - Parameter body: Returns whether the batch is committed.
  @usableFromInline
  func writing(_ body: (borrowing Writer) -> Bool) throws(LogFailure) {
    switch store {
    case .profile(let store): try store.write(body)
    case .awaited(let awaited): try awaited.write(body)
    case .memory(let store): store.write(body)
    }
  }
}
