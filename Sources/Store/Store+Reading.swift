public import EventLog
internal import Timeline

/// Reading the log, for selectors and for folds.
extension Store {
  /// Lends the words of both logs, for selectors. Keep it short: see ``EventLog/read(_:)``.
  public func read<Value>(_ body: (LogText) -> Value) throws(LogFailure) -> Value {
    try lendingReader { (reader) throws(LogFailure) in
      words.lend(reader, body)
    }
  }

  /// The same for states that are not the store's own, those of other moments and lines: their sites
  /// may have other names.
  public func readApart<Value>(_ body: (LogText) -> Value) throws(LogFailure) -> Value {
    try lendingReader { (reader) throws(LogFailure) in
      LogText(privateLog).lend(reader, body)
    }
  }

  /// Reads the newest state of the log.
  func reading<Value>(
    _ body: (borrowing Reader) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try failing { () throws(LogFailure) in
      try log.readResult { (reader) throws(StoreFailure) in
        try failing { () throws(LogFailure) in try catchUp(reader) }
        return try body(reader)
      }
    }.get()
  }

  /// Reads the log, and runs somebody else's code meanwhile, which may look at ``browser``. Inside of
  /// another transaction that is the one that is read.
  func lendingReader<Value>(
    _ body: (borrowing Reader) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    if let lentReader { return try body(lentReader.pointee) }
    return try log.read { (reader) throws(LogFailure) in
      try withUnsafePointer(to: reader) { pointer throws(LogFailure) in
        lentReader = pointer
        defer { lentReader = nil }
        return try body(pointer.pointee)
      }
    }
  }

  /// Reads the log for a fold of much, or all, of it.
  func readAhead<Value>(
    _ body: (borrowing ReadAhead) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try log.read { (reader) throws(LogFailure) in try ReadAhead.lend(reader, body) }
  }
}
