internal import BrowserModel
internal import RetraceTimeline

/// Decides when a checkpoint is due, and collects the checkpoints that have yet to be written.
///
/// The larger a state, the greater the distance between its checkpoints, so that checkpoints take a
/// fixed share of the log regardless of the number of open tabs. The browser and the library are
/// stored separately. A timeline checkpoint, which speeds up the next opening, also contains the
/// browser.
struct CheckpointSchedule {
  /// The checkpoints to write.
  private var waiting: [(place: CheckpointPlace, content: ContiguousArray<UInt8>)] = []
  /// The newest checkpoint of the browser.
  private var browser: Saved
  /// The newest checkpoint of the library.
  private var library: Saved
  /// The newest timeline checkpoint, from which the log is opened.
  private var timeline: Saved

  /// The event and the size of the newest checkpoint of one part.
  struct Saved {
    var sequence = EventID.nothing
    var byteCount = 0
  }

  /// The maximum average size of browser checkpoints in bytes per event.
  private static let browserBytesPerEvent = 16
  /// The maximum average size of library checkpoints in bytes per event.
  private static let libraryBytesPerEvent = 3
  /// The minimum number of events between two library checkpoints. These checkpoints can be rare,
  /// because later changes are found by reading the log from the newest checkpoint on.
  private static let minimumLibraryStride = 65_536
  /// The minimum number of events between two timeline checkpoints. These checkpoints can be
  /// frequent, because only the newest is stored.
  private static let minimumTimelineStride = 2_048
  /// The maximum average number of bytes written for timeline checkpoints per event.
  private static let timelineBytesPerEvent = 256

  /// Returns the usual maximum number of events between a browser checkpoint and the next one.
  static func longestDistance(after browser: Saved) -> Int {
    minimumLibraryStride + 2 * browser.byteCount / browserBytesPerEvent
  }

  /// Creates a schedule that continues from the newest checkpoints of a log.
  init(browser: Saved, library: Saved, timeline: Saved) {
    self.browser = browser
    self.library = library
    self.timeline = timeline
  }

  /// Creates a snapshot of each part that is due.
  mutating func check(_ state: borrowing Timeline) {
    guard state.isUpToDate else { return }
    let position = state.position
    let stride = browser.byteCount / Self.browserBytesPerEvent
    if isDue(browser, position, every: max(Int(Timeline.strideOfLooks), stride)) {
      browser = save(.browser, state, state.browser.snapshot())
    }
    let libraryStride = library.byteCount / Self.libraryBytesPerEvent
    if state.isLibrarySettled, let read = state.library,
      isDue(library, position, every: max(Self.minimumLibraryStride, libraryStride))
    {
      library = save(.library, state, read.snapshot())
    }
  }

  /// Creates a snapshot of the complete timeline, if a timeline checkpoint is due.
  mutating func checkWholeTimeline(_ state: borrowing Timeline) {
    let stride = max(Self.minimumTimelineStride, timeline.byteCount / Self.timelineBytesPerEvent)
    guard isDue(timeline, state.position, every: stride),
      let content = state.snapshot()
    else { return }
    timeline = save(.timeline, state, content)
  }

  /// Returns and clears the checkpoints to write.
  mutating func removeWaiting() -> [(place: CheckpointPlace, content: ContiguousArray<UInt8>)] {
    defer { waiting = [] }
    return waiting
  }

  /// Whether at least `stride` events lie between a saved checkpoint and a position.
  private func isDue(_ saved: Saved, _ position: EventID, every stride: Int) -> Bool {
    Int(position.rawValue) - Int(saved.sequence.rawValue) >= stride
  }

  /// Adds a checkpoint to the checkpoints to write.
  private mutating func save(
    _ part: CheckpointPart, _ state: borrowing Timeline, _ content: ContiguousArray<UInt8>
  ) -> Saved {
    let place = CheckpointPlace(part, of: state.lineage.branch, at: state.position)
    waiting.append((place, content))
    return Saved(sequence: state.position, byteCount: content.count)
  }
}
