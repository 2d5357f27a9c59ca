import BrowserModel
import TestSupport
import Testing

/// H7, H9 and H10: loads that take time, and the entries that Back and Forward skip.
struct LoadTests {
  private let two = Destination("http://a.example/two")
  private let three = Destination("http://a.example/three")

  @Test func `H7: the start of a load changes only the status and the address field`() throws {
    var scene = try HistoryScene()
    let rows = scene.state.entries
    try scene.perform(.startLoad(scene.tab, two))
    #expect(scene.line == "[one]")
    #expect(scene.state.entries == rows)
    #expect(scene.state.status == .loading)
    #expect(scene.address == two.url)
    try scene.perform(.commitLoad(scene.tab))
    #expect(scene.line == "one [two]")
    #expect(scene.state.status == .loading)
    try scene.perform(.finishLoad(scene.tab))
    #expect(scene.state.status == .complete)
  }

  @Test(arguments: [true, false])
  func `H7: a load that stops or fails before it commits does not change the history`(stops: Bool)
    throws
  {
    var scene = try HistoryScene()
    let rows = scene.state.entries
    try scene.perform(.startLoad(scene.tab, two))
    try scene.perform(stops ? .stop(scene.tab) : .failLoad(scene.tab, reason: "refused"))
    #expect(scene.state.entries == rows)
    #expect(scene.address == "http://a.example/one")
    #expect(scene.state.status == (stops ? .complete : .failed))
    #expect((scene.state.failure != nil) == !stops)
    #expect(throws: Refusal.self) { try scene.perform(.commitLoad(scene.tab)) }
  }

  @Test func `H7: without an engine, a navigation commits immediately`() throws {
    var scene = try HistoryScene()
    try scene.perform(.go(scene.tab, two))
    #expect(scene.line == "one [two]")
    #expect(scene.state.status == .complete)
  }

  /// The URL that is shown when a load begins is decisive, even if the page changes its address in
  /// the meantime.
  @Test(arguments: [
    // The page that is shown, the requested URL, the URL to which the page changes its address, and
    // the resulting history.
    ("two", "two", "three", "one [two]"), ("two", "two", "two", "one [two]"),
    ("two", "three", "three", "one three [three]"), ("two", "three", "two", "one two [three]"),
    ("two", "one", "three", "one three [one]"),
  ])
  func `H3: a load of the URL that is shown when the load begins replaces the entry`(
    shown: String, asked: String, given: String, after: String
  ) throws {
    for transition in [Transition.typed, .link] {
      var scene = try HistoryScene()
      try scene.link(shown)
      let entry = try #require(scene.state.currentEntry).id
      let destination = Destination(HistoryScene.url(asked), transition: transition)
      try scene.perform(.startLoad(scene.tab, destination))
      try scene.follow(given, .replaceState)
      #expect(scene.line == "one [\(given)]")
      #expect(scene.state.status == .loading)
      try scene.perform(.commitLoad(scene.tab))
      #expect(scene.line == after)
      #expect((scene.state.currentEntry?.id == entry) == (shown == asked))
    }
  }

  @Test func `H3: a repeated load appends after an entry that was added in the meantime`() throws {
    var scene = try HistoryScene()
    try scene.perform(
      .startLoad(scene.tab, Destination(HistoryScene.url("one"), transition: .typed)))
    try scene.follow("two", .pushState)
    try scene.perform(.commitLoad(scene.tab))
    #expect(scene.line == "one two [one]")
  }

  @Test func `H9: Back and Forward move by one page each`() throws {
    var scene = try HistoryScene()
    for page in ["two", "three", "four"] { try scene.link(page) }
    try scene.perform(.step(scene.tab, by: -1))
    #expect(scene.line == "one two [three] four")
    try scene.perform(.step(scene.tab, by: -1))
    #expect(scene.line == "one [two] three four")
    try scene.perform(.step(scene.tab, by: 1))
    #expect(scene.line == "one two [three] four")
    try scene.perform(.step(scene.tab, by: -2))
    #expect(scene.line == "[one] two three four")
    #expect([scene.state.canGoBack, scene.state.canGoForward] == [false, true])
    try scene.perform(.step(scene.tab, by: 1))
    #expect(scene.line == "one [two] three four")
    #expect([scene.state.canGoBack, scene.state.canGoForward] == [true, true])
    #expect(scene.state.steppedIndex(by: -1) == 0)
    #expect(scene.state.steppedIndex(by: 1, from: 0) == 1)
    #expect(scene.state.steppedIndex(by: -1, from: 3) == 2)
  }

