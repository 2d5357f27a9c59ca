internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// Taking words out of the past for good.
///
/// What is to go is first stored as numbers. Then one compaction takes the words out, appends the
/// events that follow from it, and drops those numbers. So it is done as a whole, or after a
/// crash when the profile is opened again.
extension Store {
  /// The metadata key under which is stored what has yet to be forgotten (``Redactions``).
  static let forgettingKey = "forgetting"

  /// Returns what a forgetting would take. Nothing is changed.
  ///
  /// - Parameters:
  ///   - request: What is to be forgotten.
  ///   - lines: Lines that the user typed, of which some may be about it.
  ///   - listing: Whether ``ForgettingPreview/items`` are collected.
  ///   - progress: Receives how many records were looked at and how many that will be; each is
  ///     looked at twice.
  /// - Throws: ``StoreFailure/log(_:)`` when the log cannot be read.
  /// - Complexity: O(bytes of the log).
  public func previewOfForgetting(
    _ request: ForgettingRequest, lines: [TypedLine] = [], listing: Bool = false,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreFailure) -> ForgettingPreview {
    try failing { () throws(LogFailure) in
      try log.read { (reader) throws(LogFailure) in
        let state = try catchUpWholly(reader)
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
  }

  /// Returns the events that follow from redactions. In a log with events of a newer version
  /// nothing follows, as its state is not known.
  private func facts(
    _ redactions: Redactions, _ state: ProfileState, _ reader: borrowing Reader
  ) -> ForgettingFacts {
    RedactedWords.withReader(reader, redactions) { words in
      var facts = ForgettingFacts(redactions, state, words)
      // After an event of a newer version nothing can be decided.
      if timeline.unknownCount == 0 { facts.takeAll() }
      return facts
    }
  }

  /// Forgets what a request covers: its words leave every file of the profile. It cannot be
  /// undone.
  ///
  /// The events stay where they are, without words, and their numbers stay the same. What the
  /// state would be left with without a name is removed. The lines of a console's history are the
  /// console's affair. The log is compacted even when nothing is found, because a killed process
  /// may have left words in parts of the file that no event has.
  ///
  /// - Parameters:
  ///   - request: What is to be forgotten.
  ///   - origin: Who asks for it.
  ///   - progress: Receives how many records were looked at or copied, and how many that
  ///     will be: the log is searched twice, in two passes each, and copied once.
  /// - Returns: How much was taken.
  /// - Throws: ``StoreFailure/log(_:)``. Nothing was forgotten then; with the reason `putOff` it
  ///   is done when the profile is opened again.
  /// - Complexity: O(bytes of the log), which is copied.
  @discardableResult
  public func forget(
    _ request: ForgettingRequest, by origin: Origin = Origin(),
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreFailure) -> Forgetting {
    var own = Redactions()
    let isStored = try store(request, own: &own) { progress($0, $1 / 2 * Self.passesOfForgetting) }
    guard isStored else { return try forgetUnusedPages(progress) }
    let forgetting: Forgetting?
    do throws(StoreFailure) {
      forgetting = try forgetStored(request, by: origin, progress)
    } catch {
      guard case .log(let failure) = error, !removeStored(of: own) else { throw error }
      throw .log(failure.putOff)
    }
    if let forgetting { return forgetting }
    // Another process has done it, and may not have come to remove the log that it replaced.
    return try forgetUnusedPages(progress)
  }

  /// Copies the log though no event is covered: a process that was killed during a write may have
  /// left words in unused pages.
  private func forgetUnusedPages(
    _ progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StoreFailure) -> Forgetting {
    var forgetting = nothingForgotten
    forgetting.leftovers = try failing { () throws(LogFailure) in
      try log.compact(progress: progress).leftovers
    }
    return forgetting
  }

  /// Forgets what a scope covers, as the call with a request does.
  ///
  /// - Parameters:
  ///   - scope: What is to be forgotten.
  ///   - origin: Who asks for it.
  ///   - progress: Receives how many records were looked at or copied, and how many that will be.
  @discardableResult
  public func forget(
    _ scope: ForgettingScope, by origin: Origin = Origin(),
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreFailure) -> Forgetting {
    try forget(ForgettingRequest(scope), by: origin, progress: progress)
  }

  /// Returns what forgetting a scope would take, without a list of words.
  public func previewOfForgetting(
    _ scope: ForgettingScope
  ) throws(StoreFailure) -> ForgettingPreview {
    try previewOfForgetting(ForgettingRequest(scope))
  }

  /// Finishes a forgetting during which a process was killed; does nothing when there is none.
  func resumeForgetting() throws(StoreFailure) {
    guard !log.isReadOnly else { return }
    let (isStored, isDamaged) = try failing { () throws(LogFailure) in
      try log.read { (reader) throws(LogFailure) in
        (
          try reader.metadata(Self.forgettingKey) != nil,
          try reader.isDamaged(metadata: Self.forgettingKey)
        )
      }
    }
    if isStored { _ = try forgetStored(nil, by: Origin(.policy)) { _, _ in } }
    // A damaged note could name other events, which would lose their words.
    if isDamaged {
      try writeUnchecked { (writer) throws(LogFailure) in
        try writer.setMetadata(Self.forgettingKey, nil)
      }
      hasDroppedForgetting = true
    }
  }

  /// Folds what is new, and returns the whole state.
  private func catchUpWholly(_ reader: borrowing Reader) throws(LogFailure) -> ProfileState {
    try catchUp(reader)
    return try timeline.readState(reader)
  }

  /// The result when there was nothing to forget.
  private var nothingForgotten: Forgetting {
    Forgetting(counts: ForgettingCounts(), performed: .nothing)
  }

  /// Two searches of two passes, and a copy.
  private static let passesOfForgetting = 5

  // MARK: The note

  /// Stores what is to go.
  ///
  /// - Parameter own: Receives what nobody else had stored before.
  /// - Returns: Whether there is anything.
  private func store(
    _ request: ForgettingRequest, own: inout Redactions, _ progress: (Int, Int) -> Void
  ) throws(StoreFailure) -> Bool {
    try writeUnchecked { (writer) throws(LogFailure) in
      let state = try catchUpWholly(writer.reader)
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

  /// Returns what has yet to be forgotten.
  private func storedRedactions(_ reader: borrowing Reader) throws(LogFailure) -> Redactions {
    try reader.metadata(Self.forgettingKey).flatMap { Redactions(bytes: $0) } ?? Redactions()
  }

  /// Removes one's own part of what was stored; another process may be about to forget the rest.
  ///
  /// - Returns: Whether it is removed.
  private func removeStored(of own: Redactions) -> Bool {
    do throws(StoreFailure) {
      try writeUnchecked { (writer) throws(LogFailure) in
        let rest = try storedRedactions(writer.reader).without(own)
        try writer.setMetadata(Self.forgettingKey, rest.isEmpty ? nil : rest.bytes)
      }
      return true
    } catch {
      // The note stays, and the caller tells of the failure that came first.
      return false
    }
  }

  /// Writes to the log even if a newer version has written to it.
  private func writeUnchecked<Value>(
    _ body: (borrowing Writer) throws(LogFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try failing { () throws(LogFailure) in try log.write(body) }
  }

  // MARK: The step

  /// Why a compaction was given up.
  private enum Stop: Error {
    /// Another process has done it.
    case nothingNoted
    /// The log failed, or the batch was refused.
    case failed(StoreFailure)
  }

  /// Forgets what is stored.
  ///
  /// - Parameter request: What was asked for, or nil if only the stored numbers say what is to go.
  /// - Returns: Nil when another process has done it.
  private func forgetStored(
    _ request: ForgettingRequest?, by origin: Origin, _ progress: (Int, Int) -> Void
  ) throws(StoreFailure) -> Forgetting? {
    let now = clock()
    var forgetting = nothingForgotten
    let result = try failing { () throws(LogFailure) in
      let passes = Self.passesOfForgetting
      return try log.compact(
        progress: { progress($1 * (passes - 1) + $0, $1 * passes) }
      ) { (reader) throws(Stop) in
        let (planned, changes) = try plan(
          request, reader, milliseconds: now, origin: origin,
          progress: { progress($1 + $0, $1 / 2 * passes) })
        forgetting = planned
        return changes
      }
    }
    switch result {
    case .failure(.nothingNoted): return nil
    case .failure(.failed(let failure)): throw failure
    case .success(let compaction): forgetting.leftovers = compaction.leftovers
    }
    words.removeAll()
    try failing { () throws(LogFailure) in _ = try catchUp() }
    return forgetting
  }

  /// Decides on the newest state what the compaction changes.
  private func plan(
    _ request: ForgettingRequest?, _ reader: borrowing Reader, milliseconds: Int64,
    origin: Origin, progress: (Int, Int) -> Void
  ) throws(Stop) -> (Forgetting, CompactionChanges) {
    let planned: (Forgetting, CompactionChanges)?
    do throws(StoreFailure) {
      planned = try planNoted(
        request, reader, milliseconds: milliseconds, origin: origin, progress: progress)
    } catch {
      throw .failed(error)
    }
    guard let planned else { throw .nothingNoted }
    return planned
  }

  /// Returns what is to go and the changes that this means, or nil if nothing is stored.
  private func planNoted(
    _ request: ForgettingRequest?, _ reader: borrowing Reader, milliseconds: Int64,
    origin: Origin, progress: (Int, Int) -> Void
  ) throws(StoreFailure) -> (Forgetting, CompactionChanges)? {
    var forgetting = nothingForgotten
    let (state, stored) = try failing { () throws(LogFailure) in
      (try catchUpWholly(reader), try storedRedactions(reader))
    }
    var redactions = stored
    if let request {
      // The search is repeated: others may have written since, and another process may have
      // removed its part of the note because its own forgetting failed.
      let found = try failing { () throws(LogFailure) in
        try ForgettingFinder.find(
          request, reader, state.library.bookmarks, progress: progress)
      }
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

  /// Returns the events. The first is of whoever asked; the others follow from it and are the
  /// model's own (policy), so `undo` passes them by.
  private func batch(
    _ draft: Draft, milliseconds: Int64, origin: Origin
  ) throws(StoreFailure) -> Commit {
    let batch = Batch(
      draft, first: try sequence(behind: timeline.position), branch: timeline.lineage.branch,
      milliseconds: milliseconds, origin: origin)
    var events = batch.events
    for index in events.indices.dropFirst() { events[index].actor = .policy }
    return Commit(events: events, words: batch.words)
  }

  /// Returns what the compaction changes: records, pictures, checkpoints, metadata and new
  /// events.
  private func changes(
    _ redactions: Redactions, _ performed: Commit, _ reader: borrowing Reader
  ) throws(StoreFailure) -> CompactionChanges {
    var changes = CompactionChanges()
    changes.record = { number, bytes in
      redactions.redacted(bytes, at: EventID(Int32(truncatingIfNeeded: number)))
    }
    changes.keepsBlob = try failing { () throws(LogFailure) in
      try keptPictures(redactions, reader)
    }
    changes.checkpoint = { Self.carriedOver($0, $1, $2) }
    changes.droppedMetadata = [Self.forgettingKey]
    for event in performed.events {
      var encoder = EventEncoder()
      encoder.encode(event, words: performed.words)
      changes.appended.append(Array(encoder.bytes))
    }
    return changes
  }

  /// Returns what becomes of a checkpoint.
  ///
  /// States hold no words and are the same without them, so they stay; the checksum of the record
  /// at their moment may be another. Runs of visited pages hold words and are dropped.
  private static func carriedOver(
    _ key: [UInt8], _ bytes: RawSpan, _ copied: borrowing Reader
  ) -> CheckpointChange {
    if key == versionKey || key == rejectedKey || key == DamagedEvents.key { return .stays }
    guard let sequence = CheckpointKey.stateSequence(in: key.span.raw) else {
      return .dropped
    }
    do throws(LogFailure) {
      let checksum = try copied.checksum(at: sequence)
      let other = CheckpointFrame.bytes(bytes, withRecord: checksum)
      return other.map { .replaced($0) } ?? .dropped
    } catch {
      return .dropped
    }
  }

  /// Returns which pictures are kept: those of events that keep their words.
  ///
  /// One that only a damaged record names could be shown by nobody, and may be what is to be
  /// forgotten.
  private func keptPictures(
    _ redactions: Redactions, _ reader: borrowing Reader
  ) throws(LogFailure) -> (_ hash: [UInt8]) -> Bool {
    var gone: Set<String> = []
    var kept: Set<String> = []
    // Events of a newer version may name pictures in fields that are not known here.
    var keepsUnknown = false
    try reader.scan { (number, bytes) throws(LogFailure) in
      let sequence = EventID(Int32(truncatingIfNeeded: number))
      let isKept = redactions.kept(of: sequence) == nil
      if isKept, timeline.unknownCount > 0, Self.isUnknown(bytes, sequence) { keepsUnknown = true }
      do throws(EventDecoder.Damage) {
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

  /// Whether a record is that of an event of a newer version.
  private static func isUnknown(_ bytes: RawSpan, _ sequence: EventID) -> Bool {
    do throws(EventDecoder.Damage) {
      let event = try EventDecoder.decode(bytes, sequence: sequence)
      if case .unknown = event.body { return true }
      return false
    } catch {
      // A damaged record names nothing that any version could know.
      return false
    }
  }
}
