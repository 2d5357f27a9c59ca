internal import BrowserModel
internal import RetraceTimeline

/// Decides when a checkpoint is due, and holds those that are yet to be written.
///
/// The larger a state, the further apart its checkpoints are, so they cost a fixed share of the
/// log however many tabs are open. The browser and the library are stored apart; a whole timeline,
/// for the next opening, holds the browser as well.
struct CheckpointSchedule {
  /// What is yet to be written.
  private var waiting: [(place: CheckpointPlace, content: ContiguousArray<UInt8>)] = []
  /// The newest checkpoint of the browser.
  private var browser: Saved
  /// The newest checkpoint of the library.
  private var library: Saved
  /// The newest checkpoint for an opening.
  private var timeline: Saved

  /// The newest checkpoint of one part: its event, and its size.
  struct Saved {
    var sequence = EventID.nothing
    var byteCount = 0
  }

  /// The most bytes of browser checkpoints for one event, on average.
  private static let browserBytesPerEvent = 16
  /// The most bytes of library checkpoints for one event, on average.
  private static let libraryBytesPerEvent = 3
  /// The fewest events between two library checkpoints. They may be rare: what changed since is
  /// found by reading on from there.
  private static let leastLibraryStride = 65_536
  /// The fewest events between two checkpoints for an opening. They may be frequent: only the
  /// newest is kept.
  private static let leastTimelineStride = 2_048
  /// The most bytes written of timeline checkpoints for one event, on average.
  private static let timelineBytesPerEvent = 256

  /// Returns how many events may follow a browser checkpoint before there is another one, nearly
  /// always.
  static func longestDistance(behind browser: Saved) -> Int {
    leastLibraryStride + 2 * browser.byteCount / browserBytesPerEvent
  }

  /// Goes on from the newest checkpoints of a log.
  init(browser: Saved, library: Saved, timeline: Saved) {
    self.browser = browser
    self.library = library
    self.timeline = timeline
  }

  /// Takes a snapshot of each part that is due.
  mutating func check(_ state: borrowing Timeline) {
    guard state.isUpToDate else { return }
    let position = state.position
    let stride = browser.byteCount / Self.browserBytesPerEvent
    if isDue(browser, position, every: max(Int(Timeline.strideOfLooks), stride)) {
      browser = save(.browser, state, state.browser.snapshot())
    }
    let libraryStride = library.byteCount / Self.libraryBytesPerEvent
    if state.isLibrarySettled, let read = state.library,
      isDue(library, position, every: max(Self.leastLibraryStride, libraryStride))
    {
      library = save(.library, state, read.snapshot())
    }
  }

  /// Takes a snapshot of the whole timeline, if that is due.
  mutating func checkWholeTimeline(_ state: borrowing Timeline) {
    let stride = max(Self.leastTimelineStride, timeline.byteCount / Self.timelineBytesPerEvent)
    guard isDue(timeline, state.position, every: stride),
      let content = state.snapshot()
    else { return }
    timeline = save(.timeline, state, content)
  }

  /// Returns the checkpoints to write, and forgets them.
  mutating func removeWaiting() -> [(place: CheckpointPlace, content: ContiguousArray<UInt8>)] {
    defer { waiting = [] }
    return waiting
  }

  /// Whether a number of events has passed since the newest checkpoint.
  private func isDue(_ saved: Saved, _ position: EventID, every stride: Int) -> Bool {
    Int(position.rawValue) - Int(saved.sequence.rawValue) >= stride
  }

  /// Adds a checkpoint to those that are to be written.
  private mutating func save(
    _ part: CheckpointPart, _ state: borrowing Timeline, _ content: ContiguousArray<UInt8>
  ) -> Saved {
    let place = CheckpointPlace(part, of: state.lineage.branch, at: state.position)
    waiting.append((place, content))
    return Saved(sequence: state.position, byteCount: content.count)
  }
}
