internal import BrowserModel
internal import EventCoding
internal import EventLog
internal import Timeline

/// Taking words out of the past for good.
///
/// What is to go is written down first, as numbers; then one compaction takes the words out, appends
/// what has become of the state, and drops that note: it is done whole or, after a crash, when the
/// profile is opened again.
extension Store {
  /// The entry of the log's metadata that says what is yet to be forgotten.
  static let forgettingKey = "forgetting"

  /// What a forgetting would take. Nothing is changed.
  ///
  /// - Parameters:
  ///   - lines: Lines that a person typed, of which some may be about it.
  ///   - listing: Whether ``ForgettingPreview/items`` are wanted.
  ///   - progress: Gets how far the look through the log is, and how far it goes.
  /// - Complexity: O(events).
  public func previewOfForgetting(
    _ request: ForgettingRequest, lines: [TypedLine] = [], listing: Bool = false,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreFailure) -> ForgettingPreview {
    try failing { () throws(LogFailure) in
      try log.read { (reader) throws(LogFailure) in
        try catchUpWholly(reader)
        let found = try CoverageFinder.find(
          request, reader, timeline.browser, lines: lines, listing: listing, progress: progress)
        let facts = facts(found.redactions, reader)
        var counts = found.counts
        counts.bookmarks = facts.bookmarks.count
        counts.sites = facts.sites.count
        return ForgettingPreview(
          counts: counts, items: found.items?.all ?? [], mentions: found.mentions.all,
          lines: found.lines.found)
      }
    }
  }

  private func facts(
    _ redactions: Redactions, _ reader: borrowing Reader
  ) -> ForgettingFacts {
    RedactedWords.lend(reader, redactions) { words in
      var facts = ForgettingFacts(redactions, timeline.browser, words)
      // Behind an event of a newer version nothing is decided.
      if timeline.unknownCount == 0 { facts.takeAll() }
      return facts
    }
  }

  /// Forgets what a scope covers: its words leave every file of the profile. It cannot be undone.
  ///
  /// The events stay where they are, without words; what the state would be left with without a name
  /// goes. Lines of a console's history are the console's affair.
  ///
  /// - Parameter progress: Gets the records that are copied and those that there are.
  /// - Throws: When it fails, nothing was forgotten; where the note could not be taken back, it is
  ///   done at the next opening, and the failure is ``LogFailure/Reason/putOff``.
  /// - Complexity: O(bytes of the log).
  @discardableResult
  public func forget(
    _ request: ForgettingRequest, by origin: Origin = Origin(),
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreFailure) -> Forgetting {
    var own = Redactions()
    guard try note(request, own: &own) else {
      // A process that was killed while it wrote leaves bytes behind that no event has.
      var forgetting = nothingForgotten
      forgetting.leftovers = try failing { () throws(LogFailure) in
        try log.compact(progress: progress).leftovers
      }
      return forgetting
    }
    do throws(StoreFailure) {
      return try forgetNoted(request, by: origin, progress) ?? nothingForgotten
    } catch {
      guard case .log(let failure) = error, !takeBackNote(of: own) else { throw error }
      throw .log(failure.putOff)
    }
  }

  /// The same without more actions.
  @discardableResult
  public func forget(
    _ scope: ForgettingScope, by origin: Origin = Origin(),
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreFailure) -> Forgetting {
    try forget(ForgettingRequest(scope), by: origin, progress: progress)
  }

  /// The same without more actions.
  public func previewOfForgetting(
    _ scope: ForgettingScope
  ) throws(StoreFailure) -> ForgettingPreview {
    try previewOfForgetting(ForgettingRequest(scope))
  }

