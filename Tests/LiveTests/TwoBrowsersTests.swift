import BrowserModel
import Notation
import Platform
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Live

/// Two browsers that are recorded in the same profile. Each has its own windows.
struct TwoBrowsersTests {
  private let folder: TemporaryFolder
  private let log: EventLog
  private let first: BrowserScript
  private let second: BrowserScript
  private var store: Store { first.store }

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLog(profile: folder.profile, access: .readWrite)
    first = try BrowserScript(profile: "first", in: log)
    second = try BrowserScript(profile: "second", in: log)
    try first.open("https://a.example/")
    try first.start()
    first.isFocused = false
    try second.open("https://b.example/")
    try second.start()
  }

  private func followProfile() throws {
    for _ in 0..<3 {
      try first.followProfile()
      try second.followProfile()
    }
  }

  private func urls(of browser: BrowserScript) -> [String] { browser.tabs.map(\.url).sorted() }

  /// The window that contains the only tab with an address.
  private func window(with url: String) throws -> Window {
    try store.catchUp()
    let found = try store.read { words in
      store.browser.windows.first { window in
        window.tabs.contains { id in
          store.browser.tab(id).map { store.browser.url(of: $0, text: words) == url } ?? false
        }
      }
    }
    return try #require(found)
  }

  @Test func tabsOfOneBrowserAreNotOpenedInTheOther() throws {
    try first.open("https://c.example/")
    try second.open("https://d.example/")
    try first.open("https://e.example/", window: 2)
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://c.example/", "https://e.example/"])
    #expect(urls(of: second) == ["https://b.example/", "https://d.example/"])
    #expect(first.orders.isEmpty && second.orders.isEmpty)
    #expect(store.browser.windows.count == 3)
  }

  @Test func anotherProgramChangesTheBrowserOfTheWindow() throws {
    let window = try window(with: "https://a.example/")
    try store.perform(.open(OpenTab(Destination("https://c.example/"), window: window.id)))
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://c.example/"])
    #expect(urls(of: second) == ["https://b.example/"])
    try store.perform(.closeTabs([window.tabs[0]]))
    try followProfile()
    #expect(urls(of: first) == ["https://c.example/"])
    #expect(second.orders.isEmpty)
  }

  @Test func aNewWindowIsOpenedByTheBrowserWithTheFocus() throws {
    try store.perform(
      .open(OpenTab(Destination("https://c.example/"), isInNewWindow: true)))
    try followProfile()
    #expect(urls(of: second) == ["https://b.example/", "https://c.example/"])
    try store.perform(.focusWindow(window(with: "https://a.example/").id))
    try store.perform(
      .open(OpenTab(Destination("https://d.example/"), isInNewWindow: true)))
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://d.example/"])
    #expect(urls(of: second) == ["https://b.example/", "https://c.example/"])
    #expect(store.browser.windows.count == 4)
  }

  @Test func aNewWindowIsOpenedByTheOnlyConnectedBrowser() throws {
    try second.session.end()
    second.disconnect()
    try store.perform(
      .open(OpenTab(Destination("https://c.example/"), isInNewWindow: true)))
    try first.followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://c.example/"])
    try second.start()
    #expect(urls(of: second) == ["https://b.example/"])
  }

  @Test func aTabIsMovedToTheOtherBrowser() throws {
    try first.open("https://c.example/")
    let tab = try #require(window(with: "https://c.example/").tabs.last)
    let target = try window(with: "https://b.example/")
    try store.perform(.move(tab, to: 1, window: target.id))
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/"])
    #expect(urls(of: second) == ["https://b.example/", "https://c.example/"])
    #expect(try window(with: "https://c.example/").id == target.id)
    #expect(store.browser.tab(tab) != nil)
  }

  @Test func aTabInANewWindowStaysInItsBrowser() throws {
    try first.open("https://c.example/")
    let tab = try #require(window(with: "https://c.example/").tabs.last)
    try store.perform(.moveToNewWindow(tab))
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://c.example/"])
    #expect(Set(first.tabs.map(\.window)).count == 2)
    #expect(urls(of: second) == ["https://b.example/"])
    try store.undo()
    try followProfile()
    #expect(Set(first.tabs.map(\.window)).count == 1)
    #expect(urls(of: second) == ["https://b.example/"])
  }

  @Test func windowsKeepTheirBrowserAfterARestart() throws {
    try second.session.end()
    second.disconnect()
    try first.open("https://c.example/")
    let windows = try store.browser.windows.map { try window(with: url(of: $0)).id }
    // Chromium stores no ids in tabs.
    for place in second.tabs.indices { second.tabs[place].assigned = nil }
    second.restoringPatience = .zero
    try second.start()
    try second.session.passTime()
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://c.example/"])
    #expect(urls(of: second) == ["https://b.example/"])
    try store.catchUp()
    #expect(store.browser.windows.map(\.id) == windows)
    #expect(first.orders.isEmpty && second.orders.isEmpty)
  }

  /// The host is killed before the browser has opened a window, or before the host learns about it.
  @Test(arguments: BrowserScript.LostMessages.allCases)
  func aWindowIsOpenedOnceIfTheHostIsKilled(lost: BrowserScript.LostMessages) throws {
    second.lost = lost
    let opened = try store.perform(
      .open(OpenTab(Destination("https://c.example/"), isInNewWindow: true)))
    try second.followProfile()
    second.lost = nil
    second.disconnect()
    try second.start()
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/"])
    #expect(urls(of: second) == ["https://b.example/", "https://c.example/"])
    #expect(Set(second.tabs.map(\.window)).count == 2)
    #expect(try window(with: "https://c.example/").id == opened.openedWindow)
    #expect(store.browser.windows.count == 3)
  }

  /// A reopened window is lost or doubled neither.
  @Test(arguments: BrowserScript.LostMessages.allCases)
  func aReopenedWindowIsOpenedOnceIfTheHostIsKilled(lost: BrowserScript.LostMessages) throws {
    try second.open("https://c.example/", window: 2)
    let window = try window(with: "https://c.example/")
    try store.perform(.closeWindow(window.id))
    try followProfile()
    second.lost = lost
    try store.undo()
    try second.followProfile()
    second.lost = nil
    second.disconnect()
    try second.start()
    try followProfile()
    #expect(urls(of: second) == ["https://b.example/", "https://c.example/"])
    #expect(try self.window(with: "https://c.example/").id == window.id)
    #expect(store.browser.windows.count == 3)
  }

  /// Browsers number their windows from the beginning after each start. An older copy of the folder
  /// of a browser also has older tabs.
  @Test func anOldCopyOfABrowserMayReuseTheNumbersOfWindows() throws {
    try first.open("https://c.example/", window: 2)
    let windows = try ["https://a.example/", "https://c.example/"].map { try window(with: $0).id }
    let copy = first.tabs
    try first.open("https://d.example/", window: 3)
    try first.session.end()
    first.disconnect()
    first.tabs = copy
    for place in first.tabs.indices { first.tabs[place].window = place == 0 ? 3 : 1 }
    first.restoringPatience = .zero
    try first.start()
    try first.session.passTime()
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://c.example/"])
    #expect(urls(of: second) == ["https://b.example/"])
    #expect(first.orders.isEmpty && second.orders.isEmpty)
    #expect(try window(with: "https://a.example/").id == windows[0])
    #expect(try window(with: "https://c.example/").id == windows[1])
    // The copy does not have the third window, which counts as closed by the browser.
    #expect(store.browser.windows.count == 3)
  }

  @Test func aBrowserThatRecordHasStartedHasItsOwnWindows() throws {
    let recorded = try BrowserScript(profile: "third", in: log)
    first.isFocused = false
    second.isFocused = false
    try recorded.open("https://c.example/")
    try recorded.start(.guest(restoresTabs: false))
    try followProfile()
    try recorded.followProfile()
    try store.perform(.open(OpenTab(Destination("https://d.example/"), isInNewWindow: true)))
    try followProfile()
    try recorded.followProfile()
    #expect(urls(of: recorded) == ["https://c.example/", "https://d.example/"])
    try recorded.session.end()
    recorded.disconnect()
    try first.open("https://e.example/")
    try followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://e.example/"])
    #expect(urls(of: second) == ["https://b.example/"])
    #expect(first.orders.isEmpty && second.orders.isEmpty)
    #expect(try window(with: "https://e.example/").tabs.count == 2)
    #expect(store.browser.windows.count == 4)
  }

  private func url(of window: Window) throws -> String {
    try store.read { words in
      store.browser.tab(window.activeTab).map { store.browser.url(of: $0, text: words) } ?? ""
    }
  }

  @Test func aCopiedBrowserGetsItsOwnIdentity() throws {
    let copy = try BrowserScript(profile: "first", in: log)
    copy.tabs = first.tabs
    copy.active = first.active
    try copy.start()
    #expect(copy.profile == "copy-of-first")
    try copy.open("https://c.example/")
    try first.open("https://d.example/")
    try followProfile()
    try copy.followProfile()
    #expect(urls(of: first) == ["https://a.example/", "https://d.example/"])
    #expect(urls(of: copy) == ["https://a.example/", "https://c.example/"])
    #expect(copy.tabs[0].assigned != first.tabs[0].assigned)
  }

  @Test func unknownPagesAreStoredForTheConsole() throws {
    let browsers = ConnectedBrowsers(folder: folder.profile)
    browsers.note(unknownPages: [TabID(EventID(7)): 3, TabID(EventID(8)): 0])
    let reader = ConnectedBrowsers(folder: folder.profile)
    #expect(reader.unknownPages(of: TabID(EventID(7))) == 3)
    for count in 1...500 { browsers.note(unknownPages: [TabID(EventID(9)): count]) }
    browsers.note(unknownPages: [TabID(EventID(9)): 0])
    let again = ConnectedBrowsers(folder: folder.profile)
    #expect(again.unknownPages(of: TabID(EventID(7))) == 3)
    #expect(again.unknownPages(of: TabID(EventID(9))) == 0)
    #expect(again.label(ofWindow: try window(with: "https://a.example/").id) == "Firefox")
    let bytes = try #require(
      FileDescriptor.contents(of: "\(folder.profile)/browsers", limit: 1 << 20))
    #expect(bytes.count < 10_000, "Outdated lines are removed.")
  }

  @Test func browsersOfTheSameKindHaveDifferentLabels() throws {
    let browsers = ConnectedBrowsers(folder: folder.profile)
    #expect(browsers.label(ofWindow: try window(with: "https://a.example/").id) == "Firefox")
    #expect(browsers.label(ofWindow: try window(with: "https://b.example/").id) == "Firefox 2")
    #expect(browsers.connected == ["first", "second"])
  }

  /// Each Chromium has its own default, which no extension can change.
  @Test func browsersWithDifferentDefaultZoomDoNotContradictEachOther() throws {
    first.unfulfilled = ["zoomDefault": .object([("failed", .string("No."))])]
    second.unfulfilled = first.unfulfilled
    second.defaultZoom = 12_500
    var newest: [EventID] = []
    for _ in 0..<3 {
      try first.zoom(10_000, in: first.tabs[0].id)
      try second.zoom(12_500, in: second.tabs[0].id)
      try followProfile()
      try store.catchUp()
      newest.append(store.browser.sequence)
    }
    #expect(newest[1] == newest[2])
    #expect(first.orders.isEmpty && second.orders.isEmpty)
  }
}
