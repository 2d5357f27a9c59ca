import BrowserModel
import TestSupport
import Testing

/// The goal of a tab for an engine, which is computed without copying the history.
struct TabGoalTests {
  @Test func `a goal has the properties of its tab`() throws {
    var scene = try HistoryScene()
    try scene.perform(.follow(scene.tab, Destination("http://a.example/two")))
    try scene.perform(.zoomTemporarily(scene.tab, .set(ZoomLevel(percent: 150))))
    try scene.perform(.startTravel(scene.tab, by: -1))
    let (tab, browser) = (scene.state, scene.driver.browser)
    let goal = try #require(browser.goal(of: scene.tab))
    #expect(goal.tab == tab.id)
    #expect(goal.wanted == tab.wanted)
    #expect(goal.pending == tab.pending)
    #expect(goal.pendingEntry == tab.entries[0].id)
    #expect(goal.current == tab.entries[1].content)
    #expect([goal.count, goal.index] == [2, 1])
    #expect(goal.status == .loading)
    #expect(goal.temporaryZoom == ZoomLevel(percent: 150))
    #expect(browser.loadingTabs == [scene.tab])
    #expect(browser.goal(of: .nothing) == nil)
  }

  @Test func `nothing is pending in an idle tab`() throws {
    let scene = try HistoryScene()
    let goal = try #require(scene.driver.browser.goal(of: scene.tab))
    #expect(!goal.pending.exists)
    #expect(!goal.pendingEntry.exists)
    #expect(scene.driver.browser.loadingTabs == [])
  }

  @Test(arguments: [false, true])
  func `entries are visited from the newest until the visitor has enough`(isPacked: Bool) throws {
    var scene = try HistoryScene()
    for page in ["two", "three"] {
      try scene.perform(.follow(scene.tab, Destination("http://a.example/\(page)")))
    }
    var browser = scene.driver.browser
    if isPacked {
      let snapshot = browser.snapshot()
      let copy = Browser(snapshot: snapshot.span.bytes)
      browser = try #require(copy)
    }
    var visited: [HistoryEntry] = []
    browser.visitEntries(of: scene.tab) { entry in
      visited.append(entry)
      return visited.count < 2
    }
    #expect(visited == [scene.state.entries[2], scene.state.entries[1]])
    browser.visitEntries(of: .nothing) { _ in
      Issue.record("A missing tab has an entry.")
      return true
    }
  }
}
