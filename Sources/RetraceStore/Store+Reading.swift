public import BrowserModel
internal import RetraceEventLog
public import RetraceTimeline

/// Reading the log, for selectors and for folds.
extension Store {
  /// Calls a closure with the texts of both logs, for selectors on the store's states.
  ///
  /// Keep the closure short, because it runs in a read transaction of the log.
  ///
  /// - Parameter body: Receives a text source that is valid until the closure returns.
  /// - Returns: The result of `body`.
  /// - Throws: `LogError` if the log cannot be read.
  public func read<Value>(_ body: (LogText) -> Value) throws -> Value {
    try withReader { reader in
      words.withReader(reader, body)
    }
  }

  /// Calls a closure with the texts of both logs, for selectors on states of other moments or other
  /// branches.
  ///
  /// The text source of ``read(_:)`` caches which host belongs to which site of the store's state,
  /// which may be different in other states.
  public func readUncached<Value>(_ body: (LogText) -> Value) throws -> Value {
    try withReader { reader in
      LogText(privateLog).withReader(reader, body)
    }
  }

  /// Runs a read transaction on the newest state, after catching up the timeline to that state.
  func reading<Value>(
    _ body: (borrowing Reader) throws -> Value
  ) throws -> Value {
    try log.read { reader in
      try catchUp(reader)
      return try body(reader)
    }
  }

  /// Calls a caller's closure, which may call the store, in a read transaction. If a transaction is
  /// already open, that transaction is used.
  func withReader<Value>(
    _ body: (borrowing Reader) throws -> Value
  ) throws -> Value {
    if let borrowedReader { return try body(borrowedReader.reader) }
    return try log.read { reader in
      try BorrowedReader.withReader(reader) { pointer in
        borrowedReader = pointer
        defer { borrowedReader = nil }
        return try body(pointer.reader)
      }
    }
  }

  /// Reads the log for a long fold, with a second thread that decodes events.
  func readAhead<Value>(
    _ body: (borrowing ReadAhead) throws -> Value
  ) throws -> Value {
    try log.read { reader in try ReadAhead.withReader(reader, body) }
  }

  /// Visits the events of the durable or the private log, with their texts.
  ///
  /// All branches and undone events are included. Records that cannot be read are skipped.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether to visit the private log.
  ///   - first: The oldest event to visit, or nil for the first of the log.
  ///   - last: The newest event to visit, or nil for the newest of the log.
  ///   - backwards: Whether to begin with the newest.
  ///   - body: Receives each event and its texts, which are valid until it returns. Returns whether
  ///     to continue.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events visited).
  public func visitLog(
    isPrivate: Bool, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = false, _ body: (Event, EventWords) -> Bool
  ) throws {
    if isPrivate {
      let events = privateLog.events
      return events.visitEvents(
        from: first ?? EventID(-1), through: last ?? events.newestEvent(), backwards: backwards,
        damaged: { _ in }, { body(copy $0, $1) })
    }
    try withReader { reader in
      try reader.visitEvents(
        from: first ?? EventID(1), through: last ?? .last, backwards: backwards,
        damaged: { _ in }, { body(copy $0, $1) })
    }
  }

  /// Visits the events from which a state of either log is folded, with their texts.
  ///
  /// - Parameters:
  ///   - timeline: The state: ``timeline``, ``privateTimeline`` or a moment of one of these
  ///     timelines.
  ///   - first: The oldest event to visit, or nil for the first of the log.
  ///   - backwards: Whether to begin with the newest.
  ///   - body: A closure as in ``visitLog(isPrivate:from:through:backwards:_:)``.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events since `first`).
  public func visitFoldedEvents(
    of timeline: Timeline, from first: EventID? = nil, backwards: Bool = false,
    _ body: (Event, EventWords) -> Bool
  ) throws {
    if timeline.position.isPrivate {
      return timeline.visitFoldedEvents(privateLog.events, from: first, backwards: backwards) {
        body(copy $0, $1)
      }
    }
    try withReader { reader in
      try timeline.visitFoldedEvents(reader, from: first, backwards: backwards) {
        body(copy $0, $1)
      }
    }
  }

  /// Moves from the first event to a moment. After each event of its branch and of other devices,
  /// calls a closure with the timeline after that event. Batches that were already undone by then
  /// are excluded.
  ///
  /// - Parameters:
  ///   - timeline: The moment: ``timeline``, ``privateTimeline`` or an earlier moment of one of
  ///     these timelines.
  ///   - body: Receives each event, its texts and the timeline after it, which are valid until it
  ///     returns. Returns whether to continue.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: That of `Timeline.visitMoments(_:through:_:)`.
  public func visitMoments(
    upTo timeline: Timeline, _ body: (Event, EventWords, borrowing Timeline) -> Bool
  ) throws {
    var past = timeline.restarted
    let last = timeline.position
    if last.isPrivate {
      return past.visitMoments(privateLog.events, through: last) { body(copy $0, $1, $2) }
    }
    try withReader { reader in
      try past.visitMoments(reader, through: last) { body(copy $0, $1, $2) }
    }
  }