  @Test func `H10: travels that start in sequence are added, each from page to page`() throws {
    var scene = try HistoryScene()
    for page in ["two", "three", "four"] { try scene.link(page) }
    let entries = scene.state.entries.map(\.id)
    try scene.perform(.startTravel(scene.tab, by: -1))
    #expect(scene.state.pendingEntry == entries[2])
    try scene.perform(.startTravel(scene.tab, by: -1))
    #expect(scene.state.pendingEntry == entries[1])
    try scene.perform(.commitLoad(scene.tab))
    #expect(scene.line == "one [two] three four")
  }

  @Test func `H9: Back and Forward skip entries added by a page, but travel does not`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.link("three", hasActivation: false)
    try scene.perform(.step(scene.tab, by: -1))
    #expect(scene.line == "[one] two three")
    try scene.perform(.step(scene.tab, by: 1))
    #expect(scene.line == "one two [three]")
    try scene.travel(-1)
    #expect(scene.line == "one [two] three")
  }

  @Test func `H9: a user interaction makes all entries of the document reachable`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.follow("two/a", .pushState, hasActivation: false)
    try scene.link("three")
    #expect(scene.state.steppedIndex(by: -1) == 0)
    try scene.perform(
      .reportActivation(scene.tab, content: scene.state.entries[1].content))
    #expect(scene.state.steppedIndex(by: -1) == 2)
    // The step starts at the target of the pending step.
    #expect(scene.state.steppedIndex(by: -1, from: 1) == 0)
    #expect(scene.state.steppedIndex(by: -1, from: 0) == nil)
  }

  @Test func `H9: an old user interaction does not count after a travel`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.perform(.reportActivation(scene.tab))
    try scene.link("three", hasActivation: false)
    #expect(scene.state.steppedIndex(by: -1) == 1)
    try scene.travel(-1)
    try scene.link("four", hasActivation: false)
    #expect(scene.state.steppedIndex(by: -1) == 0)
  }

  @Test func `H9: Back is refused if all other entries are skipped`() throws {
    var scene = try HistoryScene()
    try scene.link("two", hasActivation: false)
    do throws(Refusal) {
      try scene.perform(.step(scene.tab, by: -1))
      Issue.record("Back was not refused.")
    } catch {
      #expect(error.message.contains("by themselves"))
    }
    #expect(!scene.state.canGoBack)
    try scene.travel(-1)
    #expect(scene.state.canGoForward)
  }

  @Test func `H10: a new load replaces a pending load`() throws {
    var scene = try HistoryScene()
    try scene.perform(
      .startLoad(scene.tab, two), .startLoad(scene.tab, three), .commitLoad(scene.tab))
    #expect(scene.line == "one [three]")
  }

  @Test func `H10: a travel stops a load, and a later load is refused`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.perform(.startLoad(scene.tab, three), .startTravel(scene.tab, by: -1))
    #expect(scene.address == "http://a.example/one")
    #expect(throws: Refusal.self) { try scene.perform(.startLoad(scene.tab, three)) }
    try scene.perform(.commitLoad(scene.tab))
    #expect(scene.line == "[one] two")
  }

  @Test func `H10: pending travels are added, and opposite ones cancel each other`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.link("three")
    try scene.perform(
      .startTravel(scene.tab, by: -1), .startTravel(scene.tab, by: -1), .commitLoad(scene.tab))
    #expect(scene.line == "[one] two three")
    try scene.perform(
      .startTravel(scene.tab, by: 1), .startTravel(scene.tab, by: -1), .commitLoad(scene.tab))
    #expect(scene.line == "[one] two three")
    #expect(throws: Refusal.self) { try scene.perform(.startTravel(scene.tab, by: .max)) }
  }

  @Test func `H10: a travel to a removed entry changes nothing`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.travel(-1)
    let gone = try #require(scene.state.entries.last?.id)
    try scene.link("three")
    let before = scene.driver.state
    var body = Traveled()
    body.tab = scene.tab
    body.entry = gone
    var draft = Draft()
    draft.append(.navigation(.traveled(body)))
    draft.append(.navigation(.travelStarted(body)))
    var driver = scene.driver
    driver.append(draft)
    #expect(driver.state.hasSameContent(as: before))
  }

  @Test(arguments: [Following.Manner.pushState, .replaceState])
  func `H10: a same-document navigation does not stop a pending load`(
    manner: Following.Manner
  ) throws {
    var scene = try HistoryScene()
    try scene.perform(.startLoad(scene.tab, two))
    let wanted = scene.state.wanted
    try scene.follow("one?x", manner)
    #expect(scene.state.status == .loading)
    #expect(scene.state.wanted == wanted)
    try scene.perform(.commitLoad(scene.tab))
    #expect(scene.line == (manner == .pushState ? "one one?x [two]" : "one?x [two]"))
    try scene.follow("two#a", .link)
    #expect(scene.state.status == .loading)
    try scene.perform(.finishLoad(scene.tab))
    #expect(scene.state.status == .complete)
  }

  @Test func `H10: a navigation ends a pending travel and drops its target`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.travel(-1)
    try scene.perform(.startTravel(scene.tab, by: 1))
    try scene.follow("one#a", .pushState)
    #expect(scene.line == "one [one#a]")
    #expect(scene.state.status == .complete)
    #expect(throws: Refusal.self) { try scene.perform(.commitLoad(scene.tab)) }
  }

  @Test func `H10: a log of an older version folds to the same state as before`() throws {
    var scene = try HistoryScene()
    try scene.perform(.startLoad(scene.tab, two))
    var body = NavigationCommitted()
    body.tab = scene.tab
    body.isSameDocument = true
    var draft = Draft()
    draft.append(.navigation(.committed(body)))
    var driver = scene.driver
    driver.append(draft)
    let tab = try #require(driver.browser.tab(scene.tab))
    #expect(tab.status == .complete)
    #expect(tab.pending == nil)
  }

  // MARK: Loads by the user and by the page

  private let linked = Destination("http://a.example/two", transition: .link)

  @Test func `T8: a started link keeps opener groups, and a typed address ends them`() throws {
    for (destination, after) in [
      (Destination.named("N"), "A B*<A C<A"), (.named("N", .typed), "A B* C"),
    ] {
      var scene = try Scene("A B*<A C<A")
      try scene.perform(.startLoad(scene.tab("B"), destination))
      try scene.perform(.commitLoad(scene.tab("B")))
      #expect(scene.strip == after)
    }
  }

  @Test func `H3: a started link to the same address replaces, and a typed address reloads`() throws
  {
    var scene = try HistoryScene("two")
    let row = scene.state.currentEntry
    try scene.perform(.startLoad(scene.tab, two), .commitLoad(scene.tab))
    #expect(scene.state.currentEntry == row)
    try scene.perform(.startLoad(scene.tab, linked), .commitLoad(scene.tab))
    #expect(scene.line == "[two]")
    #expect(scene.state.currentEntry?.content == scene.driver.browser.sequence)
  }

  @Test func `A4: the target of a load that a page started is shown when it commits`() throws {
    var scene = try HistoryScene()
    try scene.perform(.startLoad(scene.tab, linked))
    #expect(scene.address == "http://a.example/one")
    try scene.perform(.commitLoad(scene.tab))
    #expect(scene.address == linked.url)
  }

  @Test(arguments: [true, false])
  func `A4: text typed into a fresh tab stays if the load ends without a page`(
    stops: Bool
  ) throws {
    var scene = try HistoryScene(nil)
    try scene.perform(.startLoad(scene.tab, two))
    #expect(scene.address == two.url)
    try scene.perform(stops ? .stop(scene.tab) : .failLoad(scene.tab, reason: "refused"))
    #expect(scene.line == "[start]")
    #expect(scene.address == two.url)
    try scene.perform(.startLoad(scene.tab, linked), .stop(scene.tab))
    #expect(scene.address == "")
  }

  @Test(arguments: [true, false])
  func `A4: text typed into a fresh tab is loaded again when the tab is reopened`(stops: Bool)
    throws
  {
    var scene = try HistoryScene(nil)
    try scene.perform(.startLoad(scene.tab, two))
    if stops { try scene.perform(.stop(scene.tab)) }
    try scene.perform(.closeTabs([scene.tab]), .reopen(nil))
    #expect(scene.address == two.url)
    #expect(scene.state.status == .loading)
    try scene.perform(.commitLoad(scene.tab))
    #expect(scene.line == "start [two]")
  }

  @Test func `commands for an engine are computed by comparison`() throws {
    var scene = try HistoryScene()
    var wanted: [EventID] = [scene.state.wanted]
    try scene.perform(.startLoad(scene.tab, two))
    wanted.append(scene.state.wanted)
    try scene.perform(.commitLoad(scene.tab))
    wanted.append(scene.state.wanted)
    try scene.perform(.finishLoad(scene.tab), .reportTitle(scene.tab, "Two"))
    #expect(scene.state.wanted == wanted.last)
    try scene.travel(-1)
    wanted.append(scene.state.wanted)
    try scene.perform(.reload(scene.tab))
    wanted.append(scene.state.wanted)
    #expect(Set(wanted).count == wanted.count)
    #expect(
      scene.driver.browser.wantedContent(of: scene.state) == scene.state.currentEntry?.content)
  }
}
