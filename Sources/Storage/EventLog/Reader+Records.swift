import EventCoding

extension Reader {
  /// Lends the bytes of one record.
  ///
  /// - Parameters:
  ///   - sequence: The record's number; one that the log does not have is not an error.
  ///   - body: Gets the bytes, which are valid only until it returns.
  /// - Returns: What `body` returns, or `nil` when there is no such record.
  /// - Complexity: O(log n).
  public func withRecord<Value>(
    at sequence: UInt64, _ body: (RawSpan) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value? {
    try recordResult(at: sequence, body)?.get()
  }

  /// Lends the bytes of one record, and tells whether there is one: the quickest way to a few bytes.
  public func visitRecord(
    at sequence: UInt64, _ body: (RawSpan) -> Void
  ) throws(LogFailure) -> Bool {
    switch source {
    case .profile(let transaction): try transaction.withRecord(at: sequence, body) != nil
    case .memory(let store): store.log.withRecord(at: sequence, body) != nil
    }
  }

  /// Lends the bytes of one record, and passes on any error of `body`.
  public func withRecord<Value>(
    at sequence: UInt64, _ body: (RawSpan) throws -> Value
  ) throws -> Value? {
    try recordResult(at: sequence, body)?.get()
  }

  /// Visits records in order, each once, also where the file is damaged.
  ///
  /// - Parameters:
  ///   - first: The lowest sequence to visit.
  ///   - last: The highest sequence to visit; one below `first` visits nothing.
  ///   - backwards: Whether to begin with the highest.
  ///   - missing: Gets, in its turn, the number of each record that should be there and is not: that
  ///     part of the file is damaged.
  ///   - body: Gets each sequence and its bytes, which are valid only until it returns, and says
  ///     whether to go on. Nothing is allocated for a record.
  /// - Complexity: O(log n + records visited).
  public func scan(
    from first: UInt64 = 1, through last: UInt64 = .max, backwards: Bool = false,
    missing: (UInt64) -> Void = { _ in },
    _ body: (UInt64, RawSpan) throws(LogFailure) -> Bool
  ) throws(LogFailure) {
    if let failure = try scanFailure(first, last, backwards, missing, body) { throw failure }
  }

  /// Visits records in order, and passes on any error of `body`.
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
    case .profile(let transaction): try transaction.withRecord(at: sequence, body)
    case .memory(let store): store.withRecord(at: sequence, body)
    }
  }

  private func scanFailure<Failure: Error>(
    _ first: UInt64, _ last: UInt64, _ backwards: Bool, _ missing: (UInt64) -> Void,
    _ body: (UInt64, RawSpan) throws(Failure) -> Bool
  ) throws(LogFailure) -> Failure? {
    switch source {
    case .profile(let transaction):
      try transaction.scan(
        from: first, through: last, backwards: backwards,
        missing: { (sequence) throws(Failure) in missing(sequence) }, body)
    case .memory(let store):
      store.scan(from: first, through: last, backwards: backwards, body)
    }
  }
}
