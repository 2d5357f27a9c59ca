import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// A log with fewer events than were folded, because an older copy was put back.
@Suite struct ShorterLogTests {
  /// Two tabs, a branch after the first one, and a tab on the branch.
  private let events: [Event] = {
    func event(_ number: Int32, _ body: Body, branch: BranchID = .nothing) -> Event {
      Event(
        sequence: EventID(number), batch: BatchID(number), milliseconds: 1_000,
        branch: branch, body: body)
    }
    var branched = Branched()
    branched.from = EventID(1)
    return [
      event(1, .window(.opened(WindowOpened()))), event(2, .window(.opened(WindowOpened()))),
      event(3, .time(.branched(branched))),
      event(4, .window(.opened(WindowOpened())), branch: BranchID(3)),
      event(5, .window(.opened(WindowOpened()))),
      event(6, .window(.opened(WindowOpened())), branch: BranchID(3)),
    ]
  }()

  private func log(_ count: Int) -> MemoryEvents {
    var log = MemoryEvents()
    for event in events.prefix(count) { log.append(event, words: []) }
    return log
  }

  @Test func `a timeline stays on its branch if the log still contains the branch`() throws {
    var main = Timeline()
    main.catchUp(log(6))
    var branch = try #require(main.branch(BranchID(3), log(6)))
    #expect(branch.browser == NaiveTimeline(events, branch: BranchID(3)).browser)
    branch.catchUp(log(5))
    #expect(branch.lineage.branch == BranchID(3))
    #expect(branch.browser == NaiveTimeline(events.prefix(5), branch: BranchID(3)).browser)
    branch.catchUp(log(2))
    #expect(branch.lineage == .main)
    #expect(branch.browser == NaiveTimeline(events.prefix(2)).browser)
  }
}
