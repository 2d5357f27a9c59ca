public import BrowserModel
internal import EventCoding
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

  /// Visits the events of the durable or the private log, with their words.
  ///
  /// - Parameters:
  ///   - first: Nil: the first there is.
  ///   - last: Nil: the newest.
  ///   - body: Gets each event and a way to its words, valid only until it returns, and says whether
  ///     to go on. Records that cannot be read are passed over.
  /// - Complexity: O(events visited).
  public func visitLog(
    isPrivate: Bool, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = false, _ body: (Event, (Text) -> String) -> Bool
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

  private static func lend(
    _ sequence: EventID, _ bytes: RawSpan, _ body: (Event, (Text) -> String) -> Bool
  ) -> Bool {
    bytes.withUnsafeBytes { bytes in
      do throws(EventDecoder.Damage) {
        let event = try EventDecoder.decode(bytes, sequence: sequence)
        return body(event) { EventDecoder.string($0, in: bytes) }
      } catch {
        return true
      }
    }
  }

  /// The largest picture that is kept, in bytes.
  public static let largestPictureBytes = 4 << 20

  /// Keeps a picture of what a tab shows. In a private tab it stays in memory, as a name alone.
  ///
  /// The same picture is stored once, under the hash of its bytes, together with the event. One of
  /// more than ``largestPictureBytes`` is refused.
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
}
