public import BrowserModel
internal import EventCoding
public import EventLog
internal import Timeline

/// Reading the log, for selectors and for folds.
extension Store {
  /// Passes the words of both logs to a closure, for selectors on the store's states.
  ///
  /// Keep it short: it is a read transaction of the log.
  ///
  /// - Parameter body: Receives a text source that is valid only until it returns.
  /// - Returns: What `body` returns.
  /// - Throws: `LogFailure` when the log cannot be read.
  public func read<Value>(_ body: (LogText) -> Value) throws(LogFailure) -> Value {
    try lendingReader { (reader) throws(LogFailure) in
      words.lend(reader, body)
    }
  }

  /// Passes the words of both logs to a closure, for selectors on other states than the store's
  /// own: those of moments and of other branches.
  ///
  /// The text source of ``read(_:)`` remembers which host names a site of the store's state, and
  /// other states may differ in that.
  public func readApart<Value>(_ body: (LogText) -> Value) throws(LogFailure) -> Value {
    try lendingReader { (reader) throws(LogFailure) in
      LogText(privateLog).lend(reader, body)
    }
  }

  /// Runs a read transaction on the newest state, with the timeline caught up to it.
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

  /// Reads the log while a caller's closure runs, which may call the store. Inside of another
  /// transaction that one is used.
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

  /// Reads the log for a fold of much or all of it, with a second thread that decodes.
  func readAhead<Value>(
    _ body: (borrowing ReadAhead) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try log.read { (reader) throws(LogFailure) in try ReadAhead.lend(reader, body) }
  }

  /// Visits the events of the durable or the private log, with their words.
  ///
  /// It visits all branches, and what is undone. Records that cannot be read are skipped.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether the private log is visited.
  ///   - first: The oldest event to visit; nil for the first of the log.
  ///   - last: The newest event to visit; nil for the newest of the log.
  ///   - backwards: Whether to begin with the newest.
  ///   - body: Receives each event and a function that returns the words of its texts, valid only
  ///     until it returns. It returns whether to go on.
  /// - Throws: `LogFailure` when the log cannot be read.
  /// - Complexity: O(events visited).
  public func visitLog(
    isPrivate: Bool, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = false, _ body: (Event, EventWords) -> Bool
  ) throws(LogFailure) {
    if isPrivate {
      privateLog.events.visitStored(from: first, through: last, backwards: backwards) {
        Self.lend($0, $1, body)
      }
      return
    }
    try lendingReader { (reader) throws(LogFailure) in
      let low = UInt64((first?.rawValue ?? 1).magnitude)
      let high = last.map { UInt64($0.rawValue.magnitude) } ?? .max
      guard low <= high else { return }
      try reader.scan(from: low, through: high, backwards: backwards) {
        (number, bytes) throws(LogFailure) in
        Self.lend(EventID(Int32(truncatingIfNeeded: number)), bytes, body)
      }
    }
  }

  /// Decodes a record and passes it on; returns whether to go on.
  private static func lend(
    _ sequence: EventID, _ bytes: RawSpan, _ body: (Event, EventWords) -> Bool
  ) -> Bool {
    do throws(EventDecoder.Damage) {
      return body(try EventDecoder.decode(bytes, sequence: sequence), EventWords(bytes))
    } catch {
      return true
    }
  }

  /// The most bytes that a picture may have: 4 MiB.
  public static let largestPictureBytes = 4 << 20

  /// Stores a picture of what a tab shows, and appends the event that says so.
  ///
  /// The same picture is stored once, under a hash of its bytes. For a private tab only the event
  /// with the hash stays, in memory.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - bytes: The picture, in any format; it is not looked into.
  ///   - origin: Who reports it, normally the engine.
  /// - Returns: The event that was written.
  /// - Throws: ``StoreFailure/refused(_:)`` when the picture is larger than
  ///   ``largestPictureBytes``, or the tab is not open.
  @discardableResult
  public func reportPicture(
    _ tab: EventID, _ bytes: [UInt8], by origin: Origin = Origin(.engine)
  ) throws(StoreFailure) -> Commit {
    guard bytes.count <= Self.largestPictureBytes else {
      throw .refused(Refusal(.tooLong, "That picture is too large: at most 4 MiB can be kept."))
    }
    let hash = ContentHash.of(bytes)
    return try perform(.reportPicture(tab, blob: hash.digits), by: origin) {
      (writer) throws(LogFailure) in try writer.putBlob(hash.bytes, bytes)
    }
  }

  /// Whether a bookmark has an address at present, as UTF-8 compares.
  ///
  /// - Throws: `LogFailure` when the log cannot be read.
  /// - Complexity: O(bookmarks) the first two times, then O(events since).
  public func isBookmarked(_ url: String) throws(LogFailure) -> Bool {
    completeLibrary()
    return try lendingReader { (reader) throws(LogFailure) in
      try words.isBookmarked(url, in: timeline.browser, reader)
    }
  }
}