  /// Finishes what was being forgotten when a process was killed; does nothing where nothing was.
  func resumeForgetting() throws(StoreFailure) {
    guard !log.isReadOnly else { return }
    let (isNoted, isDamaged) = try failing { () throws(LogFailure) in
      try log.read { (reader) throws(LogFailure) in
        (
          try reader.metadata(Self.forgettingKey) != nil,
          try reader.isDamaged(metadata: Self.forgettingKey)
        )
      }
    }
    if isNoted { _ = try forgetNoted(nil, by: Origin(.policy)) { _, _ in } }
    // What it named nobody knows any more; to go by it could take the words of other events.
    if isDamaged {
      try writeUnchecked { (writer) throws(LogFailure) in
        try writer.setMetadata(Self.forgettingKey, nil)
      }
      hasDroppedForgetting = true
    }
  }

  /// Folds what is new, bookmarks and the zoom of sites included.
  private func catchUpWholly(_ reader: borrowing Reader) throws(LogFailure) {
    try catchUp(reader)
    try timeline.completeLibrary(reader)
  }

  private var nothingForgotten: Forgetting {
    Forgetting(counts: ForgettingCounts(), performed: Commit(events: [], words: []))
  }

  // MARK: The note

  /// Writes down what is to go; tells whether there is anything.
  ///
  /// - Parameter own: Gets what nobody else had noted before.
  private func note(
    _ request: ForgettingRequest, own: inout Redactions
  ) throws(StoreFailure) -> Bool {
    try writeUnchecked { (writer) throws(LogFailure) in
      try catchUpWholly(writer.reader)
      var redactions = try CoverageFinder.find(request, writer.reader, timeline.browser).redactions
      let noted = try noted(writer.reader)
      own = redactions.without(noted)
      redactions.add(noted)
      guard !redactions.isEmpty else { return false }
      try writer.setMetadata(Self.forgettingKey, redactions.bytes)
      return true
    }
  }

  private func noted(_ reader: borrowing Reader) throws(LogFailure) -> Redactions {
    try reader.metadata(Self.forgettingKey).flatMap { Redactions(bytes: $0) } ?? Redactions()
  }

  /// Takes one's own part of the note back: another process may be about to forget the rest. Tells
  /// whether it is gone.
  private func takeBackNote(of own: Redactions) -> Bool {
    do throws(StoreFailure) {
      try writeUnchecked { (writer) throws(LogFailure) in
        let rest = try noted(writer.reader).without(own)
        try writer.setMetadata(Self.forgettingKey, rest.isEmpty ? nil : rest.bytes)
      }
      return true
    } catch {
      return false
    }
  }

