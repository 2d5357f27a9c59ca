import BrowserModel
import Notation
import RetraceStore
import TestSupport
import Testing

@testable import Live

/// Sites that are never recorded, and pauses.
struct ExclusionTests {
  private let browser: BrowserScript
  private var store: Store { browser.store }

  init() throws {
    browser = try BrowserScript()
    try browser.open("https://a.example/")
    try browser.start()
  }

  private func exclude(_ hosts: String..., isPaused: Bool = false) throws {
    var exclusions = LiveExclusions()
    for host in hosts { exclusions.hosts.insert(host) }
    exclusions.isPaused = isPaused
    browser.session.exclude(exclusions)
  }

  private func pause(byPopup isPaused: Bool) throws {
    try browser.session.receive(
      .object([("kind", .string("paused")), ("value", .bool(isPaused))]))
  }

  // MARK: Sites

  @Test func anExcludedPageIsRecordedWithoutAddressAndTitle() throws {
    try exclude("bank.example")
    let tab = browser.tabs[0].id
    browser.tabs[0].title = "Account 4711"
    try browser.load("https://www.bank.example/account?id=4711", in: tab)
    #expect(try browser.model == ["https://a.example/ [about:blank#not-recorded]"])
    browser.tabs[0].title = "B"
    try browser.load("https://b.example/", in: tab)
    try browser.go(-1, in: tab)
    let shown = "https://a.example/ [about:blank#not-recorded] https://b.example/"
    #expect(try browser.model == [shown])
    var log = ""
    try store.visitLog(isPrivate: false) { _, words in
      let record = words.record
      log += String(decoding: (0..<record.byteCount).map { record[$0] }, as: UTF8.self)
      return true
    }
    #expect(log.contains("b.example"))
    #expect(!log.contains("bank"))
    #expect(!log.contains("4711"))
  }

  @Test func theConsoleStillGoesBackToAnExcludedPage() throws {
    try exclude("bank.example")
    let tab = browser.tabs[0].id
    try browser.load("https://bank.example/", in: tab)
    try browser.load("https://b.example/", in: tab)
    let last = try #require(store.browser.windows.last?.tabs.last)
    try store.perform(.travel(last, by: -1))
    try browser.followProfile()
    #expect(browser.orders == ["travel"])
    #expect(browser.tabs[0].url == "https://bank.example/")
  }

  @Test func aSiteThatWasTakenOffTheListIsRecorded() throws {
    try exclude("bank.example")
    try exclude()
    try browser.load("https://bank.example/", in: browser.tabs[0].id)
    #expect(try browser.model == ["https://a.example/ [https://bank.example/]"])
  }

  @Test(arguments: [
    ("https://bank.example/", true), ("https://www.bank.example:8443/a", true),
    ("https://bank.example./", true), ("https://notbank.example/", false),
    ("https://bank.example.org/", false), ("https://a.example/?u=https://bank.example/", false),
    ("view-source:https://bank.example/", true), ("blob:https://bank.example/1-2", true),
    ("about:reader?url=https%3A%2F%2Fbank.example%2Fa", true), ("about:blank", false),
    ("about:reader?url=%", false), ("", false),
  ])
  func addressesOfASite(url: String, isExcluded: Bool) {
    var hosts = UnrecordedHosts()
    hosts.insert("bank.example")
    #expect(hosts.contains(url) == isExcluded)
  }

  /// A tab may have the title of its previous page for a moment.
  @Test func theTitleOfAnExcludedPageIsHiddenInTheNextPageToo() throws {
    var mask = PageMask()
    mask.hosts.insert("bank.example")
    func tab(_ url: String, _ title: String) throws -> JSON {
      let text = #"{"tab":{"id":1,"url":"\#(url)","title":"\#(title)"}}"#
      return try JSONParser.parse(Array(text.utf8))
    }
    var titles: [String?] = []
    for (url, title) in [
      ("https://bank.example/", "Account"), ("about:support", "Account"),
      ("about:support", "Support"),
    ] {
      titles.append(mask.masking(try tab(url, title))["tab"]?["title"]?.string)
    }
    #expect(titles == [PageMask.title, PageMask.title, "Support"])
  }

  // MARK: The inspector

  @Test func thePageOfTheInspectorIsNotRecorded() throws {
    let ask = JSON.object([
      ("kind", .string("ask")), ("question", .string("inspect")), ("popup", .string("p")),
      ("number", .integer(7)),
    ])
    try browser.session.receive(ask)
    let request = try #require(browser.session.inspectorRequest)
    browser.session.openInspector(at: "http://127.0.0.1:4711/?key=0815", for: request)
    let answer = browser.session.messages.removeLast()
    #expect(answer["popup"]?.string == "p")
    #expect(answer["number"]?.integer == 7)
    #expect(answer["inspector"]?.string == "http://127.0.0.1:4711/?key=0815")
    let tab = browser.tabs[0].id
    try browser.load("http://127.0.0.1:4711/?key=0815", in: tab, title: "Retrace")
    try browser.replace(with: "http://127.0.0.1:4711/", in: tab)
    #expect(try browser.model == ["https://a.example/ [about:blank#not-recorded]"])
    try browser.load("http://127.0.0.1:47110/?key=0", in: tab)
    let shown = "https://a.example/ about:blank#not-recorded [http://127.0.0.1:47110/?key=0]"
    #expect(try browser.model == [shown])
  }

  @Test func theListIsStored() throws {
    let folder = try TemporaryFolder()
    var hosts = UnrecordedHosts()
    hosts.insert("b.example")
    hosts.insert("a.example")
    try hosts.write(in: folder.path)
    #expect(UnrecordedHosts(in: folder.path).hosts == ["a.example", "b.example"])
    #expect(LiveExclusions(of: "\(folder.path)/firefox").hosts == hosts)
    let removals = [
      hosts.remove("a.example"), hosts.remove("a.example"), hosts.remove("b.example"),
    ]
    #expect(removals == [true, false, true])
    try hosts.write(in: folder.path)
    #expect(UnrecordedHosts(in: folder.path) == UnrecordedHosts())
  }

  // MARK: Pausing

  @Test func aPausedBrowserIsNotRecorded() throws {
    let newest = store.browser.sequence
    try exclude(isPaused: true)
    #expect(browser.session.messages.last?["value"] == .bool(true))
    try browser.load("https://b.example/", in: browser.tabs[0].id)
    try browser.open("https://c.example/")
    #expect(store.browser.sequence == newest)
    try exclude()
    #expect(browser.session.messages.last?["value"] == .bool(false))
    #expect(store.browser.sequence == newest)
  }

  @Test func aPauseIsObeyedFromTheStart() throws {
    try browser.session.end()
    let newest = store.browser.sequence
    try browser.start(excluding: LiveExclusions(isPaused: true))
    #expect(store.browser.sequence == newest)
  }

  @Test func aPauseInThePopupIsStored() throws {
    try pause(byPopup: true)
    #expect(browser.session.requestedPause == true)
    #expect(browser.session.messages.last?["kind"] == .string("pause"), "It is confirmed.")
    try pause(byPopup: false)
    #expect(browser.session.requestedPause == false)
  }
}
