internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Checkpoints: intermediate states that are stored so that opening a log or a moment folds few
/// events.
///
/// Checkpoints are optional. A checkpoint that cannot be written is skipped, and a removed
/// checkpoint is re-created as the log grows.
extension Store {
  /// Writes the checkpoints that are due, in a separate transaction after the transaction of the
  /// events.
  ///
  /// A failure is stored in ``recordingFailure``, because the events are already on disk and
  /// nothing depends on checkpoints.
  ///
  /// - Parameter isAtEnd: Whether the log may be opened at this state.
  func saveCheckpoints(isAtEnd: Bool) {
    nextCheckpoint = timeline.position.advanced(by: Timeline.strideOfLooks).rawValue
    guard log.storesCheckpoints else { return }
    do {
      try removeRejected()
      if schedule == nil { schedule = try startedSchedule() }
      schedule?.check(timeline)
      if isAtEnd { schedule?.checkWholeTimeline(timeline) }
      let waiting = schedule?.removeWaiting() ?? []
      if !waiting.isEmpty { try store(waiting) }
      recordingFailure = nil
    } catch {
      // The events are on disk. The next call looks up the existing checkpoints.
      recordingFailure = error
      schedule = nil
    }
    if isAtEnd {
      // The user is not asked whether to continue, so this does not throw.
      try? indexVisits(
        ifBehind: Self.unindexedEventLimitWhileWriting, unlessBehind: Self.eventsBroughtUpAtOnce)
      keepDense()
    }
  }

  /// Reports the progress of indexing to a caller that waits for the index.
  ///
  /// - Throws: A failure if the user cancels the indexing.
  func reportIndexing(_ done: Int, of total: Int) throws {
    guard progress(.indexing, done, total) else {
      throw LogError(.interrupted, operation: "index the pages", path: log.directory)
    }
  }

  /// Copies the log into a dense file if most of the file is free, for example because another
  /// process has held an old state for a long time.
  private func keepDense() {
    guard recordingFailure == nil, borrowedReader == nil, !hasFailedCompaction else { return }
    do {
      let isDone =
        try log.compactIfSparse(reading: .events) { _ = progress(.compacting, $0, $1) } != nil
      if isDone { _ = progress(.compacting, 1, 1) }
    } catch {
      // The file stays large, which is otherwise harmless.
      hasFailedCompaction = true
    }
  }

  /// Removes the newest timeline checkpoint if the newest browser checkpoint is far older, for
  /// example after damage or if the disk was full.
  ///
  /// The log is then folded from an older state again, which re-creates the missing checkpoints.
  func closeGap() throws {
    guard log.storesCheckpoints else { return }
    let (browser, whole) = try log.read { reader in
      (try newest(.browser, reader), try newest(.timeline, reader))
    }
    let distance = Int(whole.sequence.rawValue) - Int(browser.sequence.rawValue)
    guard distance > CheckpointSchedule.longestDistance(after: browser) else { return }
    let place = CheckpointPlace(.timeline, of: timeline.lineage.branch, at: whole.sequence)
    try log.write { writer in
      try writer.setCheckpoint(CheckpointKey(place).bytes, nil)
    }
  }

  /// Removes the checkpoints that were damaged or did not match their record, and counts them.
  /// Checkpoints are re-created as they become due.
  private func removeRejected() throws {
    guard log.hasRejectedCheckpoints else { return }
    try log.write { writer in
      let stored = try storedRejections(writer.reader)
      let count = try writer.removeRejectedCheckpoints()
      let sum = Self.rejectedCount(stored) + UInt64(count)
      try writer.setCheckpoint(
        Self.rejectedKey, sum.littleEndianBytes)
    }
    schedule = nil
  }

  /// Returns the total number of checkpoints that did not match the log.
  ///
  /// A growing number indicates a failing disk.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func rejectedCheckpointCount() throws -> Int {
    let stored = try log.read { reader in try storedRejections(reader) }
    return Int(clamping: Self.rejectedCount(stored)) + log.rejectedCheckpointCount
  }

  /// Returns the bytes of the stored count of rejected checkpoints.
  private func storedRejections(_ reader: borrowing Reader) throws -> [UInt8]? {
    try reader.withCheckpoint(
      atOrBefore: Self.rejectedKey, sharing: Self.rejectedKey.count
    ) { $1.copied }
  }

  /// Returns the stored count of rejected checkpoints, or 0 if no count is stored.
  private static func rejectedCount(_ stored: [UInt8]?) -> UInt64 {
    stored.flatMap { UInt64(littleEndianBytes: $0) } ?? 0
  }

  /// Creates a schedule that continues from the newest checkpoints of the log.
  func startedSchedule() throws -> CheckpointSchedule {
    try log.read { reader in
      CheckpointSchedule(
        browser: try newest(.browser, reader), library: try newest(.library, reader),
        timeline: try newest(.timeline, reader))
    }
  }

  /// Returns the newest checkpoint of a part of the state, on the store's branch.
  private func newest(
    _ part: CheckpointPart, _ reader: borrowing Reader
  ) throws -> CheckpointSchedule.Saved {
    let place = CheckpointPlace(part, of: timeline.lineage.branch, at: .last)
    return try reader.withFrame(atOrBefore: place) { sequence, frame in
      CheckpointSchedule.Saved(sequence: sequence, byteCount: frame.content.byteCount)
    } ?? CheckpointSchedule.Saved()
  }

  /// Writes checkpoints, each with the checksum of the record at its moment.
  private func store(
    _ checkpoints: [(place: CheckpointPlace, content: ContiguousArray<UInt8>)]
  ) throws {
    try log.write { writer in
      try removeOutdated(writer)
      for (place, content) in checkpoints where content.count <= Self.maximumCheckpointBytes {
        if place.part == .timeline { try removePrevious(place, writer) }
        let record = try writer.reader.checksum(at: place.sequence)
        let bytes = CheckpointFrame.bytes(of: content, CheckpointIdentity(place, record: record))
        try writer.setCheckpoint(CheckpointKey(place).bytes, bytes)
      }
      try DamagedEvents.save(writer)
    }
  }

  /// The maximum size of a checkpoint that fits into a value of the log. A state that exceeds this
  /// size has hundreds of thousands of tabs. Such a state is folded from an older checkpoint.
  private static let maximumCheckpointBytes =
    EventLog.maximumRecordBytes - CheckpointFrame.headerByteCount

  /// Removes the previous timeline checkpoint of a branch, because only the newest is stored.
  private func removePrevious(
    _ place: CheckpointPlace, _ writer: borrowing Writer
  ) throws {
    let key = CheckpointKey(place).bytes
    let previous = try writer.reader.withCheckpoint(
      atOrBefore: key, sharing: CheckpointKey.sharedCount
    ) { key, _ in key.copied }
    if let previous { try writer.setCheckpoint(previous, nil) }
  }

  /// Removes all checkpoints if they were created by another version of the fold
  /// (`Browser.foldVersion`).
  func removeOutdated(_ writer: borrowing Writer) throws {
    let version = Browser.foldVersion.littleEndianBytes
    let stored = try writer.reader.withCheckpoint(
      atOrBefore: Self.versionKey, sharing: Self.versionKey.count
    ) { $1.copied }
    guard stored != version else { return }
    try writer.removeCheckpoints()
    try writer.setCheckpoint(Self.versionKey, version)
  }

  /// The key under which the version of the fold that created the checkpoints is stored. The value
  /// is 4 bytes long.
  static let versionKey: [UInt8] = [0]
  /// The key under which the count of rejected checkpoints is stored. The value is 8 bytes long.
  static let rejectedKey: [UInt8] = [0, 1]
}
