import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import Testing

/// The examples in the documentation comments of the module, verbatim.
@Suite struct Examples {
  @Test func `a store in memory`() throws {
    // example: Store
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    try store.perform(.open(OpenTab(Destination("https://example.org/"))))
    try store.perform(.open(OpenTab(Destination("https://swift.org/"))))
    try store.undo()
    let browser = store.browser
    let tabs = browser.window(browser.focusedWindow)?.tabs ?? []
    let urls = try store.read { text in
      tabs.compactMap { browser.tab($0) }.map { browser.url(of: $0, text: text) }
    }
    // end
    #expect(urls == ["https://example.org/"])
  }

  @Test func `an action performed once, and only if nothing has changed`() throws {
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    try store.perform(.open(OpenTab(Destination("https://example.org/"))))
    let tab = try #require(store.browser.tabs.first).id
    // example: Precondition
    let seen = store.browser.sequence  // … the caller decides, and meanwhile others may act …
    try store.perform(.closeTabs([tab]), if: Precondition(unchangedSince: seen, key: "close-7"))
    // end
    #expect(store.browser.tabCount == 0)
  }

  @Test func `a program proposes, and the user approves`() throws {
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    try store.perform(.open(OpenTab(Destination("https://example.org/"))))
    let tab = try #require(store.browser.tabs.first).id
    let tidier = Origin(agent: "tidier", run: 1)
    // example: Store+Proposals
    let branch = BranchID(try store.branch("work", by: tidier).sequence)
    try store.switchBranch(to: branch)
    try store.perform(.closeTabs([tab]), by: tidier)
    try store.propose(branch, as: "tidy", saying: "Closes what you have read.", by: tidier)
    try store.switchBranch(to: .nothing)
    if let proposal = try store.proposal(named: "tidy") {
      let preview = try store.previewOfApproving(proposal.id)  // … the user looks at it …
      try store.approve(proposal.id, digest: preview.digest)
    }
    // end
    #expect(store.browser.tabCount == 0)
    try store.undo()
    #expect(store.browser.tabCount == 1)
  }

  @Test func `two devices exchange events`() throws {
    let deskStore = try Store(EventLog()) { 1_767_225_600_000 }
    let phoneStore = try Store(EventLog()) { 1_767_225_600_000 }
    // example: DeviceSharing
    var (desk, phone) = (DeviceSharing(of: deskStore), DeviceSharing(of: phoneStore))
    try desk.join(as: 1, named: "desk")
    try phone.join(as: 2, named: "phone")
    let stream = try desk.batches() + phone.batches()
    try desk.receive(stream)
    try phone.receive(stream)
    // end
    #expect(deskStore.timeline.devices.map(\.number) == [1, 2])
    #expect(phoneStore.timeline.devices.map(\.number) == [2, 1])
  }

  @Test func `a tab of another device is opened here`() throws {
    let (desk, phone, _) = try SharingDevice.joined()
    try phone.store.open("http://phone.example/")
    try phone.tell(desk)
    let store = desk.store
    // example: TakenTab
    if let phone = try store.readDevice(2), let tab = phone.tabs.first {
      try store.perform(.take(TakenTab(tab)))
    }
    // end
    #expect(try desk.shown() == [["http://phone.example/*"]])
  }

  @Test func `changes as they happen, for a mirror`() async throws {
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    try store.perform(.open(OpenTab(Destination("https://example.org/"))))
    try store.acknowledge("mirror", through: .nothing)
    var mirrored = 0
    // example: StoreChanges
    for try await change in StoreChanges(of: store, since: try store.cursor(named: "mirror")) {
      mirrored = change.state.browser.tabCount
      try store.acknowledge("mirror", through: change.sequence)
      if mirrored > 0 { break }
    }
    // end
    #expect(mirrored == 1)
    #expect(try store.cursor(named: "mirror") == EventID(2))
  }

  @Test func `the pages that match what was typed`() throws {
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    try store.perform(.open(OpenTab(Destination("https://www.example.org/news"))))
    try store.perform(.open(OpenTab(Destination("https://swift.org/"))))
    // example: PageQuery
    let urls = try store.pages(PageQuery("exam", limit: 10)).map(\.url)
    // end
    #expect(urls == ["https://www.example.org/news"])
  }

  @Test func `the pages that contain words`() throws {
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    try store.perform(.open(OpenTab(Destination("https://swift.org/guides"))))
    try store.perform(.open(OpenTab(Destination("https://example.org/language"))))
    try store.perform(.reportTitle(TabID(2), "The Swift Language"))
    // example: pages(containing:)
    let urls = try store.pages(containing: "lang gui").map(\.url)  // https://swift.org/guides
    // end
    #expect(urls == ["https://swift.org/guides"])
    #expect(try store.pages(containing: "swift lang", limit: 0).isEmpty)
    #expect(try store.pages(containing: "…").isEmpty)
  }

  @Test func `words match the beginnings of words`() {
    // example: WordMatch
    let match = WordMatch("cafe rust")
    let isFound = match?.matches(title: "Le Café", url: "https://rust-lang.org/")  // true
    let isInside = WordMatch("rust")?.matches(title: "Trust", url: "")  // false
    // end
    #expect(isFound == true)
    #expect(isInside == false)
  }

  @Test func `an address that continues the typed text`() {
    // example: AddressMatch
    let match = AddressMatch("exam")
    let quality = match.quality("https://www.example.org/news")  // 0
    let text = match.text("https://www.example.org/news")  // example.org/news
    let other = match.quality("https://swift.org/")  // nil
    // end
    #expect(quality == 0)
    #expect(text == "example.org/news")
    #expect(other == nil)
  }

  @Test func `one batch of events, written one by one`() throws {
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    let visits = [("https://example.org/", Int64(1_700_000_000_000))]
    // example: BatchWriter
    let newest = try store.append(by: Origin(.import)) { batch in
      for (url, milliseconds) in visits {
        var visit = PageVisited()
        visit.url = Text(start: 0, count: UInt32(url.utf8.count))
        try batch.append(
          .page(.visited(visit)), occurred: milliseconds, words: ContiguousArray(url.utf8))
      }
      return batch.next
    }
    // end
    #expect(newest == EventID(2))
    #expect(try store.pages(PageQuery()).map(\.url) == ["https://example.org/"])
  }

  @Test func `a preview of forgetting, and forgetting`() throws {
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    try store.perform(.open(OpenTab(Destination("https://www.example.org/news"))))
    try store.perform(.open(OpenTab(Destination("https://swift.org/"))))
    // example: ForgettingRequest
    let request = ForgettingRequest(.site("example.org"))
    let preview = try store.previewOfForgetting(request, listing: true)
    let texts = preview.items.map(\.item.text)  // ["https://www.example.org/news"]
    let forgetting = try store.forget(request)
    // end
    #expect(texts == ["https://www.example.org/news"])
    #expect(forgetting.counts.pages == 1)
    #expect(try store.pages(PageQuery()).map(\.url) == ["https://swift.org/"])
  }

  @Test func `an undo returns the batch that it reverts`() throws {
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    // example: UndoResult
    let opened = try store.perform(.open(OpenTab(Destination("https://swift.org/"))))
    let undone = try store.undo().batch  // opened.events[0].batch
    let redone = try store.redo().batch  // the same
    // end
    #expect(undone == opened.events[0].batch)
    #expect(redone == undone)
  }

  @Test func `nothing that was read was damaged`() throws {
    // example: DamagedEvents
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    let isComplete = store.damagedEvents.isEmpty  // true: nothing that was read was damaged
    // end
    #expect(isComplete)
  }
}
