// The overloads differ only in the error, so a call can never mean the wrong one.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension EventLog {
  /// Reads one state of the log, whatever is written meanwhile.
  ///
  /// Keep it short: while it runs, the file grows with everything that others write, and no
  /// writer of this process can enlarge the map.
  ///
  /// - Parameter body: Reads. A closure of more than one line needs its type,
  ///   `{ (reader) throws(LogFailure) in … }`; without it the untyped overload is taken.
  /// - Returns: What `body` returns.
  @inlinable
  public func read<Value>(
    _ body: (borrowing Reader) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try readResult(body).get()
  }

  /// Reads one state of the log, and passes on any error of `body`.
  ///
  /// Throws ``LogFailure`` itself.
  @inlinable
  public func read<Value>(_ body: (borrowing Reader) throws -> Value) throws -> Value {
    try readResult(body).get()
  }

  /// Writes one batch, which is on disk whole when this returns, or not there at all.
  ///
  /// Commits when `body` returns, and aborts when it throws. A body that puts nothing costs no
  /// sync, so a command is refused by returning a value before anything is put.
  ///
  /// - Parameter body: Reads and writes. **It may run more than once**, each time on the newest
  ///   state: after the map had to grow, after an interrupted sync, or after another process
  ///   compacted the log. So it must not leave traces outside the transaction. What it throws ends
  ///   the batch, unless the map was full.
  /// - Returns: What the last run of `body` returned.
  /// - Throws: Unless the reason is ``LogFailure/Reason/outcomeUnknown``, nothing was changed.
  ///   After that reason, look at ``Reader/newest()`` before repeating anything.
  @inlinable
  public func write<Value>(
    _ body: (borrowing Writer) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try writeResult(body).get()
  }

  /// Writes one batch like the typed overload, and aborts with any error that `body` throws.
  ///
  /// Throws ``LogFailure`` itself.
  @inlinable
  public func write<Value>(_ body: (borrowing Writer) throws -> Value) throws -> Value {
    try writeResult(body).get()
  }

  // What is generic stands in the caller's module, where it is compiled for the caller's types; all
  // below it has one form. After each sync this code is cold, and its length counts.

  /// Reads one state of the log; what `body` throws comes back as the result.
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

  /// Writes one batch; what `body` throws aborts it, and comes back as the result.
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

  @usableFromInline
  func reading(_ body: (borrowing Reader) -> Void) throws(LogFailure) {
    switch store {
    case .profile(let store): try store.read(body)
    case .awaited(let awaited): try awaited.read(body)
    case .memory(let store): store.read(body)
    }
  }

  /// - Parameter body: Tells whether the batch is to be kept.
  @usableFromInline
  func writing(_ body: (borrowing Writer) -> Bool) throws(LogFailure) {
    switch store {
    case .profile(let store): try store.write(body)
    case .awaited(let awaited): try awaited.write(body)
    case .memory(let store): store.write(body)
    }
  }
}
