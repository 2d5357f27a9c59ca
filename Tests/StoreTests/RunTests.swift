import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// What programs did, run by run.
@Suite struct RunTests {
  private static let first = Origin(agent: "tidier", run: 7)
  private static let second = Origin(agent: "tidier", run: 8)
  private static let other = Origin(agent: "sorter", run: 9)

  @Test func `each run has its actions on all branches`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    try store.perform(.pin(tab, true), by: Self.first)
    let branch = BranchID(try store.branch("work", by: Self.second).sequence)
    try store.perform(.mute(tab, true), by: Self.other)
    try store.switchBranch(to: branch)
    try store.perform(.closeTabs([tab]), by: Self.second)
    try store.switchBranch(to: .nothing)
    try store.perform(.open(OpenTab(Destination("http://b.example/"))), by: Self.first)
    let batch = try #require(try store.events().first { $0.body == .tab(.muted(muted(tab))) }).batch
    try store.undo(event: batch.event)
    let runs = try store.runs()
    #expect(runs.map(\.name) == ["tidier", "tidier", "sorter"])
    #expect(runs.map(\.number) == [7, 8, 9])
    #expect(runs.map(\.actions) == [2, 2, 1])
    #expect(runs.map(\.undone) == [0, 0, 1])
    #expect(runs[0].id == "tidier/\(runs[0].first.rawValue)")
    #expect(runs[0].counts["tab.pinned"] == 1 && runs[0].counts["tab.opened"] == 1)
    #expect(runs[1].counts["time.branched"] == 1 && runs[1].counts["tab.closed"] == 1)
    #expect(runs[2].counts == ["tab.muted": 1])
    #expect(try store.runs(of: "sorter") == [runs[2]])
    #expect(try store.runs(of: "nobody") == [])
    #expect(try store.runs(after: runs[2].last).map(\.number) == [8, 7])
    for run in runs {
      for event in [run.first, run.last] {
        let found = try #require(try store.run(of: event))
        #expect(found.name == run.name && found.number == run.number)
      }
    }
    #expect(try store.run(of: EventID(1)) == nil)
    #expect(try store.run(of: EventID(999)) == nil)
  }

  private func muted(_ tab: TabID) -> TabMuted {
    var body = TabMuted()
    body.tab = tab
    body.isMuted = true
    return body
  }

  @Test func `single commands without a number are one run`() throws {
    let store = try Store.inMemory()
    let origin = Origin(agent: "script")
    try store.perform(.open(OpenTab(Destination("http://a.example/"))), by: origin)
    try store.open("http://b.example/")
    try store.perform(.open(OpenTab(Destination("http://c.example/"))), by: origin)
    let runs = try store.runs()
    #expect(runs.map(\.number) == [0])
    #expect(runs.map(\.actions) == [2])
    #expect(runs.map(\.first) == [EventID(1)])
  }
}
