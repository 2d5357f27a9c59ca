import BrowserModel
import Exchange
import Notation
import Platform
import RetraceStore
import TestSupport
import Testing

@testable import Live

/// A browser and the profile that is synchronised with it, in both directions.
struct LiveSessionTests {
  private let browser: BrowserScript
  private var store: Store { browser.store }

  init() throws {
    browser = try BrowserScript()
    try browser.open("https://a.example/")
    try browser.start()
  }

  private func lastTab() throws -> TabID {
    try #require(store.browser.windows.last?.tabs.last)
  }

  @Test func theListOfATabIsRecorded() throws {
    let tab = browser.tabs[0].id
    try browser.load("https://b.example/", in: tab)
    try browser.load("https://c.example/", in: tab)
    try browser.go(-2, in: tab)
    #expect(try browser.model == ["[https://a.example/] https://b.example/ https://c.example/"])
  }

  /// A web page may not change its path in this way, because the model knows no such scheme.
  @Test func aPageOfTheBrowserMayChangeItsAddress() throws {
    let tab = try browser.open("chrome://settings/")
    try browser.move(to: "chrome://settings/privacy", in: tab)
    try browser.load("https://b.example/", in: tab)
    let list = "chrome://settings/ chrome://settings/privacy [https://b.example/]"
    #expect(try browser.model.last == list)
  }

  @Test func theSameReportTwiceWritesNothing() throws {
    let newest = store.browser.sequence
    try browser.go(0, in: browser.tabs[0].id)
    #expect(store.browser.sequence == newest)
    #expect(browser.orders.isEmpty)
  }

  @Test func aTabClosedByAnotherProgramIsClosed() throws {
    try browser.open("https://b.example/")
    try store.perform(.closeTabs([lastTab()]))
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(browser.tabs.map(\.url) == ["https://a.example/"])
    #expect(browser.orders == ["close", "select"])
    #expect(store.browser.sequence == newest, "The effect of an order is not recorded again.")
  }

  /// The host was killed, so it could not store that the browser had shown the tab.
  @Test func aTabClosedByAnotherProgramWhileThereIsNoHostIsClosed() throws {
    try browser.open("https://b.example/")
    try store.perform(.closeTabs([lastTab()]))
    try browser.start()
    #expect(browser.tabs.map(\.url) == ["https://a.example/"])
    #expect(try browser.model == ["[https://a.example/]"])
    #expect(browser.orders.first == "close")
  }

  @Test func aTabReopenedByAnotherProgramWhileThereIsNoHostIsOpened() throws {
    let tab = try browser.open("https://b.example/")
    try browser.close(tab)
    try store.undo()
    try browser.start()
    #expect(browser.tabs.map(\.url) == ["https://a.example/", "https://b.example/"])
    #expect(try browser.model == ["[https://a.example/]", "[https://b.example/]"])
    #expect(browser.tabs[1].assigned == Int64(try lastTab().rawValue))
  }

  @Test func aTabThatIsTornOffIsOneAction() throws {
    let tab = try browser.open("https://b.example/")
    let before = store.browser.windows.map(\.tabs)
    browser.tabs[1].window = 2
    try browser.sendStrip()
    #expect(store.browser.windows.map(\.tabs.count) == [1, 1])
    try store.undo()
    try browser.followProfile()
    #expect(store.browser.windows.map(\.tabs) == before)
    #expect(browser.tabs.map(\.window) == [1, 1])
    #expect(browser.tabs[1].id == tab)
  }

  @Test func aNewWindowIsOneAction() throws {
    try browser.open("https://b.example/", window: 2)
    #expect(try browser.model == ["[https://a.example/]", "[https://b.example/]"])
    try store.undo()
    try browser.followProfile()
    #expect(browser.tabs.map(\.url) == ["https://a.example/"])
    #expect(store.browser.windows.count == 1)
  }

  @Test func aBrowserThatCrashedMayRestoreAnEarlierPage() throws {
    let tab = try lastTab()
    try browser.load("https://b.example/", in: browser.tabs[0].id)
    // The browser has saved neither the load nor the id.
    browser.tabs[0].url = "https://a.example/"
    browser.tabs[0].list.removeLast()
    browser.tabs[0].index = 0
    browser.tabs[0].assigned = nil
    try browser.start()
    #expect(store.browser.windows.flatMap(\.tabs) == [tab])
    #expect(store.browser.tab(tab)?.index == 0)
  }

