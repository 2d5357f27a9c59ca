import EventCoding

extension Reader {
  /// Calls a closure with the bytes of one record.
  ///
  /// - Parameters:
  ///   - sequence: The record's number. A missing record is not an error.
  ///   - body: Receives the bytes, which are valid until it returns.
  /// - Returns: The result of `body`, or nil if there is no such record.
  /// - Throws: The error of `body`, and ``LogError`` if the device fails or the tree is damaged.
  /// - Complexity: O(log n).
  public func withRecord<Value>(
    at sequence: UInt64, _ body: (RawSpan) throws -> Value
  ) throws -> Value? {
    switch source {
    case .profile(let transaction):
      if let result = try transaction.withRecord(at: sequence, body) { return result }
    case .storage(let transaction):
      if let result = try transaction.withRecord(at: sequence, body) { return result }
    }
    try noteMissing(sequence)
    return nil
  }

  /// Calls a closure with the bytes of one record. The closure neither throws nor returns a value,
  /// which makes this the fastest way to read a few bytes of many records.
  ///
  /// - Returns: Whether the record exists.
  /// - Complexity: O(log n).
  public func visitRecord(
    at sequence: UInt64, _ body: (RawSpan) -> Void
  ) throws -> Bool {
    switch source {
    case .profile(let transaction):
      if try transaction.withRecord(at: sequence, body) != nil { return true }
    case .storage(let transaction):
      if try transaction.withRecord(at: sequence, body) != nil { return true }
    }
    try noteMissing(sequence)
    return false
  }

  /// Visits each record once, in the order of the numbers, even in a damaged file.
  ///
  /// - Parameters:
  ///   - first: The smallest number to visit. 0 means 1.
  ///   - last: The greatest number to visit. A number beyond the newest record means the newest
  ///     record. If `last` is less than `first`, nothing is visited.
  ///   - backwards: Whether to visit the records from the greatest number to the smallest.
  ///   - missing: Receives, in order, the number of each record that should exist but is missing
  ///     because that part of the file is damaged.
  ///   - body: Receives each number and the record's bytes, which are valid until it returns, and
  ///     returns whether to continue. No memory is allocated for a record.
  /// - Throws: The error of `body`, and ``LogError`` if the device fails or the tree is damaged.
  /// - Complexity: O(log n + records visited).
  public func scan(
    from first: UInt64 = 1, through last: UInt64 = .max, backwards: Bool = false,
    missing: (UInt64) -> Void = { _ in },
    _ body: (UInt64, RawSpan) throws -> Bool
  ) throws {
    let findings = findings
    let noteMissing = { (sequence: UInt64) in
      findings.noteDamaged(sequence)
      missing(sequence)
    }
    switch source {
    case .profile(let transaction):
      try transaction.scan(
        from: first, through: last, backwards: backwards, missing: noteMissing, body)
    case .storage(let transaction):
      try transaction.scan(
        from: first, through: last, backwards: backwards, missing: noteMissing, body)
    }
  }

  /// Adds a missing record to the damaged records, if the log should contain the record. Numbers
  /// have no gaps, so the log should contain every record up to the newest.
  private func noteMissing(_ sequence: UInt64) throws {
    guard sequence > 0, sequence <= (try newest()) else { return }
    noteDamaged(sequence)
  }
}