  /// A transaction of which the words of a newer version are no obstacle.
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
    case failed(StoreFailure)
  }

  /// Does what is noted; nil where another process has done it.
  ///
  /// - Parameter request: Nil where only the note knows what is to go.
  private func forgetNoted(
    _ request: ForgettingRequest?, by origin: Origin, _ progress: (Int, Int) -> Void
  ) throws(StoreFailure) -> Forgetting? {
    let now = clock()
    var forgetting = nothingForgotten
    let result = try failing { () throws(LogFailure) in
      try log.compact(progress: progress) { (reader) throws(Stop) in
        let (planned, changes) = try plan(request, reader, milliseconds: now, origin: origin)
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

  /// What the compaction changes, decided on the newest state.
  private func plan(
    _ request: ForgettingRequest?, _ reader: borrowing Reader, milliseconds: Int64, origin: Origin
  ) throws(Stop) -> (Forgetting, CompactionChanges) {
    let planned: (Forgetting, CompactionChanges)?
    do throws(StoreFailure) {
      planned = try planNoted(request, reader, milliseconds: milliseconds, origin: origin)
    } catch {
      throw .failed(error)
    }
    guard let planned else { throw .nothingNoted }
    return planned
  }

  private func planNoted(
    _ request: ForgettingRequest?, _ reader: borrowing Reader, milliseconds: Int64, origin: Origin
  ) throws(StoreFailure) -> (Forgetting, CompactionChanges)? {
    var forgetting = nothingForgotten
    var redactions = try failing { () throws(LogFailure) in
      try catchUpWholly(reader)
      return try noted(reader)
    }
    if let request {
      // What others have written since it was noted goes as well; and what another process has taken
      // out of the note, as its own forgetting failed, does not count as forgotten.
      let found = try failing { () throws(LogFailure) in
        try CoverageFinder.find(request, reader, timeline.browser)
      }
      redactions.add(found.redactions)
      forgetting.counts = found.counts
    }
    guard !redactions.isEmpty else { return nil }
    let facts = facts(redactions, reader)
    forgetting.counts.events = redactions.count
    forgetting.counts.bookmarks = facts.bookmarks.count
    forgetting.counts.sites = facts.sites.count
    forgetting.performed = try batch(facts.draft, milliseconds: milliseconds, origin: origin)
    return (forgetting, try changes(redactions, forgetting.performed, reader))
  }

  /// The events. Who asked for it is the actor of the first; the others follow from it, and
  /// are nobody's to undo.
  private func batch(
    _ draft: Draft, milliseconds: Int64, origin: Origin
  ) throws(StoreFailure) -> Commit {
    let batch = Batch(
      draft, first: try sequence(behind: timeline.position), branch: timeline.lineage.branch,
      milliseconds: milliseconds, origin: origin)
    var events = batch.events
    for index in events.indices.dropFirst() { events[index].actor = .policy }
    return Commit(events: events, words: draft.bytes)
  }

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

  /// States have no words in them and are what they were before words were taken out of events, so they
  /// stay; the record at their moment may have another checksum. The index of pages is words.
  private static func carriedOver(
    _ key: [UInt8], _ bytes: RawSpan, _ copied: borrowing Reader
  ) -> CheckpointChange {
    if key == versionKey || key == rejectedKey { return .stays }
    guard let sequence = key.withUnsafeBytes({ CheckpointKey.stateSequence(in: $0) }) else {
      return .dropped
    }
    do throws(LogFailure) {
      let checksum = try copied.checksum(at: sequence)
      let other = bytes.withUnsafeBytes { CheckpointFrame.bytes($0, withRecord: checksum) }
      return other.map { .replaced($0) } ?? .dropped
    } catch {
      return .dropped
    }
  }

  /// Tells which pictures are kept: those of events that keep their words. What only a damaged record
  /// has belongs to nobody who could show it, and may be what is forgotten.
  private func keptPictures(
    _ redactions: Redactions, _ reader: borrowing Reader
  ) throws(LogFailure) -> (_ hash: [UInt8]) -> Bool {
    var gone: Set<String> = []
    var kept: Set<String> = []
    // Whose pictures are in fields that nobody here knows.
    var keepsUnknown = false
    try reader.scan { (number, bytes) throws(LogFailure) in
      let sequence = EventID(Int32(truncatingIfNeeded: number))
      let isKept = redactions.kept(of: sequence) == nil
      if isKept, timeline.unknownCount > 0, Self.isUnknown(bytes, sequence) { keepsUnknown = true }
      guard let name = EventDecoder.text(.blob, in: bytes, sequence: sequence) else { return true }
      if isKept { kept.insert(name) } else { gone.insert(name) }
      return true
    }
    let keptHashes = Set(kept.compactMap { ContentHash(digits: $0)?.bytes })
    let goneHashes = Set(gone.subtracting(kept).compactMap { ContentHash(digits: $0)?.bytes })
    return { keepsUnknown ? !goneHashes.contains($0) : keptHashes.contains($0) }
  }

  private static func isUnknown(_ bytes: RawSpan, _ sequence: EventID) -> Bool {
    bytes.withUnsafeBytes { bytes in
      do throws(EventDecoder.Damage) {
        let event = try EventDecoder.decode(bytes, sequence: sequence)
        if case .unknown = event.body { return true }
        return false
      } catch {
        return false
      }
    }
  }
}