  @Test func aPageThatIsBeingLoadedIsNotAnEntry() throws {
    let tab: [(name: String, value: JSON)] = [
      ("id", .integer(browser.tabs[0].id)), ("url", .string("https://a.example/")),
      ("pendingUrl", .string("https://a.example/redirect")), ("status", .string("loading")),
      ("active", .bool(true)),
    ]
    try browser.session.receive(
      .object([
        ("kind", .string("look")), ("tab", .object(tab)), ("causes", .array([])),
        ("look", .object([("unknown", .string("The page does not answer."))])),
      ]))
    #expect(store.browser.tab(try lastTab())?.entries.count == 1)
  }

  @Test func aBrowserThatSharesTheProfileLeavesOtherTabsAlone() throws {
    let other = try lastTab()
    let windows = store.browser.windows.count
    try browser.start(.guest(restoresTabs: false))
    #expect(store.browser.windows.count == windows + 1)
    try store.perform(.open(OpenTab(Destination("https://b.example/"))))
    try browser.followProfile()
    #expect(browser.tabs.map(\.url) == ["https://a.example/", "https://b.example/"])
    try browser.load("https://c.example/", in: browser.tabs[0].id)
    #expect(store.browser.tab(other)?.entries.count == 1)
  }

  @Test func aBrowserThatSharesTheProfileContinuesTheTabsThatItRestores() throws {
    let tab = try lastTab()
    try browser.start(.guest(restoresTabs: true))
    #expect(store.browser.windows.flatMap(\.tabs) == [tab])
  }

  @Test func aTabOpenedByAnotherProgramIsOpened() throws {
    try store.perform(.open(OpenTab(Destination("https://b.example/"))))
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(browser.tabs.map(\.url) == ["https://a.example/", "https://b.example/"])
    #expect(store.browser.sequence == newest)
    #expect(browser.tabs[1].assigned == Int64(try lastTab().rawValue))
  }

  @Test func backInTheConsoleGoesBackInTheBrowser() throws {
    let tab = browser.tabs[0].id
    try browser.load("https://b.example/", in: tab)
    try browser.load("https://c.example/", in: tab)
    try store.perform(.travel(lastTab(), by: -2))
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(browser.orders == ["travel"])
    #expect(browser.tabs[0].url == "https://a.example/")
    #expect(store.browser.sequence == newest)
  }

  @Test func goInTheConsoleLoadsInTheBrowser() throws {
    try store.perform(.go(lastTab(), Destination("https://b.example/")))
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(browser.orders == ["load"])
    #expect(browser.tabs[0].list.map(\.url) == ["https://a.example/", "https://b.example/"])
    #expect(store.browser.sequence == newest)
    try browser.load("https://c.example/", in: browser.tabs[0].id)
    #expect(try browser.model == ["https://a.example/ https://b.example/ [https://c.example/]"])
  }

  @Test func undoTakesTheBrowserBackAndRedoForward() throws {
    try browser.load("https://b.example/", in: browser.tabs[0].id)
    try store.undo()
    try browser.followProfile()
    #expect(browser.orders == ["travel"])
    #expect(browser.tabs[0].url == "https://a.example/")
    try store.redo()
    try browser.followProfile()
    #expect(browser.orders == ["travel", "travel"])
    #expect(browser.tabs[0].url == "https://b.example/")
    #expect(try browser.model == ["https://a.example/ [https://b.example/]"])
  }

