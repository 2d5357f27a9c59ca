import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceStore
import TestSupport
import Testing

/// Formats that are described by the positions of their lists, and other sessions.
@Suite struct LayoutTests {
  private func bring(
    _ name: String, _ text: String, _ format: FileFormat
  ) throws -> (Imports, ImportReport) {
    let file = try WrittenFile(name, text)
    #expect(try ImportSource(file.path).formats == [format])
    let imports = try Imports()
    let report = try imports.bring(file)
    #expect(try imports.bring(file).counts.isEmpty)
    #expect(try imports.store.readState().brokenInvariants() == [])
    return (imports, report)
  }

  @Test func `Arc: a space is a window, a folder a group`() throws {
    let (imports, report) = try bring(
      "StorableSidebar.json",
      """
      {"version":1,"sidebar":{"containers":[{"global":{}},{"spaces":["s1",{"id":"s1","title":"Work",
       "containerIDs":["pinned","p1","unpinned","u1"]},"s2",{"id":"s2","title":"Home",
       "newContainerIDs":[{"unpinned":{}},"u2",{"pinned":{}},"p2"]}],
       "items":["p1",{"id":"p1","childrenIds":["t1","f1"],"data":{"itemContainer":{}}},
       "u1",{"id":"u1","childrenIds":["t2"],"data":{"itemContainer":{}}},
       "f1",{"id":"f1","title":"Trip","childrenIds":["t3","f1"],"data":{"list":{}}},
       "t1",{"id":"t1","parentID":"p1","data":{"tab":{"savedURL":"https://one.example/","savedTitle":"One"}}},
       "t2",{"id":"t2","data":{"tab":{"savedURL":"https://two.example/","savedTitle":"Two"}}},
       "t3",{"id":"t3","data":{"tab":{"savedURL":"https://three.example/","savedTitle":"Three"}}},
       "u2",{"id":"u2","childrenIds":["t4"]},
       "t4",{"id":"t4","data":{"tab":{"savedURL":"https://four.example/","savedTitle":"Four"}}}],
       "topAppsContainerIDs":[]}]}}
      """, .arc)
    #expect(
      try imports.windows() == [
        [
          "https://one.example/ @0 pinned active", "https://three.example/ @0 Trip",
          "https://two.example/ @0",
        ], ["https://four.example/ @0 active"],
      ])
    #expect(report.leftOut == [.windowTitles: 2])
  }

  @Test func `Session Buddy: collections are folders, snapshots are windows`() throws {
    let (imports, report) = try bring(
      "s.json",
      """
      {"format":"nxs.json.v2","collections":[{"id":"c","title":"Reading","created":1500000000000,
       "folders":[{"id":"f","title":"Week","links":[{"id":"l","url":"https://a.example/","title":"A",
        "favIconUrl":"https://a.example/i"}]}]}],
       "history":[{"id":1600000000000,"type":"snapshot-scheduled","windows":[{"tabs":[
        {"url":"https://b.example/","title":"B"},
        {"url":"https://c.example/","title":"C","active":true,"pinned":false}]}]},
        {"id":1500000000000,"windows":[{"tabs":[{"url":"https://old.example/"}]}]}]}
      """, .sessionBuddy)
    #expect(
      try imports.bookmarks() == ["folder Reading", " folder Week", "  A https://a.example/"])
    #expect(try imports.windows() == [["https://b.example/ @0", "https://c.example/ @0 active"]])
    #expect(imports.store.browser.closed.map(\.kind) == [.window])
    #expect(report.leftOut == [.icons: 1])
  }

  @Test func `Session Buddy 3`() throws {
    let (imports, report) = try bring(
      "s.json",
      """
      {"sessions":[{"name":"Trip","created":1600000000000,"windows":[{"tabs":[
       {"url":"https://b.example/","title":"B"}]}]}]}
      """, .sessionBuddy)
    #expect(try imports.windows() == [["https://b.example/ @0 active"]])
    #expect(report.leftOut == [.sessionNames: 1])
  }

  @Test(arguments: [
    """
    {"id":"x","time":1600000000000,"containers":{},"sidebar":{"panels":{}},"tabs":[[
     [{"url":"https://a.example/","title":"A","pinned":true,"panelId":"p"}],
     [{"url":"https://b.example/","title":"B","lvl":1,"containerId":"c","panelId":"q"}]]]}
    """,
    """
    {"id":"x","time":1600000000000,"windows":{"7":{"items":[
     {"url":"https://a.example/","title":"A","pinned":true,"panel":"p"},
     {"url":"https://b.example/","title":"B","lvl":1,"ctr":"c","panel":"q"}]}}}
    """,
    """
    {"ver":"5","snapshots":[{"id":"x","time":1600000000000,"tabs":[[
     [{"url":"https://a.example/","title":"A","pinned":true,"panelId":"p"},
      {"url":"https://b.example/","title":"B","lvl":1,"containerId":"c","panelId":"q"}]]]}]}
    """,
  ])
  func `Sidebery's snapshots`(_ text: String) throws {
    let (imports, report) = try bring("s.json", text, .sidebery)
    #expect(
      try imports.windows() == [["https://a.example/ @0 pinned active", "https://b.example/ @0"]])
    #expect(report.leftOut == [.panels: 2, .treeLevels: 1, .containers: 1])
  }

  @Test func `Takeout's open tabs are imported with their histories`() throws {
    let (imports, report) = try bring(
      "History.json",
      """
      {"Browser History": [{"page_transition_qualifier": "LINK", "title": "One",
       "url": "https://one.example/", "client_id": "c", "time_usec": 1600000000000000}],
       "Typed Url": [{"url":"https://one.example/"}], "Session": [{"session_tag": "t",
       "tab_node_id": 1, "tab": {"tab_id": 1, "window_id": 1, "tab_visual_index": 0,
       "current_navigation_index": 1, "pinned": false,
       "last_active_time_unix_epoch_millis": 1600000000000, "navigation": [
       {"virtual_url": "https://one.example/", "title": "One"},
       {"virtual_url": "https://two.example/", "title": "Two"}]}}, {"session_tag":"t","header":{}}]}
      """, .takeoutHistory)
    #expect(report.counts.visits == 1)
    #expect(try imports.windows() == [["https://one.example/ https://two.example/ @1 active"]])
    #expect(report.leftOut == [.typed: 1])
  }

  @Test func `Firefox's session, with scroll positions`() throws {
    let (imports, report) = try bring(
      "sessionstore.js",
      """
      {"version": ["sessionrestore", 1], "windows": [{"selected": 1, "tabs": [
       {"index": 2, "scroll": {"scroll": "0,1200"}, "entries": [
       {"url": "https://one.example/", "title": "One", "docIdentifier": 1, "scroll": "30,400"},
       {"url": "https://two.example/", "title": "Two", "docIdentifier": 2}]},
       {"index": 1, "scroll": {"scroll": "far down", "children": []}, "entries": [
       {"url": "https://three.example/", "title": "Three", "scroll": "1,2,3"}]}]}]}
      """, .firefoxSession)
    #expect(try scrolls(in: imports) == [[30, 400], [0, 1200]])
    #expect(report.leftOut == [.scroll: 2])
  }

  private func scrolls(in imports: Imports) throws -> [[Int32]] {
    try imports.events().compactMap { event in
      guard case .page(.scrolled(let body)) = event.body else { return nil }
      return [body.x, body.y]
    }
  }

  @Test func `qutebrowser's session, with scroll positions and zoom`() throws {
    let (imports, report) = try bring(
      "s.yml",
      """
      windows:
      - active: true
        geometry: !!binary |
          AdnQywADAAA=
        tabs:
        - active: true
          history:
          - pinned: false
            scroll-pos: {x: 0, y: 0}
            title: One
            url: https://one.example/
            zoom: 1.0
          - active: true
            pinned: true
            scroll-pos:
              x: 0
              y: 120
            title: 'Two: it''s a
              long name'
            url: https://two.example/
            zoom: 1.5
        - history:
          - active: true
            title: "Th\\u00e9 # \\"q\\""
            url: https://three.example/#x
      """, .qutebrowserSession)
    #expect(
      try imports.windows() == [
        [
          "https://one.example/ https://two.example/ @1 pinned active",
          "https://three.example/#x @0",
        ]
      ])
    let browser = imports.store.browser
    let tab = try #require(browser.windows.first?.tabs.first.flatMap { browser.tab($0) })
    #expect(tab.temporaryZoom.hundredths == 15_000)
    let titles = try imports.store.read { words in
      browser.tabs.map { browser.title(of: $0, text: words) }
    }
    #expect(titles == ["Two: it's a long name", "Thé # \"q\""])
    #expect(try scrolls(in: imports) == [[0, 120]])
    #expect(report.leftOut == [:])
  }

  @Test(arguments: [
    "windows:\n- tabs:\n  - history: [{url: 'https://a.example/",
    "windows:\n- tabs:\n  - history:\n    - url: \"https://a.example/\n",
    "windows:\n- " + String(repeating: "- ", count: 200) + "x\n",
  ])
  func `a damaged session of qutebrowser is refused`(_ text: String) throws {
    let file = try WrittenFile("s.yml", text)
    let failure = #expect(throws: ExchangeError.self) { try Imports().bring(file) }
    #expect(failure?.message.contains("is damaged: line") == true)
  }

  @Test func `qutebrowser's quickmarks and bookmarks`() throws {
    let (quickmarks, _) = try bring(
      "quickmarks", "one https://one.example/\nmy two https://two.example/\n",
      .qutebrowserQuickmarks)
    #expect(
      try quickmarks.bookmarks() == ["one https://one.example/", "my two https://two.example/"])
    let (bookmarks, _) = try bring(
      "urls", "https://one.example/ The One\nhttps://two.example/\n", .qutebrowserBookmarks)
    #expect(try bookmarks.bookmarks() == ["The One https://one.example/", "https://two.example/"])
  }

  @Test func `Safari's history in its old format`() throws {
    let file = try WrittenFile(
      "History.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>WebHistoryDates</key><array><dict>
      <key></key><string>http://one.example/</string><key>D</key><array><integer>1</integer></array>
      <key>lastVisitedDate</key><string>395010381.4</string><key>title</key><string>One</string>
      <key>visitCount</key><integer>1</integer></dict></array>
      <key>WebHistoryFileVersion</key><integer>1</integer></dict></plist>
      """)
    var items: [PortableItem] = []
    try withExtendedLifetime(file) { try ImportSource(file.path).read { items.append($0) } }
    #expect(
      items.visits == [
        PortableVisit("http://one.example/", title: "One", milliseconds: 1_373_317_581_400)
      ])
    #expect(items.problems == [])
  }
}
