import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// Small handwritten examples of lineages, moments, names and undo records.
struct LineTests {
  @Test func `a branch shares the past and has its own future`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    let fork = driver.log.newestEvent()
    try driver.perform(.open(OpenTab()))
    let branch = driver.branch("other", from: fork)
    driver.switchBranch(to: branch)
    #expect(driver.browser.tabCount == 1)
    try driver.perform(.addBookmark(NewBookmark(.folder, title: "f")))
    #expect(driver.library.bookmarks.count == 1)
    driver.switchBranch(to: .nothing)
    #expect(driver.browser.tabCount == 2)
    #expect(driver.library.bookmarks.count == 0)
    #expect(driver.timeline.branch(BranchID(999), driver.log) == nil)
  }

  @Test func `undo on a branch does not change the other lineage`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    try driver.perform(.open(OpenTab()))
    let fork = driver.log.newestEvent()
    let branch = driver.branch("other", from: fork)
    driver.switchBranch(to: branch)
    driver.undo()
    #expect(driver.browser.tabCount == 1)
    driver.switchBranch(to: .nothing)
    #expect(driver.browser.tabCount == 2)
    #expect(driver.redo() == 0)
    #expect(driver.undo() == 1)
    #expect(driver.browser.tabCount == 1)
  }

  @Test func `names can be found, moved and removed`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    driver.mark("a", EventID(1))
    driver.mark("b", EventID(2))
    driver.mark("a", EventID(2))
    let branch = driver.branch("c", from: EventID(2))
    driver.mark("b", .nothing)
    let names = driver.timeline.names(driver.log)
    #expect(names.map(\.name) == ["a", "c"])
    guard case .mark(let mark) = names[0].meaning, case .branch(let found) = names[1].meaning else {
      Issue.record("\(names)")
      return
    }
    #expect(mark.moment == EventID(2))
    #expect(found == driver.timeline.branches[0])
    #expect(found.id == branch)
    #expect(driver.timeline.named("b", driver.log) == nil)
  }

  @Test(arguments: [
    "", "12", "-5", "-x", "@2h", "#3", "start", "Now", "MAIN", "a b", "a\tb", "x\u{202E}y",
    String(repeating: "x", count: 101),
  ])
  func `a name must be visible and must not look like a point`(name: String) {
    #expect(PointName.refusal(of: name) != nil)
  }

  @Test(arguments: ["before-trip", "2026-11", "ÿ", "a#b", "now-ish"])
  func `all other names are allowed`(name: String) { #expect(PointName.refusal(of: name) == nil) }

  @Test func `a batch is identified by any of its events and by its undo`() throws {
    var driver = ModelDriver()
    try driver.perform(.openWindow())
    try driver.perform(.select(driver.browser.windows[0].activeTab))
    try driver.perform(.addBookmark(NewBookmark(.folder, title: "f")))
    #expect(try driver.timeline.batchToUndo(naming: EventID(2), driver.log).get() == BatchID(1))
    driver.append(naming: BatchID(1), isUndo: true)
    let undo = driver.log.newestEvent()
    #expect(throws: Refusal.self) {
      try driver.timeline.batchToUndo(naming: undo, driver.log).get()
    }
    #expect(try driver.timeline.batchToRedo(naming: undo, driver.log).get() == BatchID(1))
    #expect(throws: Refusal.self) {
      try driver.timeline.batchToUndo(naming: EventID(99), driver.log).get()
    }
  }

  @Test func `a preview reports the losses of later events`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    try driver.perform(.open(OpenTab(Destination("http://a.example/"))))
    let tab = driver.browser.windows[0].activeTab
    try driver.perform(.reportTitle(tab, "A"), by: .page)
    try driver.perform(.pin(tab, true))
    try driver.perform(.addBookmark(NewBookmark(.folder, title: "f")))
    let opening = BatchID(tab.event)
    let preview = driver.timeline.previewOfUndo([opening], driver.log)
    #expect(preview.lostCount == 2)
    driver.append(naming: opening, isUndo: true)
    #expect(driver.state.hasSameContent(as: preview.state))
    let back = driver.timeline.previewOfRedo([opening], driver.log)
    #expect(back.lostCount == 0)
    #expect(back.state.browser.tabCount == 2)
  }
}
