internal import BrowserModel
internal import EventLog
public import Timeline

/// Keeping states on the way. Nothing of it is needed: what cannot be written is left out, and what is
/// removed is made again as the log goes on.
extension Session {
  /// Keeps what is due of the present state, in a transaction of its own behind that of the events.
  ///
  /// - Parameter isAtEnd: Whether the log may be opened at this state.
  func keepCheckpoints(isAtEnd: Bool) {
    nextCheckpoint = timeline.position.advanced(by: Timeline.strideOfLooks).rawValue
    guard keepsCheckpoints else { return }
    do throws(LogFailure) {
      if schedule == nil { schedule = try startedSchedule() }
      schedule?.look(at: timeline)
      if isAtEnd { schedule?.lookForOpening(at: timeline) }
      try recordChanges()
      let waiting = schedule?.takeWaiting() ?? []
      if !waiting.isEmpty { try store(waiting) }
    } catch {
      // The next opening takes longer; the events are on disk.
    }
    if isAtEnd {
      keepVisits(
        ifBehind: Self.eventsBehindWhileWriting, unlessBehind: Self.eventsBroughtUpAtOnce)
    }
  }

  private func recordChanges() throws(LogFailure) {
    guard var schedule, schedule.hasUnrecorded else { return }
    defer { self.schedule = schedule }
    try readAhead { (reader) throws(LogFailure) in try schedule.record(timeline, reader) }
  }

  /// Whether there is a place to keep states in.
  var keepsCheckpoints: Bool { !log.isReadOnly && log.directory != nil }

  /// Puts the bookmarks and the zoom of sites into the state. Where the log cannot be read, which the
  /// next command will report, they stay missing.
  func completeShelf() {
    if timeline.browser.isShelfMissing { timeline = completed(timeline) }
  }

  /// The same for another timeline of this log.
  public func completed(_ timeline: Timeline) -> Timeline {
    guard timeline.browser.isShelfMissing else { return timeline }
    var timeline = timeline
    do throws(LogFailure) {
      if let lentReader {
        try timeline.completeShelf(lentReader.pointee)
      } else {
        try readAhead { (reader) throws(LogFailure) in try timeline.completeShelf(reader) }
      }
    } catch {}
    return timeline
  }

  /// What the log has, as where to go on from.
  func startedSchedule() throws(LogFailure) -> CheckpointSchedule {
    try log.read { (reader) throws(LogFailure) in
      CheckpointSchedule(
        strip: try newest(.strip, reader), shelf: try newest(.shelf, reader),
        timeline: try newest(.timeline, reader))
    }
  }

  private func newest(
    _ part: CheckpointPart, _ reader: borrowing Reader
  ) throws(LogFailure) -> CheckpointSchedule.Kept {
    let place = CheckpointPlace(part, of: timeline.line.branch, at: .last)
    return try reader.withFrame(atOrBefore: place) { sequence, frame in
      CheckpointSchedule.Kept(sequence: sequence, byteCount: frame.content.count)
    } ?? CheckpointSchedule.Kept()
  }

  private func store(
    _ checkpoints: [(place: CheckpointPlace, content: ContiguousArray<UInt8>)]
  ) throws(LogFailure) {
    try log.write { (writer) throws(LogFailure) in
      try removeForeign(writer)
      for (place, content) in checkpoints {
        if place.part == .timeline { try removeFormer(place, writer) }
        let bytes = CheckpointFrame.bytes(of: content, at: place.sequence)
        try writer.setCheckpoint(CheckpointKey(place).bytes, bytes)
      }
    }
  }

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

  private static let versionKey: [UInt8] = [0]
}
