import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// An undo of a program's actions, or of an old action, does not revert actions that later actions
/// of others depend on.
@Suite(.timeLimit(.minutes(30))) struct KeptActionTests {
  private static let person = Origin()
  private static let agent = Origin(agent: "agent", run: 7)
  private static let twin = Origin(agent: "agent", run: 8)

  private func open(_ store: Store, _ host: String, by origin: Origin) throws -> TabID {
    let action = Action.open(OpenTab(Destination("http://\(host)/")))
    return try #require(try store.perform(action, by: origin).openedTab)
  }

  private let all = UndoScope.program(ProgramActions(by: "agent"))

  @Test func `a window in which others have opened a tab stays open`() throws {
    let store = try Store.inMemory()
    let first = try open(store, "a.example", by: Self.agent)
    let second = try open(store, "b.example", by: Self.person)
    let before = try store.readState()
    let kept = [KeptAction(batch: BatchID(EventID(1)), reason: second.event)]
    #expect(try store.planOfUndo(all).kept == kept)
    #expect(try store.previewsOfUndo(all).map(\.kept) == [kept])
    let undone = try store.undo(all)
    #expect(undone.results.isEmpty)
    #expect(undone.plan.kept == kept)
    #expect(try store.readState() == before)
    #expect(store.browser.tabs.map(\.id) == [first, second])
    let taken = try store.undo(all, includingLater: true)
    #expect(taken.results.map(\.batch) == [BatchID(EventID(1))])
    #expect(store.browser.tabs.isEmpty)
  }

  @Test func `a tab that others have used stays open, and a tab that they have closed does not`()
    throws
  {
    let uses: [(TabID) -> Action] = [
      { .go($0, Destination("http://c.example/")) }, { .pin($0, true) }, { .mute($0, true) },
      { .moveBy($0, places: -1) }, { .duplicate($0) }, { .moveToNewWindow($0) },
    ]
    for use in uses {
      let store = try Store.inMemory()
      _ = try open(store, "a.example", by: Self.person)
      let tab = try open(store, "b.example", by: Self.agent)
      let used = try store.perform(use(tab)).events[0].sequence
      #expect(try store.undo(all).plan.kept.map(\.batch) == [BatchID(tab.event)])
      #expect(store.browser.tab(tab) != nil, "\(used)")
    }
    let store = try Store.inMemory()
    _ = try open(store, "a.example", by: Self.person)
    let tab = try open(store, "b.example", by: Self.agent)
    try store.perform(.select(tab))
    try store.perform(.closeTabs([tab]))
    #expect(try store.undo(all).plan.kept == [])
    #expect(store.browser.closed.isEmpty)
  }

  @Test func `a group that others have extended remains, and the other actions are undone`() throws
  {
    let store = try Store.inMemory()
    let tabs = try ["a.example", "b.example"].map { try open(store, $0, by: Self.person) }
    let made = try store.perform(.group([tabs[0]], title: "g"), by: Self.agent)
    let group = try #require(store.browser.groups.first?.id)
    try store.perform(.mute(tabs[0], true), by: Self.agent)
    try store.perform(.group([tabs[1]], into: group))
    let undone = try store.undo(all)
    #expect(undone.plan.kept.map(\.batch) == [made.events[0].batch])
    #expect(undone.results.count == 1)
    #expect(store.browser.tabs.map(\.group) == [group, group])
    #expect(store.browser.tabs.map(\.isMuted) == [false, false])
  }

  @Test func `undo of an action by number depends on others, not on later actions of its author`()
    throws
  {
    let store = try Store.inMemory()
    let tab = try open(store, "a.example", by: Self.agent)
    try store.perform(.pin(tab, true), by: Self.agent)
    #expect(try store.planOfUndo(.events([tab.event])).kept == [])
    let muted = try store.perform(.mute(tab, true), by: Self.twin).events[0].sequence
    #expect(
      try store.planOfUndo(.events([tab.event])).kept == [
        KeptAction(batch: BatchID(tab.event.advanced(by: -1)), reason: muted)
      ])
  }

  @Test func `two programs with one name are two runs`() throws {
    let store = try Store.inMemory()
    let first = try open(store, "a.example", by: Self.agent)
    let second = try open(store, "b.example", by: Self.twin)
    let third = try open(store, "c.example", by: Self.agent)
    let own = ProgramActions(by: "agent", runs: .run(of: second.event))
    #expect(try store.planOfUndo(.program(own)).batches == [BatchID(second.event)])
    let plan = try store.planOfUndo(all)
    #expect(plan.batches == [BatchID(third.event)])
    #expect(plan.kept.map(\.batch) == [BatchID(first.event.advanced(by: -1))])
    #expect(plan.otherRuns.map(\.batches) == [[BatchID(second.event)]])
    let both = ProgramActions(by: "agent", runs: .all)
    #expect(try store.undo(.program(both)).results.count == 3)
    #expect(store.browser.tabs.isEmpty)
  }

  @Test func `actions of another console do not affect the redo of this console`() throws {
    let store = try Store.inMemory()
    let (here, there) = (Origin(run: 1), Origin(run: 2))
    let tab = try open(store, "a.example", by: here)
    try store.perform(.pin(tab, true), by: here)
    try store.undo(by: here)
    try store.perform(.mute(tab, true), by: there)
    #expect(try refusal { try store.redo(by: there) }?.code == .nothingToDo)
    try store.redo(by: here)
    #expect(store.browser.tab(tab)?.isPinned == true)
    #expect(store.browser.tab(tab)?.isMuted == true)
    try store.undo(event: EventID(3), by: here)
    try store.perform(.mute(tab, false), by: here)
    #expect(try refusal { try store.redo(by: here) }?.code == .nothingToDo)
  }

  @Test func `a redo that would revert actions of others is rejected`() throws {
    let store = try Store.inMemory()
    let (here, there) = (Origin(run: 1), Origin(run: 2))
    let tab = try open(store, "a.example", by: here)
    let closed = try store.perform(.closeTabs([tab]), by: here).events[0].sequence
    try store.undo(by: here)
    let muted = try store.perform(.mute(tab, true), by: there).events[0].sequence
    let reason = try refusal { try store.redo(by: here) }
    #expect(reason?.code == .notAllowed)
    #expect(reason?.events == [muted])
    #expect(store.browser.tab(tab) != nil)
    try store.redo(event: closed, by: here)
    #expect(store.browser.tab(tab) == nil)
  }

  @Test(arguments: 0..<60)
  func `objects that others refer to exist after an undo`(seed: Int) throws {
    let store = try Store.inMemory()
    var actions = RandomActions(seed: UInt64(seed))
    let origins = [Self.person, Origin(run: 3), Self.agent, Self.twin]
    var authors: [BatchID: Int] = [:]
    for _ in 0..<60 {
      let number = actions.random.below(4)
      var origin = origins[number]
      let events = try store.events()
      if let cause = events.suffix(6).randomElement(using: &actions.random),
        actions.random.once(in: 6)
      {
        origin.actor = .page
        origin.cause = cause.sequence
      }
      var batch: BatchID?
      if actions.random.once(in: 12) {
        // The consequences of the undo have the same author.
        _ = try refusal { batch = try store.undo(by: origin).performed.events.first?.batch }
      } else {
        _ = try refusal {
          batch = try store.perform(actions.next(try store.readState()), by: origin).events.first?
            .batch
        }
      }
      guard let batch else { continue }
      // Both consoles belong to the user.
      authors[batch] = max(number, 1)
      if origin.actor == .page {
        let of = events.first { $0.sequence == origin.cause }?.batch
        authors[batch] = of.flatMap { authors[$0] }
      }
    }
    for turn in 0..<4 {
      let before = try store.events()
      let undone = store.timeline.undoneBatches
      guard let event = before.randomElement(using: &actions.random)?.sequence else { continue }
      let selection: UndoScope =
        turn % 2 == 0
        ? .program(ProgramActions(by: "agent", runs: .run(of: event))) : .events([event])
      guard let plan = try? store.planOfUndo(selection) else { continue }
      let preview = try store.previewsOfUndo(selection)
      let wanted = try store.planOfUndo(selection, includingLater: true).batches
      let author = authors[wanted[0]]
      #expect(Set(plan.batches).union(plan.kept.map(\.batch)) == Set(wanted))
      // The plan was computed without writing.
      #expect(try store.events() == before)
      let done = try store.undo(selection)
      let gone = store.timeline.undoneBatches.subtracting(undone)
      #expect(done.results.map(\.batch) == plan.batches)
      if let shown = preview.first {
        #expect(try store.readState().hasSameContent(as: shown.state))
      }
      func isOthers(_ event: Event) -> Bool {
        authors[event.batch].map { $0 != author } ?? false
      }
      // The consequences of a kept action are kept with it.
      let kept = Set(plan.kept.map(\.batch))
      func lacking(keeping kept: Set<BatchID>, without goes: Set<BatchID>) -> [EventID] {
        let stays = NaiveTimeline.batches(before, thatGoWith: kept)
        return NaiveTimeline.lacking(before, without: goes) {
          isOthers($0) || stays.contains($0.batch)
        }
      }
      #expect(lacking(keeping: kept, without: gone) == [], "\(plan.kept)")
      // Each kept action has a reason.
      for action in plan.kept {
        let fewer = kept.subtracting([action.batch])
        let goes = NaiveTimeline.batches(before, thatGoWith: Set(wanted).subtracting(fewer))
        let lacking = lacking(keeping: fewer, without: goes)
        #expect(!lacking.isEmpty, "\(action) of \(plan.kept)")
      }
      if !kept.isEmpty {
        try store.undo(selection, includingLater: true)
        #expect(store.timeline.undoneBatches.isSuperset(of: wanted))
      }
    }
  }
}
