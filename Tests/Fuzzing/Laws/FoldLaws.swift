import BrowserModel
import EventCoding
import RetraceTimeline
import TestSupport

/// Laws for a log of any events. The input is a sequence of records, each preceded by a byte with its
/// length.
enum FoldLaws {
  /// Enough events for all interesting states, and few enough to check thousands of logs in a
  /// second.
  private static let maximumEvents = 64

  static func check(_ input: [UInt8]) throws {
    var log = MemoryEvents()
    var events: [Event] = []
    var rest = input[...]
    while let length = rest.popFirst(), events.count < maximumEvents {
      let covered = rest.prefix(Int(length))
      rest = rest.dropFirst(Int(length))
      let record = RecordLaws.sealed(covered, log.next)
      guard let event = try? EventDecoder.decode(record.span.bytes, sequence: log.next) else {
        continue
      }
      log.append(stored: record.span.bytes)
      events.append(event)
    }
    try fold(log, events)
  }

  private static func fold(_ log: MemoryEvents, _ events: [Event]) throws {
    var timeline = Timeline()
    timeline.catchUp(log)
    let state = timeline.readState(log)
    try soundness(of: state)
    let naive = NaiveTimeline(events)
    try hold(timeline.browser.hasSameContent(as: naive.browser), "a fold is not what is defined")
    try hold(state.library == naive.state.library, "the library is another one")
    try resume(state)
    if let batch = timeline.batchToUndo(log) {
      try hold(!timeline.undoneBatches(at: .present).contains(batch), "what is undone is undone")
    }
    try decide(state, log, seed: UInt64(events.count) &+ UInt64(log.log.byteCount) << 8)
  }

  static func soundness(of state: ProfileState) throws(BrokenLaw) {
    let broken = state.brokenInvariants()
    try hold(broken.isEmpty, "\(broken)")
  }

  /// A state is unchanged after it was converted to a snapshot and back.
  private static func resume(_ state: ProfileState) throws {
    let (browser, library) = (state.browser.snapshot(), state.library.snapshot())
    try hold(Browser(snapshot: browser.span.bytes) == state.browser, "a snapshot of the browser")
    try hold(Library(snapshot: library.span.bytes) == state.library, "a snapshot of the library")
  }

  /// In any state, actions are decided or refused, and the state remains valid.
  static func decide(_ state: ProfileState, _ log: MemoryEvents, seed: UInt64) throws(BrokenLaw) {
    var state = state
    var actions = RandomActions(seed: seed)
    var next = max(log.next, state.browser.sequence.advanced(by: 1))
    for _ in 0..<4 {
      let draft: Draft
      do throws(Refusal) {
        draft = try state.decide(actions.next(state), next: next, text: log)
      } catch {
        continue
      }
      let batch = BatchID(next)
      for body in draft.bodies {
        state.apply(Event(sequence: next, batch: batch, milliseconds: 1, body: body))
        next = next.advanced(by: 1)
      }
      try soundness(of: state)
    }
  }
}
