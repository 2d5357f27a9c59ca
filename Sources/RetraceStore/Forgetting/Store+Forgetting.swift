internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// Permanently removing text from the past.
///
/// First, the parts to remove are stored as numbers. Then, one compaction removes the text, appends
/// the resulting events, and drops these numbers. Therefore, a request is never performed only in
/// part. After a crash, the request is completed when the profile is opened again.
extension Store {
  /// The metadata key of redactions that have yet to be performed (``Redactions``).
  static let forgettingKey = "forgetting"

  /// Returns the result that a forget request would have. Nothing is changed.
  ///
  /// - Parameters:
  ///   - request: The forget request.
  ///   - lines: Lines that the user typed, some of which may be about forgotten things.
  ///   - listing: Whether to collect ``ForgettingPreview/items``.
  ///   - progress: Receives the number of records read and the total number. Each record is read
  ///     twice.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(bytes of the log).
  public func previewOfForgetting(
    _ request: ForgettingRequest, lines: [TypedLine] = [], listing: Bool = false,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> ForgettingPreview {
    try log.read { reader in
      let state = try catchUpCompletely(reader)
      let found = try ForgettingFinder.find(
        request, reader, state.library.bookmarks, lines: lines, listing: listing,
        progress: progress)
      let facts = facts(found.redactions, state, reader)
      let remaining = RedactedWords.withReader(reader, found.redactions) { words in
        found.traces?.all(in: state, words) ?? []
      }
      return ForgettingPreview(
        counts: facts.counts(found.counts), items: found.items?.all ?? [],
        mentions: found.mentions.all, remaining: remaining, tabs: facts.tabs,
        lines: found.lines.found)
    }
  }

  /// Returns the events that result from redactions. In a log with events of a newer version,
  /// nothing results, because the state of the log is unknown.
  private func facts(
    _ redactions: Redactions, _ state: ProfileState, _ reader: borrowing Reader
  ) -> ForgettingFacts {
    RedactedWords.withReader(reader, redactions) { words in
      var facts = ForgettingFacts(redactions, state, words)
      // Nothing can be decided after an event of a newer version.
      if timeline.unknownCount == 0 { facts.addConsequences() }
      return facts
    }
  }

  /// Performs a forget request, which removes text from every file of the profile. A forget request
  /// cannot be undone.
  ///
  /// The events stay in the log without text, and their numbers do not change. Things that would be
  /// left without a name are removed from the state. The console is responsible for the lines of
  /// its history. The log is compacted even if nothing is found, because a killed process may have
  /// left text in unused parts of the file.
  ///
  /// - Parameters:
  ///   - request: The forget request.
  ///   - origin: The author of the request.
  ///   - progress: Receives the number of records read or copied, and the total number: the log is
  ///     searched twice, in two passes each, and copied once.
  /// - Returns: The result.
  /// - Throws: `LogError`. Nothing was forgotten in this case. If the reason is `putOff`, the
  ///   request is performed when the profile is opened again.
  /// - Complexity: O(bytes of the log), which is copied.
  @discardableResult
  public func forget(
    _ request: ForgettingRequest, by origin: Origin = Origin(),
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Forgetting {
    var own = Redactions()
    let isStored = try store(request, own: &own) { progress($0, $1 / 2 * Self.passesOfForgetting) }
    guard isStored else { return try forgetUnusedPages(progress) }
    let forgetting: Forgetting?
    do {
      forgetting = try forgetStored(request, by: origin, progress)
    } catch let error as LogError {
      throw removeStored(of: own) ? error : error.putOff
    }
    if let forgetting { return forgetting }
    // Another process has performed the request, and may not have removed the replaced log.
    return try forgetUnusedPages(progress)
  }

  /// Copies the log although no event is covered, because a process that was killed during a write
  /// may have left text in unused pages.
  private func forgetUnusedPages(
    _ progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> Forgetting {
    var forgetting = nothingForgotten
    forgetting.leftovers = try log.compact(progress: progress).leftovers
    return forgetting
  }

  /// Forgets a scope, like ``forget(_:by:progress:)`` with a request that has only the scope.
  ///
  /// - Parameters:
  ///   - scope: The scope to forget.
  ///   - origin: The author of the request.
  ///   - progress: Receives the number of records read or copied, and the total number.
  @discardableResult
  public func forget(
    _ scope: ForgettingScope, by origin: Origin = Origin(),
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Forgetting {
    try forget(ForgettingRequest(scope), by: origin, progress: progress)
  }

  /// Returns the result that forgetting a scope would have, without a list of texts.
  public func previewOfForgetting(
    _ scope: ForgettingScope
  ) throws -> ForgettingPreview {
    try previewOfForgetting(ForgettingRequest(scope))
  }

  /// Completes a forget request during which a process was killed. Does nothing if there is no such
  /// request.
  func resumeForgetting() throws {
    guard !log.isReadOnly else { return }
    let (isStored, isDamaged) = try log.read { reader in
      (
        try reader.metadata(Self.forgettingKey) != nil,
        try reader.isDamaged(metadata: Self.forgettingKey)
      )
    }
    if isStored { _ = try forgetStored(nil, by: Origin(.policy)) { _, _ in } }
    // Damaged numbers could refer to other events, which would lose their text.
    if isDamaged {
      try writeUnchecked { writer in
        try writer.setMetadata(Self.forgettingKey, nil)
      }
      hasDroppedForgetting = true
    }
  }

  /// Folds new events, and returns the complete state.
  private func catchUpCompletely(_ reader: borrowing Reader) throws -> ProfileState {
    try catchUp(reader)
    return try timeline.readState(reader)
  }

  /// The result of a forget request if there was nothing to forget.
  private var nothingForgotten: Forgetting {
    Forgetting(counts: ForgettingCounts(), performed: .nothing)
  }

  /// The number of passes over the log: two searches with two passes each, and a copy.
  private static let passesOfForgetting = 5

  // MARK: The stored numbers

  /// Stores the parts of the log to remove.
  ///
  /// - Parameter own: Receives the parts that this process stored and no other process had stored
  ///   before.
  /// - Returns: Whether there are any parts to remove.
  private func store(
    _ request: ForgettingRequest, own: inout Redactions, _ progress: (Int, Int) -> Void
  ) throws -> Bool {
    try writeUnchecked { writer in
      let state = try catchUpCompletely(writer.reader)
      var redactions = try ForgettingFinder.find(
        request, writer.reader, state.library.bookmarks, progress: progress
      ).redactions
      let stored = try storedRedactions(writer.reader)
      own = redactions.without(stored)
      redactions.add(stored)
      guard !redactions.isEmpty else { return false }
      try writer.setMetadata(Self.forgettingKey, redactions.bytes)
      return true
    }
  }

  /// Returns the parts of the log that have yet to be removed.
  private func storedRedactions(_ reader: borrowing Reader) throws -> Redactions {
    try reader.metadata(Self.forgettingKey).flatMap { Redactions(bytes: $0) } ?? Redactions()
  }

  /// Removes this process's part of the stored numbers. Another process may be about to forget the
  /// rest.
  ///
  /// - Returns: Whether the part was removed.
  private func removeStored(of own: Redactions) -> Bool {
    do {
      try writeUnchecked { writer in
        let rest = try storedRedactions(writer.reader).without(own)
        try writer.setMetadata(Self.forgettingKey, rest.isEmpty ? nil : rest.bytes)
      }
      return true
    } catch {
      // The numbers stay stored, and the caller reports the first failure.
      return false
    }
  }

  /// Writes to the log even if a newer version has written to it.
  private func writeUnchecked<Value>(
    _ body: (borrowing Writer) throws -> Value
  ) throws -> Value {
    try log.write(body)
  }

  // MARK: The compaction

  /// Performs the stored redactions.
  ///
  /// - Parameter request: The request, or nil if only the stored numbers are known.
  /// - Returns: The result, or nil if another process has performed them.
  private func forgetStored(
    _ request: ForgettingRequest?, by origin: Origin, _ progress: (Int, Int) -> Void
  ) throws -> Forgetting? {
    let now = clock()
    var forgetting = nothingForgotten
    let passes = Self.passesOfForgetting
    func copied(_ done: Int, _ total: Int) { progress(total * (passes - 1) + done, total * passes) }
    do {
      let compaction = try log.compact(progress: copied) { reader in
        let planned = try plan(
          request, reader, milliseconds: now, origin: origin,
          progress: { progress($1 + $0, $1 / 2 * passes) })
        guard let (planned, changes) = planned else {
          // Another process has removed the data.
          throw LogError(.interrupted, operation: "forget", path: log.directory)
        }
        forgetting = planned
        return changes
      }
      forgetting.leftovers = compaction.leftovers
    } catch let error as LogError where error.reason == .interrupted {
      return nil
    }
    words.removeAll()
    _ = try catchUp()
    return forgetting
  }

  /// Decides the changes of the compaction on the newest state: the parts to remove and the
  /// resulting changes, or nil if nothing is stored.
  private func plan(
    _ request: ForgettingRequest?, _ reader: borrowing Reader, milliseconds: Int64,
    origin: Origin, progress: (Int, Int) -> Void
  ) throws -> (Forgetting, CompactionChanges)? {
    var forgetting = nothingForgotten
    let (state, stored) = (try catchUpCompletely(reader), try storedRedactions(reader))
    var redactions = stored
    if let request {
      // The search is repeated, because others may have written since, and another process may have
      // removed its part of the numbers after a failure.
      let found = try ForgettingFinder.find(
        request, reader, state.library.bookmarks, progress: progress)
      redactions.add(found.redactions)
      forgetting.counts = found.counts
    }
    guard !redactions.isEmpty else { return nil }
    let facts = facts(redactions, state, reader)
    forgetting.counts.events = redactions.count
    forgetting.counts = facts.counts(forgetting.counts)
    forgetting.tabs = facts.tabs
    forgetting.performed = try batch(facts.draft, milliseconds: milliseconds, origin: origin)
    return (forgetting, try changes(redactions, forgetting.performed, reader))
  }

  /// Returns the events that result from a forget request as a batch. The first event belongs to
  /// the author of the request. The other events are consequences and belong to the model (policy),
  /// so `undo` skips them.
  private func batch(
    _ draft: Draft, milliseconds: Int64, origin: Origin
  ) throws -> Commit {
    let batch = Batch(
      draft, first: try sequence(after: timeline.position), branch: timeline.lineage.branch,
      milliseconds: milliseconds, origin: origin)
    var events = batch.events
    for index in events.indices.dropFirst() { events[index].actor = .policy }
    return Commit(events: events, words: batch.words)
  }

  /// Returns the changes of the compaction: records, pictures, checkpoints, metadata and new
  /// events.
  private func changes(
    _ redactions: Redactions, _ performed: Commit, _ reader: borrowing Reader
  ) throws -> CompactionChanges {
    var changes = CompactionChanges()
    changes.record = { number, bytes in
      redactions.redacted(bytes, at: EventID(Int32(truncatingIfNeeded: number)))
    }
    changes.keepsBlob = try keptPictures(redactions, reader)
    changes.checkpoint = { Self.carriedOver($0, $1, $2) }
    changes.droppedMetadata = [Self.forgettingKey]
    for event in performed.events {
      var encoder = EventEncoder()
      encoder.encode(event, words: performed.words)
      changes.appended.append(Array(encoder.bytes))
    }
    return changes
  }

  /// Returns the change to a checkpoint.
  ///
  /// A state contains no text and does not change, so it is kept, but the checksum of the record at
  /// its moment may change. Runs of visited pages contain text and are dropped.
  private static func carriedOver(
    _ key: [UInt8], _ bytes: RawSpan, _ copied: borrowing Reader
  ) -> CheckpointChange {
    if key == versionKey || key == rejectedKey || key == DamagedEvents.key { return .stays }
    guard let sequence = CheckpointKey.stateSequence(in: key.span.raw) else {
      return .dropped
    }
    do {
      let checksum = try copied.checksum(at: sequence)
      let other = CheckpointFrame.bytes(bytes, withRecord: checksum)
      return other.map { .replaced($0) } ?? .dropped
    } catch {
      return .dropped
    }
  }

  /// Returns a closure that decides whether to keep a picture. A picture is kept if its event keeps
  /// its text.
  ///
  /// A picture to which only a damaged record refers is normally removed, because it could not be
  /// shown and may be a picture to forget.
  private func keptPictures(
    _ redactions: Redactions, _ reader: borrowing Reader
  ) throws -> (_ hash: [UInt8]) -> Bool {
    var gone: Set<String> = []
    var kept: Set<String> = []
    // Events of a newer version may refer to pictures in unknown fields.
    var keepsUnknown = false
    try reader.scan { (number, bytes) in
      let sequence = EventID(Int32(truncatingIfNeeded: number))
      let isKept = redactions.kept(of: sequence) == nil
      if isKept, timeline.unknownCount > 0, Self.isUnknown(bytes, sequence) { keepsUnknown = true }
      do {
        let name = try EventDecoder.text(.blob, in: bytes, sequence: sequence)
        guard let name else { return true }
        if isKept { kept.insert(name) } else { gone.insert(name) }
      } catch {
        reader.noteDamaged(sequence)
      }
      return true
    }
    let keptHashes = Set(kept.compactMap { ContentHash(digits: $0)?.bytes })
    let goneHashes = Set(gone.subtracting(kept).compactMap { ContentHash(digits: $0)?.bytes })
    return { keepsUnknown ? !goneHashes.contains($0) : keptHashes.contains($0) }
  }

  /// Whether a record contains an event of a newer version.
  private static func isUnknown(_ bytes: RawSpan, _ sequence: EventID) -> Bool {
    do {
      let event = try EventDecoder.decode(bytes, sequence: sequence)
      if case .unknown = event.body { return true }
      return false
    } catch {
      // A damaged record contains nothing that any version could read.
      return false
    }
  }
}
