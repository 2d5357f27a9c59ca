import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Two processes on one profile.
@Suite(.serialized) struct ProcessTests {
  @Test func `each process sees the other's events before it decides`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let probe = try ProbeProcess("serve", profile.path)
    #expect(try probe.ask("open http://a.example/") == "2")
    for round in 1...5 {
      #expect(try store.open("http://b.example/").rawValue == Int32(round * 2 + 1))
      #expect(try probe.ask("open http://a.example/") == "\(round * 2 + 2)")
    }
    #expect(try probe.ask("state") == "12 tabs 11 sound")
    try store.catchUp()
    #expect(store.browser.windowOrder.count == 1)
    try expectSound(store, newest: 12)
  }

  @Test func `an undo of one process is seen by the other`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let probe = try ProbeProcess("serve", profile.path)
    let tab = try store.open("http://a.example/")
    try store.perform(.pin(tab, true))
    #expect(try probe.ask("undo") == "4")
    #expect(store.browser.tab(tab)?.isPinned == true)
    #expect(try store.catchUp())
    #expect(store.browser.tab(tab)?.isPinned == false)
    #expect(try probe.ask("state") == "4 tabs 1 sound")
    try store.redo()
    #expect(store.browser.tab(tab)?.isPinned == true)
    #expect(try probe.ask("undo") == "6")
    #expect(try probe.ask("undo") == "7")
    #expect(try refusal { try store.perform(.pin(tab, false)) }?.code == .noSuchTab)
    #expect(store.browser.tabCount == 0)
    try expectSound(store, newest: 7)
  }

  /// Each process chooses its steps from the state that it sees, so it acts on objects of the other
  /// process.
  @Test(arguments: [UInt64(1), 2])
  func `both write at the same time and lose nothing`(_ seed: UInt64) throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let probe = try ProbeProcess("serve", profile.path)
    #expect(try probe.ask("open") == "2")
    try probe.tell("random \(seed + 100) 120")
    var steps = RandomSteps(seed: seed)
    var own: [EventID] = []
    for _ in 0..<120 {
      guard case .action(let action, let actor) = try steps.next(store.readState()) else {
        continue
      }
      _ = try refusal {
        own += try store.perform(action, by: Origin(actor, via: .key)).events.map(\.sequence)
      }
    }
    let last = try #require(try probe.answer())
    #expect(last.wholeMatch(of: /[0-9]+/) != nil)
    try store.catchUp()
    let events = try store.events()
    #expect(events.filter { $0.via == .key }.map(\.sequence) == own)
    #expect(events.count > own.count + 50)
    let newest = Int(store.browser.sequence.rawValue)
    try expectSound(store, newest: newest)
    #expect(
      try probe.ask("state") == "\(newest) tabs \(store.browser.tabCount) sound")
  }

  private func expectSound(_ store: Store, newest: Int) throws {
    let events = try store.events()
    #expect(events.map(\.sequence.rawValue) == Array(1...Int32(newest)))
    #expect(try store.readState() == NaiveTimeline(events).state)
    #expect(try store.readState().brokenInvariants() == [])
  }

  // MARK: Full disk

  @Test func `on a full disk an action is rejected, and later actions succeed`() throws {
    let profile = try TestProfile()
    let probe = try ProbeProcess("serve", profile.path)
    #expect(try probe.ask("open http://a.example/") == "2")
    #expect(try probe.ask("limit 400000") == "2")
    let sentence = try #require(try probe.ask("fill"))
    #expect(sentence.hasPrefix("failed "))
    #expect(sentence.contains("the last action was not saved"))
    let state = try #require(try probe.ask("state"))
    let newest = try #require(state.split(separator: " ").first.flatMap { Int32($0) })
    #expect(newest > 5)
    #expect(state == "\(newest) tabs \(newest - 1) sound")
    #expect(try #require(try probe.ask("fill")).hasPrefix("failed "))
    #expect(try probe.ask("state") == state)
    #expect(try probe.ask("limit none") == "\(newest)")
    #expect(try probe.ask("open http://b.example/") == "\(newest + 1)")
    let store = try profile.store()
    #expect(store.browser.tabCount == Int(newest))
    #expect(store.timeline.damaged.isEmpty)
  }
}
