internal import BrowserModel
internal import Timeline

/// When states are kept, and those that wait to be written.
///
/// The more there is of a state, the further apart it is kept, so that checkpoints cost a fixed share
/// of the log however many tabs are open.
struct CheckpointSchedule {
  /// What waits to be written.
  private var waiting: [(place: CheckpointPlace, content: ContiguousArray<UInt8>)] = []
  private var session: Kept
  private var library: Kept
  private var timeline: Kept

  /// What was kept last of one part.
  struct Kept {
    var sequence = EventID.nothing
    var byteCount = 0
  }

  /// How many bytes of checkpoints may go with an event.
  private static let sessionBytesPerEvent = 16
  private static let libraryBytesPerEvent = 3
  /// What is kept rarely is found by reading on from there; what is kept for opening a log is kept
  /// often, as only the newest of it stays.
  private static let leastLibraryStride = 65_536
  private static let leastTimelineStride = 2_048
  private static let timelineBytesPerEvent = 256

  /// How far behind a session the log goes on, at most, before another one is kept; nearly always.
  static func longestDistance(behind session: Kept) -> Int {
    leastLibraryStride + 2 * session.byteCount / sessionBytesPerEvent
  }

  init(session: Kept, library: Kept, timeline: Kept) {
    self.session = session
    self.library = library
    self.timeline = timeline
  }

  /// Keeps of a state what is due.
  mutating func look(at state: borrowing Timeline) {
    guard state.isSettled else { return }
    let position = state.position
    let sessionStride = session.byteCount / Self.sessionBytesPerEvent
    if isDue(session, position, every: max(Int(Timeline.strideOfLooks), sessionStride)) {
      session = keep(.session, state, state.browser.sessionSnapshot())
    }
    let libraryStride = library.byteCount / Self.libraryBytesPerEvent
    if !state.browser.isLibraryMissing,
      isDue(library, position, every: max(Self.leastLibraryStride, libraryStride))
    {
      library = keep(.library, state, state.browser.librarySnapshot())
    }
  }

  /// Keeps the whole timeline for the next opening, if that is due.
  mutating func lookForOpening(at state: borrowing Timeline) {
    let stride = max(Self.leastTimelineStride, timeline.byteCount / Self.timelineBytesPerEvent)
    guard isDue(timeline, state.position, every: stride),
      let content = state.snapshot()
    else { return }
    timeline = keep(.timeline, state, content)
  }

  mutating func takeWaiting() -> [(place: CheckpointPlace, content: ContiguousArray<UInt8>)] {
    defer { waiting = [] }
    return waiting
  }

  private func isDue(_ kept: Kept, _ position: EventID, every stride: Int) -> Bool {
    Int(position.rawValue) - Int(kept.sequence.rawValue) >= stride
  }

  private mutating func keep(
    _ part: CheckpointPart, _ state: borrowing Timeline, _ content: ContiguousArray<UInt8>
  ) -> Kept {
    let place = CheckpointPlace(part, of: state.lineage.branch, at: state.position)
    waiting.append((place, content))
    return Kept(sequence: state.position, byteCount: content.count)
  }
}

/// The key under which a checkpoint is stored: part, branch and sequence, so that the checkpoints of
/// a line stand in the order of their moments.
struct CheckpointKey {
  let bytes: [UInt8]

  /// How many bytes the checkpoints of one line and part have in common.
  static let sharedCount = 5

  init(_ place: CheckpointPlace) {
    bytes = [place.part.rawValue] + Self.bytes(of: place.branch) + Self.bytes(of: place.sequence)
  }

  /// The sequence that a stored key ends with; nil where it is none of ours.
  static func sequence(in key: UnsafeRawBufferPointer) -> EventID? {
    guard key.count == sharedCount + 4 else { return nil }
    let number = key.loadUnaligned(fromByteOffset: sharedCount, as: Int32.self)
    return EventID(Int32(bigEndian: number))
  }

  /// The same for a key of a part of a state; nil for any other key.
  static func stateSequence(in key: UnsafeRawBufferPointer) -> EventID? {
    guard let part = key.first, CheckpointPart(rawValue: part) != nil else { return nil }
    return sequence(in: key)
  }

  private static func bytes(of sequence: EventID) -> [UInt8] {
    withUnsafeBytes(of: sequence.rawValue.bigEndian) { Array($0) }
  }
}

/// What may take so long that a person wants to see how far it is.
public enum LongWork: Sendable {
  /// Folding a log, and keeping states of it on the way: at a first opening.
  case opening
  /// Making the index of pages.
  case indexing

  /// Is told now and then how many events of how many are done; at the end both are equal.
  public typealias Progress = (LongWork, _ done: Int, _ total: Int) -> Void
}
