import BrowserModel
import EventLog
import Session
import TestSupport
import Testing
import Timeline

/// Actions, undo and redo on a profile, and the state that another opening finds.
@Suite struct ActingTests {
  @Test func `an action is on disk when it returns`() throws {
    let profile = try TestProfile()
    var before: Browser?
    do {
      let session = try profile.session()
      let tab = try session.open("http://a.example/")
      try session.perform(.go(tab, Destination("http://b.example/")))
      try session.perform(.pin(tab, true))
      try session.perform(.closeTabs([try session.open("http://c.example/")]))
      before = session.browser
    }
    let again = try profile.session()
    #expect(again.browser == before)
    #expect(again.browser.tabCount == 1)
    #expect(again.browser.closed.count == 1)
    #expect(again.timeline.damaged.isEmpty)
  }

  @Test func `undo and redo lead back and forth over an opening`() throws {
    let profile = try TestProfile()
    var states: [Browser] = []
    var session: Session? = try profile.session()
    let urls = ["http://a.example/", "http://b.example/", "http://c.example/"]
    for url in urls {
      states.append(try #require(session).browser)
      try session?.open(url)
    }
    states.append(try #require(session).browser)
    for state in states.dropLast().reversed() {
      session = nil
      session = try profile.session()
      try session?.undo()
      #expect(session?.browser.saysTheSame(as: state) == true)
    }
    #expect(try refusal { try session?.undo() }?.code == .nothingToDo)
    for state in states.dropFirst() {
      session = nil
      session = try profile.session()
      try session?.redo()
      #expect(session?.browser.saysTheSame(as: state) == true)
    }
    #expect(try refusal { try session?.redo() }?.code == .nothingToDo)
    #expect(try session?.events().count == 4 + 3 + 3)
  }

  @Test func `redo is void after something else`() throws {
    let session = try Session.inMemory()
    try session.open()
    try session.undo()
    try session.open()
    #expect(try refusal { try session.redo() }?.code == .nothingToDo)
  }

  @Test func `a closed tab is reopened, and undo closes it again`() throws {
    let session = try Session.inMemory()
    try session.open()
    let tab = try session.open("http://a.example/")
    let before = try #require(session.browser.tab(tab))
    try session.perform(.closeTabs([tab]))
    let closed = session.browser
    try session.reopen(tab)
    #expect(session.browser.tab(tab)?.rows == before.rows)
    try session.undo()
    #expect(session.browser.saysTheSame(as: closed))
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `every opening finds the state that was left`(_ seed: UInt64) throws {
    let profile = try TestProfile()
    let memory = try Session.inMemory()
    var steps = RandomSteps(seed: seed)
    for _ in 0..<6 {
      let session = try profile.session()
      #expect(session.browser == memory.browser)
      #expect(session.timeline.undoneBatches == memory.timeline.undoneBatches)
      for _ in 0..<25 {
        let step = steps.next(memory.browser)
        #expect(try session.perform(step) == memory.perform(step))
      }
      #expect(session.browser == memory.browser)
      #expect(session.browser == NaiveTimeline(try session.events()).browser)
      #expect(session.browser.brokenInvariants() == [])
      #expect(try session.records() == memory.records())
    }
  }

  @Test func `a refused action leaves nothing`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    try session.open()
    let (browser, records) = (session.browser, try session.records())
    #expect(try refusal { try session.perform(.pin(EventID(99), true)) }?.code == .noSuchTab)
    #expect(session.browser == browser)
    #expect(try session.records() == records)
  }

  @Test func `a session that only reads refuses to write`() throws {
    let profile = try TestProfile()
    let tab = try profile.session().open()
    let session = try profile.session(.readOnly)
    #expect(session.browser.tab(tab) != nil)
    for attempt in [{ _ = try session.open() }, { _ = try session.undo() }] {
      do {
        try attempt()
        Issue.record("It was written.")
      } catch SessionFailure.log(let failure) {
        #expect(failure.reason == .readOnly)
        #expect(failure.description.contains("can only be read"))
      }
    }
    #expect(session.browser.tabCount == 1)
    #expect(try session.records().count == 2)
  }

  @Test func `an undo leaves no trace of sites that were named`() throws {
    let session = try Session.inMemory()
    try session.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 125)))
    try session.undo()
    try session.perform(.zoomSite(host: "b.example", ZoomLevel(percent: 150)))
    try session.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 175)))
    try session.perform(.zoomSite(host: "b.example", ZoomLevel(percent: 200)))
    #expect(session.browser.zoom.sites.set.count == 2)
    #expect(session.browser == NaiveTimeline(try session.events()).browser)
  }
}
