import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// R1 and C1: the reports of pages and engines.
struct ReportTests {
  @Test func `R1: the newest title, scroll position and picture of an entry apply`() throws {
    var scene = try HistoryScene()
    for number in 1...2 {
      try scene.perform(
        .reportTitle(scene.tab, "\(number)"), .reportScroll(scene.tab, x: 1, y: Int32(number)),
        .reportPicture(scene.tab, blob: "\(number)"))
    }
    let row = try #require(scene.state.currentEntry)
    #expect(scene.driver.browser.title(of: row, text: scene.driver.log) == "2")
    #expect(scene.driver.log.text(.blob, of: row.picture) == "2")
    #expect(row.scroll.exists)
  }

  @Test func `R1: a report about an earlier or later entry changes that entry`() throws {
    var scene = try HistoryScene()
    let one = try #require(scene.state.currentEntry)
    try scene.link("two")
    try scene.perform(.reportScroll(scene.tab, content: one.content, x: 0, y: 7))
    #expect(scene.state.entries[0].scroll.exists)
    #expect(!scene.state.entries[1].scroll.exists)
  }

  @Test func `R1: a late report changes nothing`() throws {
    var scene = try HistoryScene()
    let before = try #require(scene.state.currentEntry)
    try scene.follow("two", .replace)
    let state = scene.driver.state
    for action in [
      Action.reportTitle(scene.tab, content: before.content, "late"),
      .reportScroll(scene.tab, content: before.content, x: 0, y: 0),
      .reportPicture(scene.tab, content: before.content, blob: "00"),
      .reportActivation(scene.tab, content: before.content),
    ] {
      let refusal = #expect(throws: Refusal.self) { try scene.perform(action) }
      #expect(refusal?.code == .noSuchEntry)
    }
    var body = PageTitled()
    body.tab = scene.tab
    body.content = before.content
    var draft = Draft()
    body.title = draft.text("late")
    draft.append(.page(.titled(body)))
    var driver = scene.driver
    driver.append(draft)
    #expect(driver.state.hasSameContent(as: state))
  }

  @Test func `R1: a report about another tab's entry changes nothing`() throws {
    var scene = try Scene("A* B")
    let other = try #require(scene.browser.tab(scene.tab("B"))?.currentEntry)
    let before = scene.browser
    var body = PageScrolled()
    body.tab = scene.tab("A")
    body.content = other.content
    scene.append(.page(.scrolled(body)))
    #expect(scene.browser.hasSameContent(as: before))
  }

  @Test func `C1: opening a session discards the loads of the previous session`() throws {
    var scene = try Scene("A* B")
    try scene.perform(.openSession(frontEnd: "shell"))
    try scene.perform(.startLoad(scene.tab("A"), .named("N")))
    try scene.perform(.openSession(frontEnd: "shell"))
    #expect(scene.browser.tab(scene.tab("A"))?.status == .discarded)
    #expect(scene.browser.tab(scene.tab("A"))?.pending == nil)
    #expect(scene.browser.tab(scene.tab("B"))?.status == .complete)
  }

  @Test func `C1: after two quick crashes, the tab that loaded last is suspect`() throws {
    var scene = try Scene("A* B")
    for _ in 0..<2 {
      try scene.perform(.openSession(frontEnd: "shell"))
      try scene.perform(.reload(scene.tab("A"), isLoading: true))
      try scene.perform(.reload(scene.tab("B"), isLoading: true))
      #expect(!scene.browser.health.isSuspect)
    }
    try scene.perform(.openSession(frontEnd: "shell"))
    #expect(scene.browser.health.isSuspect)
    #expect(scene.browser.health.suspectTab == scene.tab("B"))
    try scene.perform(.endSession)
    #expect(!scene.browser.health.isSuspect)
  }

  @Test(arguments: [(60_000, true), (60_001, false)])
  func `C1: a crash is quick if it happens within a minute of the opening`(
    after: Int64, isQuick: Bool
  ) throws {
    var driver = ModelDriver()
    try driver.perform(.openSession(frontEnd: "shell"))
    try driver.perform(.openSession(frontEnd: "shell"))
    driver.milliseconds += after - 1_000
    try driver.perform(.open(OpenTab()))
    try driver.perform(.openSession(frontEnd: "shell"))
    #expect(driver.browser.health.isSuspect == isQuick)
  }

  @Test func `C1: a session that ended did not crash`() throws {
    var driver = ModelDriver()
    for _ in 0..<5 {
      try driver.perform(.openSession(frontEnd: "shell"))
      try driver.perform(.endSession)
    }
    #expect(!driver.browser.health.isSuspect)
    #expect(driver.browser.health.quickCrashes == 0)
  }
}
