import EventCoding

extension Reader {
  /// Passes the bytes of one record to a closure.
  ///
  /// - Parameters:
  ///   - sequence: The record's number. One that the log does not have is not an error.
  ///   - body: Receives the bytes, valid only until it returns.
  /// - Returns: What `body` returns, or nil if there is no such record.
  /// - Throws: What `body` throws, and ``LogFailure`` when the device or the tree fails.
  /// - Complexity: O(log n).
  public func withRecord<Value>(
    at sequence: UInt64, _ body: (RawSpan) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value? {
    try recordResult(at: sequence, body)?.get()
  }

  /// Passes the bytes of one record to a closure that neither throws nor returns a value, which
  /// is the fastest way to read a few bytes of many records.
  ///
  /// - Returns: Whether there is such a record.
  /// - Complexity: O(log n).
  public func visitRecord(
    at sequence: UInt64, _ body: (RawSpan) -> Void
  ) throws(LogFailure) -> Bool {
    switch source {
    case .profile(let transaction):
      if try transaction.withRecord(at: sequence, body) != nil { return true }
      try noteMissing(sequence)
      return false
    case .memory(let store): return store.log.withRecord(at: sequence, body) != nil
    }
  }

  /// Passes the bytes of one record to a closure that may throw any error.
  ///
  /// - Throws: The error of `body`, and ``LogFailure``.
  public func withRecord<Value>(
    at sequence: UInt64, _ body: (RawSpan) throws -> Value
  ) throws -> Value? {
    try recordResult(at: sequence, body)?.get()
  }

  /// Visits records in the order of their numbers, each once, also in a damaged file.
  ///
  /// - Parameters:
  ///   - first: The lowest number to visit; 0 means 1.
  ///   - last: The highest number to visit. One beyond the newest record stands for the newest;
  ///     one below `first` visits nothing.
  ///   - backwards: Whether to go from the highest number to the lowest.
  ///   - missing: Receives, in its turn, the number of each record that should be there and is
  ///     not: that part of the file is damaged.
  ///   - body: Receives each number and the record's bytes, valid only until it returns, and
  ///     returns whether to continue. Nothing is allocated for a record.
  /// - Throws: What `body` throws, and ``LogFailure`` when the device or the tree fails.
  /// - Complexity: O(log n + records visited).
  public func scan(
    from first: UInt64 = 1, through last: UInt64 = .max, backwards: Bool = false,
    missing: (UInt64) -> Void = { _ in },
    _ body: (UInt64, RawSpan) throws(LogFailure) -> Bool
  ) throws(LogFailure) {
    if let failure = try scanFailure(first, last, backwards, missing, body) { throw failure }
  }

  /// Visits records in order, with a closure that may throw any error.
  ///
  /// - Throws: The error of `body`, and ``LogFailure``.
  public func scan(
    from first: UInt64 = 1, through last: UInt64 = .max, backwards: Bool = false,
    missing: (UInt64) -> Void = { _ in },
    _ body: (UInt64, RawSpan) throws -> Bool
  ) throws {
    if let failure = try scanFailure(first, last, backwards, missing, body) { throw failure }
  }

  private func recordResult<Value, Failure: Error>(
    at sequence: UInt64, _ body: (RawSpan) throws(Failure) -> Value
  ) throws(LogFailure) -> Result<Value, Failure>? {
    switch source {
    case .profile(let transaction):
      if let result = try transaction.withRecord(at: sequence, body) { return result }
      try noteMissing(sequence)
      return nil
    case .memory(let store): return store.withRecord(at: sequence, body)
    }
  }

  /// Notes that a record is missing, if the log should have it: numbers have no gaps.
  private func noteMissing(_ sequence: UInt64) throws(LogFailure) {
    guard sequence > 0, sequence <= (try newest()) else { return }
    noteDamaged(sequence)
  }

  private func scanFailure<Failure: Error>(
    _ first: UInt64, _ last: UInt64, _ backwards: Bool, _ missing: (UInt64) -> Void,
    _ body: (UInt64, RawSpan) throws(Failure) -> Bool
  ) throws(LogFailure) -> Failure? {
    switch source {
    case .profile(let transaction):
      try transaction.scan(
        from: first, through: last, backwards: backwards,
        missing: { (sequence) throws(Failure) in
          noteDamaged(sequence)
          missing(sequence)
        }, body)
    case .memory(let store):
      store.scan(from: first, through: last, backwards: backwards, body)
    }
  }
}