  /// The maximum size of a picture: 4 MiB.
  public static let largestPictureBytes = 4 << 20

  /// Stores a picture of the page that a tab shows, and appends the event that reports it.
  ///
  /// Equal pictures are stored only once, under a hash of their bytes. For a private tab, the
  /// picture is not stored, and the event with the hash stays in memory.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - bytes: The picture in any format. The bytes are not decoded.
  ///   - origin: The author of the report, normally the engine.
  ///   - precondition: The condition.
  /// - Returns: The written event.
  /// - Throws: `Refusal` if the picture is larger than ``largestPictureBytes``,
  ///   or the tab is not open.
  @discardableResult
  public func reportPicture(
    _ tab: TabID, _ bytes: [UInt8], by origin: Origin = Origin(.engine),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    guard bytes.count <= Self.largestPictureBytes else {
      throw Refusal(.tooLong, "The picture is too large. At most 4 MiB can be stored.")
    }
    let hash = ContentHash.of(bytes)
    return try perform(.reportPicture(tab, blob: hash.digits), by: origin, if: precondition) {
      (writer) throws in try writer.putBlob(hash.bytes, bytes)
    }
  }

  /// Whether a bookmark currently has an address, compared as UTF-8.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(bookmarks) the first two times, then O(events since the previous call).
  public func isBookmarked(_ url: String) throws -> Bool {
    let bookmarks = try readLibrary().bookmarks
    return try withReader { reader in
      try words.isBookmarked(url, in: bookmarks, at: timeline.position, reader)
    }
  }
}

/// The changes of the store, and the cursors of programs that follow the changes.
extension Store {
  /// Returns the batches that were written after an event, on the store's branch and on other
  /// branches, oldest first. If there are more than ``StoreChange/commitLimit``, only the newest
  /// are returned.
  func commits(
    after event: EventID
  ) throws -> (own: [CommitSummary], elsewhere: [CommitSummary]) {
    let first = event.exists ? event.advanced(by: 1) : EventID(1)
    var (own, elsewhere) = ([CommitSummary](), [CommitSummary]())
    try visitLog(isPrivate: false, from: first, backwards: true) { event, words in
      if timeline.lineage.contains(event) { return own.add(event, words) }
      if event.device == 0 { _ = elsewhere.add(event, words) }
      return true
    }
    return (own.reversed(), elsewhere.reversed())
  }

  /// Returns the position up to which a program has followed the log, or nil if no position is
  /// stored under the name. Also returns nil if the log is an older copy of the log that the
  /// program followed.
  ///
  /// - Parameter name: 1 to 100 bytes of UTF-8, such as the name of a program that maintains a
  ///   mirror.
  /// - Throws: `LogError` if the log cannot be read.
  public func cursor(named name: String) throws -> EventID? {
    let bytes = try withReader { reader in
      try reader.metadata(Self.cursorKey(name))
    }
    guard let bytes, let number = Int32(String(decoding: bytes, as: UTF8.self)),
      number <= timeline.position.rawValue
    else { return nil }
    return EventID(number)
  }

  /// Stores the position up to which a program has followed the log, so that it can continue from
  /// there after a restart.
  ///
  /// Call this when the changes are safely stored elsewhere. Unacknowledged changes are reported
  /// again.
  ///
  /// - Parameters:
  ///   - name: The name of the cursor, as in ``cursor(named:)``.
  ///   - event: The newest event that was followed, or nil to remove the name.
  /// - Throws: `Refusal` for a name that is empty or too long, and
  ///   `LogError`.
  /// - Complexity: One durable commit.
  public func acknowledge(_ name: String, through event: EventID?) throws {
    guard (1...100).contains(name.utf8.count) else {
      throw Refusal(.invalidValue, "A cursor name must be 1 to 100 bytes long.")
    }
    try log.write { writer in
      try writer.setMetadata(Self.cursorKey(name), event.map { Array("\($0.rawValue)".utf8) })
    }
  }

  // A key must not end with the marker of a checksum, but a name may.
  private static func cursorKey(_ name: String) -> String { "cursor:\(name):" }
}

extension [CommitSummary] {
  /// Adds an event to the batch that it belongs to. Events are added from the newest to the oldest.
  /// Returns false if the list is full.
  fileprivate mutating func add(_ event: Event, _ words: EventWords) -> Bool {
    func text(_ text: Text) -> String? { text.isPresent ? words(text) : nil }
    let isOfLast = last?.batch == event.batch
    if !isOfLast, count == StoreChange.commitLimit { return false }
    let newest = isOfLast ? removeLast().sequence : event.sequence
    append(
      CommitSummary(
        batch: event.batch, sequence: newest, actor: event.actor, agent: text(event.agent),
        run: event.batchRun, name: text(event.batchName), branch: event.branch))
    return true
  }
}
