import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// The number of events of each branch is known without reading the log.
struct BranchCountTests {
  @Test(arguments: [1, 2, 3])
  func `every lineage knows the number of events of each branch`(seed: Int) throws {
    let log = RandomLog(seed: UInt64(seed), length: 400)
    let naive = log.driver.events.filter { $0.branch.exists }
      .reduce(into: [BranchID: Int]()) { $0[$1.branch, default: 0] += 1 }
    #expect(!naive.isEmpty)
    let timeline = log.driver.timeline
    #expect(timeline.branchCounts == naive)
    for branch in timeline.branches {
      let lineage = try #require(try timeline.branch(branch.id, ListedEvents(log.driver)))
      #expect(lineage.branchCounts == naive)
    }
    var again = Timeline()
    try again.catchUp(ListedEvents(log.driver))
    #expect(again.branchCounts == naive)
    try again.refold(ListedEvents(log.driver))
    #expect(again.branchCounts == naive)
  }
}
