import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Actions, undo and redo on a profile, and the state after reopening it.
@Suite struct ActingTests {
  @Test func `an action is on disk when it returns`() throws {
    let profile = try TestProfile()
    var before: ProfileState?
    do {
      let store = try profile.store()
      let tab = try store.open("http://a.example/")
      try store.perform(.go(tab, Destination("http://b.example/")))
      try store.perform(.pin(tab, true))
      try store.perform(.closeTabs([try store.open("http://c.example/")]))
      before = try store.readState()
    }
    let again = try profile.store()
    #expect(try again.readState() == before)
    #expect(again.browser.tabCount == 1)
    #expect(again.browser.closed.count == 1)
    #expect(again.timeline.damaged.isEmpty)
  }

  @Test func `undo and redo continue after reopening`() throws {
    let profile = try TestProfile()
    var states: [Browser] = []
    var store: Store? = try profile.store()
    let urls = ["http://a.example/", "http://b.example/", "http://c.example/"]
    for url in urls {
      states.append(try #require(store).browser)
      try store?.open(url)
    }
    states.append(try #require(store).browser)
    for state in states.dropLast().reversed() {
      store = nil
      store = try profile.store()
      try store?.undo()
      #expect(store?.browser.hasSameContent(as: state) == true)
    }
    #expect(try refusal { try store?.undo() }?.code == .nothingToDo)
    for state in states.dropFirst() {
      store = nil
      store = try profile.store()
      try store?.redo()
      #expect(store?.browser.hasSameContent(as: state) == true)
    }
    #expect(try refusal { try store?.redo() }?.code == .nothingToDo)
    #expect(try store?.events().count == 4 + 3 + 3)
  }

  @Test func `redo is not available after another action`() throws {
    let store = try Store.inMemory()
    try store.open()
    try store.undo()
    try store.open()
    #expect(try refusal { try store.redo() }?.code == .nothingToDo)
  }

  @Test func `a closed tab is reopened, and undo closes it again`() throws {
    let store = try Store.inMemory()
    try store.open()
    let tab = try store.open("http://a.example/")
    let before = try #require(store.browser.tab(tab))
    try store.perform(.closeTabs([tab]))
    let closed = try store.readState()
    try store.reopen(tab.event)
    #expect(store.browser.tab(tab)?.entries == before.entries)
    try store.undo()
    #expect(try store.readState().hasSameContent(as: closed))
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `every opening finds the last state`(_ seed: UInt64) throws {
    let profile = try TestProfile()
    let memory = try Store.inMemory()
    var steps = RandomSteps(seed: seed)
    for _ in 0..<6 {
      let store = try profile.store()
      #expect(try store.readState() == memory.readState())
      #expect(store.timeline.undoneBatches == memory.timeline.undoneBatches)
      for _ in 0..<25 {
        let step = steps.next(try memory.readState())
        #expect(try store.perform(step) == memory.perform(step))
      }
      #expect(try store.readState() == memory.readState())
      #expect(try store.readState() == NaiveTimeline(try store.events()).state)
      #expect(try store.readState().brokenInvariants() == [])
      #expect(try store.records() == memory.records())
    }
  }

  @Test func `a rejected action writes nothing`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    try store.open()
    let (state, records) = (try store.readState(), try store.records())
    #expect(try refusal { try store.perform(.pin(TabID(99), true)) }?.code == .noSuchTab)
    #expect(try store.readState() == state)
    #expect(try store.records() == records)
  }

  @Test func `a read-only store rejects actions`() throws {
    let profile = try TestProfile()
    let tab = try profile.store().open()
    let store = try profile.store(.readOnly)
    #expect(store.browser.tab(tab) != nil)
    for attempt in [{ _ = try store.open() }, { _ = try store.undo() }] {
      do {
        try attempt()
        Issue.record("It was written.")
      } catch let failure as LogError {
        #expect(failure.reason == .readOnly)
        #expect(failure.description.contains("opened read-only"))
      }
    }
    #expect(store.browser.tabCount == 1)
    #expect(try store.records().count == 2)
  }

  @Test func `an undo removes sites that only the undone action named`() throws {
    let store = try Store.inMemory()
    try store.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 125)))
    try store.undo()
    try store.perform(.zoomSite(host: "b.example", ZoomLevel(percent: 150)))
    try store.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 175)))
    try store.perform(.zoomSite(host: "b.example", ZoomLevel(percent: 200)))
    #expect(store.browser.zoom.sites.set.count == 2)
    #expect(try store.readState() == NaiveTimeline(try store.events()).state)
  }
}
