internal import BrowserModel
public import EventLog
public import Timeline

/// Keeping states on the way. Nothing of it is needed: what cannot be written is left out, and what is
/// removed is made again as the log goes on.
extension Store {
  /// Keeps what is due of the present state, in a transaction of its own behind that of the events.
  ///
  /// - Parameter isAtEnd: Whether the log may be opened at this state.
  func keepCheckpoints(isAtEnd: Bool) {
    nextCheckpoint = timeline.position.advanced(by: Timeline.strideOfLooks).rawValue
    guard keepsCheckpoints else { return }
    do throws(LogFailure) {
      try removeRejected()
      if schedule == nil { schedule = try startedSchedule() }
      schedule?.look(at: timeline)
      if isAtEnd { schedule?.lookForOpening(at: timeline) }
      let waiting = schedule?.takeWaiting() ?? []
      if !waiting.isEmpty { try store(waiting) }
      keepingFailure = nil
    } catch {
      // The events are on disk. What is kept is looked up again before more of it is written.
      keepingFailure = error
      schedule = nil
    }
    if isAtEnd {
      keepVisits(
        ifBehind: Self.eventsBehindWhileWriting, unlessBehind: Self.eventsBroughtUpAtOnce)
    }
  }

  /// Where the newest session is far behind the timeline that the log would be opened at, as after damage
  /// or a full disk, the log is folded once more from the first event, and sessions are kept again.
  func closeGap() throws(LogFailure) {
    guard keepsCheckpoints else { return }
    let (session, whole) = try log.read { (reader) throws(LogFailure) in
      (try newest(.session, reader), try newest(.timeline, reader))
    }
    let distance = Int(whole.sequence.rawValue) - Int(session.sequence.rawValue)
    guard distance > CheckpointSchedule.longestDistance(behind: session) else { return }
    let place = CheckpointPlace(.timeline, of: timeline.lineage.branch, at: whole.sequence)
    try log.write { (writer) throws(LogFailure) in
      try writer.setCheckpoint(CheckpointKey(place).bytes, nil)
    }
  }

  /// Removes what was met and did not fit its record, or was damaged; it is kept anew as far as it is
  /// due.
  private func removeRejected() throws(LogFailure) {
    guard log.hasRejectedCheckpoints else { return }
    try log.write { (writer) throws(LogFailure) in
      let stored = try storedRejections(writer.reader)
      let count = try writer.removeRejectedCheckpoints()
      let sum = Self.rejectedCount(stored) + UInt64(count)
      try writer.setCheckpoint(
        Self.rejectedKey, withUnsafeBytes(of: sum.littleEndian) { Array($0) })
    }
    schedule = nil
  }

  /// How many checkpoints were ever found not to fit the log, and removed.
  public func rejectedCheckpointCount() throws(LogFailure) -> Int {
    let stored = try log.read { (reader) throws(LogFailure) in try storedRejections(reader) }
    return Int(clamping: Self.rejectedCount(stored)) + log.rejectedCheckpointCount
  }

  private func storedRejections(_ reader: borrowing Reader) throws(LogFailure) -> [UInt8]? {
    try reader.withCheckpoint(
      atOrBefore: Self.rejectedKey, sharing: Self.rejectedKey.count
    ) { Array($1) }
  }

  private static func rejectedCount(_ stored: [UInt8]?) -> UInt64 {
    guard let stored, stored.count == 8 else { return 0 }
    return stored.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether there is a place to keep states in.
  var keepsCheckpoints: Bool { !log.isReadOnly && log.directory != nil }

  /// Puts the bookmarks and the zoom of sites into the state. Where the log cannot be read, which the
  /// next command will report, they stay missing.
  func completeLibrary() {
    if timeline.browser.isLibraryMissing { timeline = completed(timeline) }
  }

  /// The same for another timeline of this log.
  public func completed(_ timeline: Timeline) -> Timeline {
    guard timeline.browser.isLibraryMissing else { return timeline }
    var timeline = timeline
    do throws(LogFailure) {
      if let lentReader {
        try timeline.completeLibrary(lentReader.pointee)
      } else {
        try readAhead { (reader) throws(LogFailure) in try timeline.completeLibrary(reader) }
      }
    } catch {}
    return timeline
  }

  /// What the log has, as where to go on from.
  func startedSchedule() throws(LogFailure) -> CheckpointSchedule {
    try log.read { (reader) throws(LogFailure) in
      CheckpointSchedule(
        session: try newest(.session, reader), library: try newest(.library, reader),
        timeline: try newest(.timeline, reader))
    }
  }

  private func newest(
    _ part: CheckpointPart, _ reader: borrowing Reader
  ) throws(LogFailure) -> CheckpointSchedule.Kept {
    let place = CheckpointPlace(part, of: timeline.lineage.branch, at: .last)
    return try reader.withFrame(atOrBefore: place) { sequence, frame in
      CheckpointSchedule.Kept(sequence: sequence, byteCount: frame.content.count)
    } ?? CheckpointSchedule.Kept()
  }

  private func store(
    _ checkpoints: [(place: CheckpointPlace, content: ContiguousArray<UInt8>)]
  ) throws(LogFailure) {
    try log.write { (writer) throws(LogFailure) in
      try removeForeign(writer)
      for (place, content) in checkpoints where content.count <= Self.mostCheckpointBytes {
        if place.part == .timeline { try removeFormer(place, writer) }
        let record = try writer.reader.checksum(at: place.sequence)
        let bytes = CheckpointFrame.bytes(of: content, CheckpointIdentity(place, record: record))
        try writer.setCheckpoint(CheckpointKey(place).bytes, bytes)
      }
    }
  }

  /// What is larger, with its frame, does not fit into a record. Such a state has hundreds of thousands
  /// of tabs; it is folded from an older one.
  private static let mostCheckpointBytes =
    EventLog.maximumRecordBytes - CheckpointFrame.headerByteCount

  /// Only the newest timeline of a line is kept.
  private func removeFormer(
    _ place: CheckpointPlace, _ writer: borrowing Writer
  ) throws(LogFailure) {
    let key = CheckpointKey(place).bytes
    let former = try writer.reader.withCheckpoint(
      atOrBefore: key, sharing: CheckpointKey.sharedCount
    ) { key, _ in Array(key) }
    if let former { try writer.setCheckpoint(former, nil) }
  }

  /// What another version of the fold has kept goes as a whole.
  func removeForeign(_ writer: borrowing Writer) throws(LogFailure) {
    let version = withUnsafeBytes(of: Browser.foldVersion.littleEndian) { Array($0) }
    let stored = try writer.reader.withCheckpoint(
      atOrBefore: Self.versionKey, sharing: Self.versionKey.count
    ) { Array($1) }
    guard stored != version else { return }
    try writer.removeCheckpoints()
    try writer.setCheckpoint(Self.versionKey, version)
  }

  static let versionKey: [UInt8] = [0]
  static let rejectedKey: [UInt8] = [0, 1]
}