  /// The next order can be performed only after the page has arrived.
  @Test func aSecondOrderForATabWaitsForTheFirst() throws {
    browser.holdsPages = true
    try store.perform(.go(lastTab(), Destination("https://b.example/")))
    try browser.followProfile()
    try store.perform(.go(lastTab(), Destination("https://c.example/")))
    try browser.followProfile()
    #expect(browser.orders == ["load"])
    let newest = store.browser.sequence
    browser.holdsPages = false
    try browser.arrive()
    #expect(browser.orders == ["load", "load"])
    #expect(
      browser.tabs[0].list.map(\.url)
        == ["https://a.example/", "https://b.example/", "https://c.example/"])
    #expect(store.browser.sequence == newest)
  }

  /// Chromium drops entries from the middle of a full list without notice.
  @Test func aStepThatArrivesAtAnotherEntryIsCorrected() throws {
    let tab = browser.tabs[0].id
    for number in 1..<50 { try browser.load("https://example/\(number)", in: tab) }
    browser.tabs[0].list.remove(at: 45)
    browser.tabs[0].index -= 1
    try store.perform(.travel(lastTab(), by: -10))
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(browser.orders == ["travel", "travel"])
    #expect(browser.tabs[0].url == "https://example/39")
    #expect(store.browser.sequence == newest)
  }

  /// After an undo, the browser still contains the page ahead, to which the user may go.
  @Test func forwardAfterAnUndoIsRecorded() throws {
    try browser.load("https://b.example/", in: browser.tabs[0].id)
    try store.undo()
    try browser.followProfile()
    try browser.go(1, in: browser.tabs[0].id)
    #expect(try browser.model == ["https://a.example/ [https://b.example/]"])
  }

  @Test func aPinByAnotherProgramIsSetInTheBrowser() throws {
    try store.perform(.pin(lastTab(), true))
    try browser.followProfile()
    #expect(browser.tabs[0].isPinned)
    #expect(browser.orders == ["pin"])
  }

  @Test func aTabIsReopenedInItsContainer() throws {
    let tab = try browser.open("https://b.example/", in: "firefox-container-1")
    try browser.close(tab)
    try store.undo()
    try browser.followProfile()
    #expect(browser.tabs.last?.url == "https://b.example/")
    #expect(browser.tabs.last?.container == "firefox-container-1")
  }

  // MARK: Pages

  @Test func theScrollPositionOfAPageThatWasLeftIsRecorded() throws {
    let tab = browser.tabs[0].id
    try browser.load("https://b.example/", in: tab)
    let key = browser.tabs[0].list[1].key
    try browser.load("https://c.example/", in: tab)
    for _ in 0..<2 {
      try browser.reportPage([("x", .integer(0)), ("y", .integer(700))], in: tab, key: key)
    }
    let entries = try #require(store.browser.tab(lastTab())).entries
    #expect(entries[1].scroll == store.browser.sequence)
    #expect(!entries[2].scroll.exists)
  }

  @Test func aReopenedPageIsScrolledToTheRecordedPlace() throws {
    let tab = try browser.open("https://b.example/")
    let key = try #require(browser.tabs.last?.list.last?.key)
    try browser.reportPage([("x", .integer(0)), ("y", .integer(700))], in: tab, key: key)
    try browser.close(tab)
    try store.undo()
    try browser.followProfile()
    #expect(browser.scrolls == [.array([.integer(0), .integer(700)])])
  }

  @Test func aPictureOfThePageIsStored() throws {
    let tab = browser.tabs[0].id
    try browser.load("https://b.example/", in: tab)
    let key = browser.tabs[0].list[1].key
    try browser.reportPage([("picture", .string("/9j/4A=="))], in: tab, key: key)
    #expect(try #require(store.browser.tab(lastTab())?.currentEntry).picture.exists)
    // The page was left meanwhile.
    try browser.load("https://c.example/", in: tab)
    let newest = store.browser.sequence
    try browser.reportPage([("picture", .string("/9j/4AA="))], in: tab, key: key)
    #expect(store.browser.sequence == newest)
  }

  // MARK: Zoom

  private func zoom(of host: String) throws -> ZoomLevel {
    try browser.session.recording.level(ofSite: host, in: store.browser)
  }

  @Test func theZoomOfASiteIsRecorded() throws {
    try browser.zoom(12_500, in: browser.tabs[0].id)
    #expect(try zoom(of: "a.example") == ZoomLevel(percent: 125))
    let newest = store.browser.sequence
    try browser.zoom(12_500, in: browser.tabs[0].id)
    #expect(store.browser.sequence == newest)
  }

  /// Firefox shows a changed zoom in a tab in the background only when the tab is selected.
  @Test func anOutdatedZoomInTheBackgroundIsIgnored() throws {
    let tab = browser.tabs[0].id
    let other = try browser.open("https://a.example/")
    browser.active = tab
    try browser.zoom(12_500, in: tab)
    browser.outdatedZooms[other] = 10_000
    try browser.start(looksAt: [tab, other])
    #expect(try zoom(of: "a.example") == ZoomLevel(percent: 125))
  }

  @Test func undoOfAZoomReachesTheBrowser() throws {
    try browser.zoom(12_500, in: browser.tabs[0].id)
    try store.undo()
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(browser.orders == ["zoom"])
    #expect(browser.zooms["https://a.example/"] == 10_000)
    #expect(store.browser.sequence == newest)
  }

  @Test func theDefaultZoomIsThatOfTheBrowser() throws {
    browser.unfulfilled = ["zoomDefault": .object([("failed", .string("No."))])]
    try store.perform(.zoomDefault(ZoomLevel(percent: 150)))
    try browser.followProfile()
    #expect(store.browser.zoom.default == .actual)
    #expect(browser.session.notices == ["The default zoom could not be changed: No."])
  }

  @Test func aSiteThatNoTabShowsIsZoomedOnceOneDoes() throws {
    try store.perform(.zoomSite(host: "b.example", ZoomLevel(percent: 150)))
    try browser.followProfile()
    #expect(browser.orders.isEmpty)
    try browser.load("https://b.example/", in: browser.tabs[0].id)
    #expect(browser.zooms["https://b.example/"] == 15_000)
    #expect(try zoom(of: "b.example") == ZoomLevel(percent: 150))
  }

  @Test func aZoomThatWaitsForATabOutlivesTheHost() throws {
    try store.perform(.zoomSite(host: "b.example", ZoomLevel(percent: 150)))
    try browser.followProfile()
    try browser.session.end()
    try browser.start()
    try browser.load("https://b.example/", in: browser.tabs[0].id)
    #expect(browser.zooms["https://b.example/"] == 15_000)
    #expect(browser.session.memory.awaitedZooms.isEmpty)
  }

  @Test func aSiteThatWasZoomedWhileTheBrowserWasClosedIsZoomed() throws {
    try browser.session.end()
    try store.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 150)))
    try browser.start()
    #expect(browser.zooms["https://a.example/"] == 15_000)
    #expect(try zoom(of: "a.example") == ZoomLevel(percent: 150))
  }

  @Test func tabsKeepTheirIDsAfterARestart() throws {
    try browser.load("https://b.example/", in: browser.tabs[0].id)
    try browser.open("https://c.example/")
    let ids = store.browser.windows.flatMap(\.tabs)
    let model = try browser.model
    try browser.session.end()
    for place in browser.tabs.indices { browser.tabs[place].id += 100 }
    browser.active += 100
    try browser.start()
    #expect(store.browser.windows.flatMap(\.tabs) == ids)
    #expect(try browser.model == model)
    try browser.load("https://d.example/", in: browser.tabs[0].id)
    #expect(
      try browser.model.first == "https://a.example/ https://b.example/ [https://d.example/]")
  }

  /// Chromium stores no ids in tabs.
  @Test func tabsAreRecognisedByTheirPages() throws {
    try browser.open("https://b.example/")
    let ids = store.browser.windows.flatMap(\.tabs)
    try browser.session.end()
    browser.renumberTabs()
    try browser.start()
    #expect(store.browser.windows.flatMap(\.tabs) == ids)
  }

  /// Chromium had not saved that pages had replaced others when it crashed.
  @Test(arguments: [false, true])
  func tabsWithReplacedPagesAreRecognisedByTheirPlace(isLoaded: Bool) throws {
    let replaced = [
      try browser.open("https://b.example/"), try browser.open("https://c.example/"),
    ]
    try browser.open("https://d.example/")
    let saved = browser.tabs
    for tab in replaced { try browser.replace(with: "https://new.example/\(tab)", in: tab) }
    let ids = store.browser.windows.flatMap(\.tabs)
    browser.tabs = saved
    browser.renumberTabs()
    try browser.start(looksAt: isLoaded ? browser.tabs.map(\.id) : [])
    #expect(store.browser.windows.flatMap(\.tabs) == ids)
    let model = ["a", "b", "c", "d"].map { "[https://\($0).example/]" }
    #expect(try browser.model == model)
    // The key of the entry is assigned when the page is loaded.
    try browser.go(0, in: browser.tabs[1].id)
    #expect(try browser.model == model)
  }

  /// Chromium may also restore both pages.
  @Test func aReplacedPageMayBeRestoredBesideTheNewOne() throws {
    let tab = try browser.open("https://b.example/")
    try browser.open("https://c.example/")
    try browser.replace(with: "https://new.example/", in: tab)
    let ids = store.browser.windows.flatMap(\.tabs)
    browser.tabs[1].list.append(("another", "https://b.example/"))
    browser.tabs[1].index = 1
    browser.tabs[1].url = "https://b.example/"
    browser.renumberTabs()
    try browser.start(looksAt: browser.tabs.map(\.id))
    #expect(store.browser.windows.flatMap(\.tabs) == ids)
    #expect(try browser.model[1] == "https://new.example/ [https://b.example/]")
  }

  @Test func aReplacedPageWithAListIsRecognisedByItsPlace() throws {
    let tab = try browser.open("https://b.example/")
    try browser.load("https://c.example/", in: tab)
    let saved = browser.tabs
    try browser.replace(with: "https://new.example/", in: tab)
    let ids = store.browser.windows.flatMap(\.tabs)
    browser.tabs = saved
    browser.renumberTabs()
    try browser.start()
    #expect(store.browser.windows.flatMap(\.tabs) == ids)
    #expect(try browser.model.last == "https://b.example/ [https://c.example/]")
    try browser.go(-1, in: browser.tabs[1].id)
    #expect(try browser.model.last == "[https://b.example/] https://c.example/")
  }

  /// The last tabs, which the browser did not save, differ from a tab that the user opens there.
  @Test(arguments: [0, 1, 2])
  func aTabThatTheUserOpensIsNew(difference: Int) throws {
    let tab = try browser.open("https://b.example/")
    if difference == 0 { try browser.load("https://c.example/", in: tab) }
    if difference == 1 { try browser.open("https://c.example/") }
    let ids = store.browser.windows.flatMap(\.tabs).map { Int64($0.rawValue) }
    browser.tabs.removeSubrange(1...)
    let new = browser.add("https://other.example/")
    if difference == 2 { browser.tabs[1].isPinned = true }
    browser.renumberTabs()
    try browser.start(looksAt: [new + 100])
    #expect(browser.tabs[0].assigned == ids[0])
    #expect(!ids.contains(try #require(browser.tabs[1].assigned)))
  }

  /// Two tabs with equal pages differ in the keys of their entries.
  @Test func entriesAreRecognisedByTheirKeys() throws {
    let first = browser.tabs[0].id
    try browser.load("https://same.example/", in: first)
    let second = try browser.open("https://b.example/")
    try browser.load("https://same.example/", in: second)
    let ids = store.browser.windows.flatMap(\.tabs)
    let model = try browser.model
    try browser.session.end()
    browser.renumberTabs()
    browser.tabs.swapAt(0, 1)
    try browser.start(looksAt: browser.tabs.map(\.id))
    #expect(store.browser.windows.flatMap(\.tabs) == ids.reversed())
    #expect(try browser.model == model.reversed())
    try browser.go(-1, in: browser.tabs[0].id)
    #expect(try browser.model[0] == "[https://b.example/] https://same.example/")
  }

  @Test func idsAreReadFromTheFileOfTheProfile() throws {
    let folder = try TemporaryFolder()
    let memory = LiveMemory(folder: folder.path)
    memory.open("profile")
    memory.note("key", of: EventID(7))
    memory.note(awaitedZooms: [EventID(3), EventID(4)])
    memory.note(awaitedZooms: [EventID(4)])
    memory.note(bookmarks: ["1": BookmarkID(EventID(8)), "2": BookmarkID(EventID(9))])
    memory.note(bookmarks: ["1": BookmarkID(EventID(8))])
    memory.save()
    // A host that was killed has written half of a line.
    let path = "\(folder.path)/live-profile"
    let bytes = try #require(FileDescriptor.contents(of: path, limit: 1_000))
    try FileTree.writeFile(bytes + Array("k other 1".utf8), to: path)
    for _ in 0..<2 {
      let again = LiveMemory(folder: folder.path)
      again.open("profile")
      #expect(again.keys == [EventID(7): "key"])
      #expect(again.awaitedZooms == [EventID(4)])
      #expect(again.bookmarks == ["1": BookmarkID(EventID(8))])
    }
  }

  @Test func changesByOtherProgramsWhileTheBrowserWasClosedAreApplied() throws {
    try browser.open("https://b.example/")
    try browser.session.end()
    try store.perform(.closeTabs([lastTab()]))
    try store.perform(.open(OpenTab(Destination("https://c.example/"))))
    try browser.start()
    #expect(browser.tabs.map(\.url) == ["https://a.example/", "https://c.example/"])
    #expect(try browser.model == ["[https://a.example/]", "[https://c.example/]"])
  }

  @Test func quittingClosesNothing() throws {
    try browser.open("https://b.example/")
    let model = try browser.model
    browser.tabs = []
    try browser.send(
      .object([("kind", .string("strip")), ("strip", .object([("windows", .array([]))]))]))
    try browser.session.end()
    #expect(try browser.model == model)
    #expect(store.browser.health.running.exists == false)
  }

  @Test func anotherVersionIsRefused() throws {
    try browser.session.receive(
      .object([("kind", .string("hello")), ("version", .integer(99))]))
    #expect(browser.session.messages.first?["kind"] == .string("refused"))
  }

  @Test func thePopupUndoes() throws {
    try browser.open("https://b.example/")
    try browser.session.receive(
      .object([
        ("kind", .string("ask")), ("question", .string("state")), ("popup", .string("1")),
      ]))
    let state = browser.session.messages.first?["state"]
    #expect(state?["undo"]?.string?.hasPrefix("opened") == true)
    browser.session.messages = []
    try browser.send(
      .object([("kind", .string("ask")), ("question", .string("undo")), ("popup", .string(""))]))
    #expect(browser.tabs.map(\.url) == ["https://a.example/"])
  }

  /// A question of the popup about the only proposal that it shows.
  private func answerProposal(_ question: String) throws -> JSON? {
    try browser.session.receive(
      .object([
        ("kind", .string("ask")), ("question", .string("state")), ("popup", .string("1")),
      ]))
    let shown = browser.session.messages.last?["state"]?["proposals"]?.elements.first
    browser.session.messages = []
    try browser.send(
      .object([
        ("kind", .string("ask")), ("question", .string(question)), ("popup", .string("")),
        ("proposal", shown?["proposal"] ?? .null), ("digest", shown?["digest"] ?? .null),
      ]))
    return shown
  }

  @Test(arguments: ["approve", "decline"])
  func `the popup answers a proposal, and the browser follows`(question: String) throws {
    try browser.open("https://b.example/")
    let tab = try lastTab()
    let agent = Origin(agent: "tidier")
    let branch = BranchID(try store.branch("work", by: agent).sequence)
    try store.switchBranch(to: branch)
    try store.perform(.closeTabs([tab]), by: agent)
    try store.propose(branch, as: "tidy", saying: "You have read it.", by: agent)
    try store.switchBranch(to: .nothing)
    let shown = try answerProposal(question)
    #expect(shown?["by"]?.string == "tidier")
    #expect(shown?["words"]?.string == "You have read it.")
    #expect(shown?["summary"]?.string?.isEmpty == false)
    #expect(try store.proposals().map(\.state) == [question == "approve" ? .approved : .declined])
    #expect(
      browser.tabs.map(\.url)
        == ["https://a.example/"] + (question == "approve" ? [] : ["https://b.example/"]))
    #expect(try answerProposal(question) == nil)
  }

  @Test func invalidMessagesChangeNothing() throws {
    let newest = store.browser.sequence
    for text in ["{}", "[]", "1", #"{"kind":"look"}"#, #"{"kind":"done","number":7}"#] {
      try browser.send(JSONParser.parse(Array(text.utf8)))
    }
    #expect(store.browser.sequence == newest)
  }
}
