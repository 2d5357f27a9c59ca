import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// H1 to H6 and H8: the entries of a tab's history.
struct HistoryTests {
  @Test func `H1: a tab begins at the start page, or at its address if it has one`()
    throws
  {
    var fresh = try HistoryScene(nil)
    #expect(fresh.line == "[start]")
    try fresh.go("one")
    try fresh.travel(-1)
    #expect(fresh.line == "[start] one")
    #expect(try HistoryScene("one").line == "[one]")
  }

  @Test func `H1: navigating in an empty browser opens a tab, and a new window has a tab`() throws {
    var driver = ModelDriver()
    try driver.perform(.go(nil, Destination("http://a.example/")))
    #expect(driver.browser.windows.count == 1)
    #expect(
      driver.browser.tabs.map { driver.browser.url(of: $0, text: driver.log) }
        == ["http://a.example/"])
    try driver.perform(.openWindow())
    #expect(driver.browser.tabs.map(\.entries.count) == [1, 1])
    #expect(
      driver.browser.url(of: driver.browser.tabs[1], text: driver.log)
        == Destination.startPage)
  }

  @Test func `H2: a page drops the entries ahead and appends`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.link("three")
    try scene.travel(-2)
    #expect(scene.line == "[one] two three")
    try scene.link("four")
    #expect(scene.line == "one [four]")
  }

  @Test func `H2: each page names the page from which it was reached`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    let two = scene.state.currentEntry?.id
    try scene.travel(-1)
    let one = scene.state.currentEntry?.id
    let events = try scene.perform(
      .follow(scene.tab, Destination("http://a.example/three", transition: .link)))
    guard case .navigation(.committed(let body)) = events[0].body else {
      Issue.record("The link did not commit a page.")
      return
    }
    #expect(body.parent == one)
    #expect(body.parent != two)
  }

  @Test(arguments: [
    ("one", "one", "[one]"), ("one#a", "one#a", "one#a [one#a]"), ("one", "one#a", "one [one#a]"),
    ("one#a", "one", "one#a [one]"), ("one#a", "one#", "one#a [one#]"), ("one", "two", "one [two]"),
  ])
  func `H3: a typed address`(shown: String, typed: String, after: String) throws {
    var scene = try HistoryScene(shown)
    try scene.go(typed)
    #expect(scene.line == after)
  }

  @Test(arguments: [
    ("one", "one", "[one]"), ("one#a", "one#a", "[one#a]"), ("one", "one#a", "one [one#a]"),
    ("one#a", "one#b", "one#a [one#b]"), ("one#a", "one", "one#a [one]"),
  ])
  func `H3: a followed link`(shown: String, link: String, after: String) throws {
    var scene = try HistoryScene(shown)
    try scene.link(link)
    #expect(scene.line == after)
  }

  @Test func `H3: typing the current address reloads and keeps the entry`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.travel(-1)
    let row = scene.state.currentEntry
    let events = try scene.perform(.go(scene.tab, Destination("http://a.example/one")))
    #expect(events.count == 1)
    if case .navigation(.reloaded) = events[0].body {} else { Issue.record("Not a reload.") }
    #expect(scene.state.currentEntry == row)
    #expect(scene.line == "[one] two")
  }

  @Test(arguments: [Following.Manner.replace, .replaceState])
  func `H3: replacing keeps the entry and the entries ahead`(manner: Following.Manner) throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.travel(-1)
    let row = scene.state.currentEntry
    try scene.follow("three", manner)
    #expect(scene.line == "[three] two")
    #expect(scene.state.currentEntry?.id == row?.id)
    #expect(scene.state.currentEntry?.content != row?.content)
    #expect((scene.state.currentEntry?.document == row?.document) == (manner == .replaceState))
  }

  @Test func `H4: a server's redirect creates one entry with the final address and the chain`()
    throws
  {
    var scene = try HistoryScene()
    try scene.follow("two", .link, redirects: ["three", "http://b.example/"])
    #expect(scene.line == "one [http://b.example/]")
    let row = try #require(scene.state.currentEntry)
    let browser = scene.driver.browser
    #expect(browser.requestedURL(of: row, text: scene.driver.log) == "http://a.example/two")
    #expect(
      scene.driver.log.text(.redirects, of: row.content)
        == "http://a.example/two\nhttp://a.example/three")
  }

  @Test func `H4: the requested address decides, not the address after a redirect`() throws {
    var scene = try HistoryScene()
    try scene.follow("two", .link, redirects: ["three"])
    try scene.go("three")
    #expect(scene.line == "one [three]")
    try scene.perform(
      .startLoad(scene.tab, Destination("http://a.example/two")),
      .commitLoad(scene.tab, redirectedTo: ["http://a.example/three"]))
    #expect(scene.line == "one three [three]")
  }

  @Test func `H4: a redirected reload replaces the entry`() throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.travel(-1)
    try scene.perform(
      .startLoad(scene.tab, Destination("http://a.example/one")),
      .commitLoad(scene.tab, redirectedTo: ["http://a.example/three"]))
    #expect(scene.line == "[three] two")
  }

  @Test func `H5: fragments and pushState keep the document and its title, and load nothing`()
    throws
  {
    var scene = try HistoryScene()
    try scene.perform(.reportTitle(scene.tab, "One"))
    try scene.link("one#a")
    try scene.follow("state", .pushState)
    #expect(scene.line == "one one#a [state]")
    #expect(Set(scene.state.entries.map(\.document)).count == 1)
    #expect(Set(scene.state.entries.map(\.title)).count == 1)
    #expect(Set(scene.state.entries.map(\.id)).count == 3)
    #expect(scene.state.status == .complete)
    try scene.link("two")
    #expect(scene.state.currentEntry?.title == .nothing)
    #expect(Set(scene.state.entries.map(\.document)).count == 2)
  }

  @Test(arguments: [
    "http://b.example/", "https://a.example/", "http://a.example:81/", "http://u@a.example/",
    "about:blank",
  ])
  func `H5: a page cannot change its URL to another site`(url: String) throws {
    var scene = try HistoryScene()
    #expect(throws: Refusal.self) { try scene.follow(url, .pushState) }
    #expect(throws: Refusal.self) { try scene.follow(url, .replaceState) }
    #expect(scene.line == "[one]")
  }

  @Test(arguments: [
    (-1, "one [two] three"), (-2, "[one] two three"), (-3, "one two [three]"),
    (1, "one two [three]"), (.max, "one two [three]"), (.min, "one two [three]"),
  ])
  func `H6: travelling makes another entry current`(steps: Int, after: String) throws {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.link("three")
    _ = try? scene.travel(steps)
    #expect(scene.line == after)
  }

  @Test func `H6: travel beyond the ends of the list is refused with the possible distance`() throws
  {
    var scene = try HistoryScene()
    try scene.link("two")
    try scene.link("three")
    #expect(throws: Refusal(.outOfRange, "This tab can go back by only 2 pages.")) {
      try scene.travel(-3)
    }
    #expect(
      throws: Refusal(
        .outOfRange, "This tab cannot go forward: it is at the end of its history.")
    ) { try scene.travel(1) }
    try scene.travel(-1)
    #expect(throws: Refusal(.outOfRange, "This tab can go forward by only 1 page.")) {
      try scene.travel(.max)
    }
  }

  @Test func `H6: travel by 0 is a reload, and a reload keeps the entry`() throws {
    var scene = try HistoryScene()
    let row = scene.state.currentEntry
    let traveled = try scene.perform(.travel(scene.tab, by: 0))[0].body
    let reloaded = try scene.perform(.reload(scene.tab))[0].body
    #expect(traveled == reloaded)
    #expect(scene.state.currentEntry == row)
  }

  @Test func `H8: a tab keeps its newest fifty entries`() throws {
    var scene = try HistoryScene()
    for number in 0..<60 { try scene.link("\(number)") }
    #expect(scene.state.entries.count == 50)
    #expect(scene.line.hasPrefix("10 11 "))
    #expect(scene.line.hasSuffix(" [59]"))
  }

  @Test func `H8: the limit can be set, and applies from the next page on`() throws {
    var scene = try HistoryScene()
    for number in 0..<5 { try scene.link("\(number)") }
    try scene.perform(.set(.historyLimit, "3"))
    #expect(scene.state.entries.count == 6)
    try scene.link("new")
    #expect(scene.line == "3 4 [new]")
    try scene.perform(.set(.historyLimit, nil))
    try scene.link("more")
    #expect(scene.line == "3 4 new [more]")
  }

  @Test func `H8: an entry that a page created by itself is dropped first`() throws {
    var scene = try HistoryScene()
    try scene.perform(.set(.historyLimit, "3"))
    try scene.link("two")
    try scene.link("three", hasActivation: false)
    #expect(scene.line == "one two [three]")
    try scene.link("four")
    #expect(scene.line == "one three [four]")
  }
}
