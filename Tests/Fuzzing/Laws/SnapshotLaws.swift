import BrowserModel
import TestSupport

@testable import RetraceTimeline

/// Laws for any bytes that are decoded as a checkpoint. The first byte selects its kind.
///
/// ``FoldLaws`` checks that a state is unchanged after it was encoded and decoded.
enum SnapshotLaws {
  static func check(_ input: [UInt8]) throws {
    guard let choice = input.first else { return }
    let content = Array(input.dropFirst())
    let bytes = content.span.bytes
    switch choice % 4 {
    case 0:
      guard let browser = Browser(snapshot: bytes) else { return }
      try check(browser)
    case 1:
      guard let library = Library(snapshot: bytes) else { return }
      try FoldLaws.soundness(of: ProfileState(browser: Browser(), library: library))
      let written = library.snapshot()
      try hold(Library(snapshot: written.span.bytes) != nil, "a library cannot be read again")
      try goOn(ProfileState(browser: Browser(), library: library), seed: content.count)
    case 2:
      guard let timeline = Timeline(snapshot: bytes, of: .main) else { return }
      try check(timeline.browser)
      guard let written = timeline.snapshot() else { return }
      try hold(
        Timeline(snapshot: written.span.bytes, of: .main) != nil, "a timeline cannot be read again")
    default:
      guard let frame = CheckpointFrame(bytes, of: identity), frame.soundContent != nil else {
        return
      }
      _ = CheckpointFrame.bytes(bytes, withRecord: 5)
    }
  }

  private static let identity = CheckpointIdentity(
    part: 1, branch: BranchID(7), sequence: EventID(1_024), record: 99)

  private static func check(_ browser: Browser) throws {
    let state = ProfileState(browser: browser, library: Library())
    try FoldLaws.soundness(of: state)
    let written = browser.snapshot()
    try hold(Browser(snapshot: written.span.bytes) != nil, "a browser cannot be read again")
    try goOn(state, seed: written.count)
  }

  /// A fold continues from the state, with valid and invalid events.
  private static func goOn(_ state: ProfileState, seed: Int) throws {
    var state = state
    var facts = RandomFacts(seed: UInt64(seed))
    var next = EventID(max(state.browser.sequence.rawValue, 0)).advanced(by: 1)
    for _ in 0..<6 {
      for body in facts.next().bodies {
        state.apply(Event(sequence: next, batch: BatchID(next), milliseconds: 1, body: body))
        next = next.advanced(by: 1)
      }
      try FoldLaws.soundness(of: state)
    }
    try FoldLaws.decide(state, MemoryEvents(), seed: UInt64(seed))
  }
}
