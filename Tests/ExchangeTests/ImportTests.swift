import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

/// Imports of items from files.
@Suite struct ImportTests {
  private static let bookmarks = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <DL><p>
    <DT><H3 ADD_DATE="1700000000">Work</H3>
    <DL><p>
      <DT><A HREF="https://a.example/" ADD_DATE="1700000001" TAGS="x,y" SHORTCUTURL="a">A</A>
      <HR>
      <DT><A HREF="https://a.example/" ADD_DATE="1700000002">A</A>
    </DL><p>
    <DT><A HREF="https://b.example/" ADD_DATE="1600000000">B</A>
    </DL><p>
    """

  private static let store = """
    {"version":["sessionrestore",1],"selectedWindow":2,"windows":[
     {"selected":2,"groups":[{"id":"g","name":"Group","color":"red","collapsed":true}],"tabs":[
      {"entries":[{"url":"https://a.example/","title":"A"}],"index":1,"pinned":true},
      {"entries":[{"url":"https://b.example/","title":"B"},{"url":"https://c.example/"},
        {"url":"https://d.example/","title":"D"}],"index":2,"groupId":"g"}],
      "_closedTabs":[{"pos":1,"closedAt":1700000000000,"state":
       {"entries":[{"url":"https://e.example/","title":"E"}],"index":1}}]},
     {"selected":1,"tabs":[{"entries":[{"url":"https://f.example/"}],"index":9}]}],
     "_closedWindows":[{"closedAt":1600000000000,"selected":1,"tabs":[
      {"entries":[{"url":"https://g.example/"}],"index":1},
      {"entries":[{"url":"https://h.example/"}],"index":1}]}]}
    """

  @Test func `bookmarks are imported with folders, tags, keywords and dates`() throws {
    let imports = try Imports()
    let report = try imports.bring(WrittenFile("b.html", Self.bookmarks))
    #expect(
      try imports.bookmarks() == [
        "folder Work", " A https://a.example/ x,y a", " separator", " A https://a.example/",
        "B https://b.example/",
      ])
    #expect(report.counts.bookmarks == 3)
    #expect(report.counts.folders == 1)
    #expect(report.counts.separators == 1)
    let events = try imports.events()
    #expect(
      events.map(\.occurredMilliseconds) == [
        1_700_000_000_000, 1_700_000_001_000, 0, 1_700_000_002_000, 1_600_000_000_000,
      ])
    #expect(events.allSatisfy { $0.actor == .import && $0.batch.rawValue == 1 })
  }

  @Test func `bookmarks that another process imports meanwhile are not imported twice`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "b.html")
    try Data(Self.bookmarks.utf8).write(to: file)
    var others: [Int32] = []
    // The store reads the clock directly before it writes.
    let store = try Store(EventLog(profile: folder.profile, access: .readWrite)) {
      let other = try? Subprocess.run(
        URL.builtProgram("retrace").path, ["-p", folder.profile, "import", file.path])
      others.append(other?.status ?? -1)
      return 1_800_000_000_000
    }
    let report = try store.importAll(of: ImportSource(file.path))
    #expect(others == [0])
    #expect(report.counts.isEmpty)
    #expect(report.counts.known == 5)
    #expect(try store.readLibrary().bookmarks.count == 5)
  }

  @Test func `notes of bookmarks and folders are imported unchanged`() throws {
    let imports = try Imports()
    let file = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
      <DT><H3>Work</H3>
      <DD>What I do
      <DL><p>
      <DT><A HREF="https://a.example/" ADD_DATE="10/Oct/2000:13:55:36 +0300">A</A>
      <DD>Two
      lines &amp; more
      </DL><p></DL><p>
      """
    try imports.bring(WrittenFile("b.html", file))
    #expect(
      try imports.bookmarks() == [
        "folder Work What I do", " A https://a.example/ Two\nlines & more",
      ])
    #expect(try imports.events().map(\.occurredMilliseconds) == [0, 971_175_336_000])
  }

  @Test func `windows, histories, groups, and closed windows and tabs`() throws {
    let imports = try Imports()
    let report = try imports.bring(WrittenFile("s.js", Self.store))
    #expect(
      try imports.windows() == [
        [
          "https://a.example/ @0 pinned",
          "https://b.example/ https://c.example/ https://d.example/ @1 active Group",
        ],
        ["https://f.example/ @0 active"],
      ])
    let browser = imports.store.browser
    #expect(browser.focusedWindow == browser.windowOrder[1])
    #expect(browser.groups.map(\.isCollapsed) == [true])
    #expect(browser.closed.map(\.kind) == [.window, .tab])
    #expect(browser.closed.map(\.tabs.count) == [2, 1])
    #expect(report.counts.tabs == 3)
    #expect(report.counts.closedTabs == 3)
    #expect(browser.windows.allSatisfy { browser.tab($0.activeTab)?.status == .discarded })
    #expect(browser.brokenInvariants() == [])
  }

  @Test func `a closed tab is reopened at its position`() throws {
    let imports = try Imports()
    try imports.bring(WrittenFile("s.js", Self.store))
    try imports.store.perform(.reopen(nil))
    #expect(try imports.windows()[0][1] == "https://e.example/ @0 active")
  }

  @Test func `importing the same file twice adds nothing`() throws {
    for (name, text) in [("b.html", Self.bookmarks), ("s.js", Self.store)] {
      let imports = try Imports()
      let file = try WrittenFile(name, text)
      try imports.bring(file)
      let before = imports.store.browser.sequence
      let report = try imports.bring(file)
      #expect(report.counts.isEmpty)
      #expect(report.counts.known > 0)
      #expect(imports.store.browser.sequence == before)
    }
  }

  @Test func `a newer file adds what is new, in the right place`() throws {
    let imports = try Imports()
    try imports.bring(WrittenFile("b.html", Self.bookmarks))
    let newer = Self.bookmarks.replacing(
      "<HR>", with: "<HR><DT><A HREF=\"https://new.example/\">New</A>")
    let report = try imports.bring(WrittenFile("b.html", newer))
    #expect(report.counts.bookmarks == 1)
    #expect(try imports.bookmarks()[4] == " New https://new.example/")
  }

  @Test func `importing again does not restore things that were removed meanwhile`() throws {
    let imports = try Imports()
    let file = try WrittenFile("b.html", Self.bookmarks)
    try imports.bring(file)
    let all = try imports.store.readLibrary().bookmarks.all
    try imports.store.perform(.removeBookmark(all[1].id))
    try imports.store.perform(.editBookmark(all[4].id, BookmarkEdit(title: "Better")))
    #expect(try imports.bring(file).counts.isEmpty)
  }

  @Test func `a removed folder is created again for new bookmarks`() throws {
    let imports = try Imports()
    try imports.bring(WrittenFile("b.html", Self.bookmarks))
    let folder = try #require(try imports.store.readLibrary().bookmarks.all.first)
    try imports.store.perform(.removeBookmark(folder.id, all: true))
    let newer = Self.bookmarks.replacing(
      "<HR>", with: "<HR><DT><A HREF=\"https://new.example/\">New</A>")
    try imports.bring(WrittenFile("b.html", newer))
    let bookmarks = try imports.bookmarks()
    #expect(
      bookmarks == [
        "B https://b.example/", "folder Work", " New https://new.example/",
      ])
  }

  @Test func `undone imports can be imported again`() throws {
    let imports = try Imports()
    let file = try WrittenFile("s.js", Self.store)
    try imports.bring(file)
    let windows = try imports.windows()
    try imports.store.undo()
    #expect(try imports.windows() == [])
    try imports.bring(file)
    #expect(try imports.windows() == windows)
  }

  @Test func `a dry run reports the same and writes nothing`() throws {
    let imports = try Imports()
    let file = try WrittenFile("s.js", Self.store)
    let dry = try imports.bring(file) { $0.isDryRun = true }
    #expect(try imports.events().isEmpty)
    #expect(try imports.bring(file) == dry)
  }

  @Test func `bookmarks are imported into a folder, which is created if it does not exist`() throws
  {
    let imports = try Imports()
    let file = try WrittenFile("b.html", Self.bookmarks)
    try imports.bring(file) { $0.folder = ["Old", "Browser"] }
    #expect(
      try imports.bookmarks().prefix(3) == ["folder Old", " folder Browser", "  folder Work"])
    #expect(try imports.bring(file) { $0.folder = ["Old", "Browser"] }.counts.isEmpty)
  }

  @Test func `data older than requested is not imported`() throws {
    let imports = try Imports()
    let report = try imports.bring(WrittenFile("b.html", Self.bookmarks)) {
      $0.since = 1_700_000_002_000
    }
    #expect(report.counts.bookmarks == 1)
    #expect(try imports.bookmarks() == ["folder Work", " A https://a.example/"])
  }

  @Test func `a bookmark with any scheme is imported, in normalized form`() throws {
    let file = try WrittenFile(
      "b.html",
      """
      <DL><DT><A HREF="javascript:alert(1)">Script</A><DT><A HREF="data:text/plain,x">Data</A>
      <DT><A HREF="java&#9;script:alert(1)">Script</A><DT><A HREF="&#1;javascript:alert(1)">Script</A>
      <DT><A HREF="FILE:///etc/passwd">File</A><DT><A HREF="place:sort=8">Query</A>
      <DT><A HREF="https://ok.example">Page</A><DT><A HREF="https://ok.example/">Page</A>
      <DT><A HREF="https://s.example/?q=%s">Words</A><DT><A HREF="https://%s.example/">Host</A></DL>
      """)
    let imports = try Imports()
    let report = try imports.bring(file)
    #expect(
      try imports.bookmarks() == [
        "Script javascript:alert(1)", "Data data:text/plain,x", "Script javascript:alert(1)",
        "Script javascript:alert(1)", "File file:///etc/passwd", "Query place:sort=8",
        "Page https://ok.example/", "Page https://ok.example/", "Words https://s.example/?q=%s",
        "Host https://%s.example/",
      ])
    #expect(report.problems == [])
    #expect(try imports.bring(file).counts.isEmpty)
  }

  @Test func `text that is not an address is omitted and reported`() throws {
    let bookmarks = try WrittenFile(
      "b.html",
      """
      <DL><DT><A HREF="b0rked">Broken</A><DT><A HREF="http://">Empty</A><DT><A HREF="">Nothing</A>
      <DT><A HREF="https://a.example/">Page</A></DL>
      """)
    let imports = try Imports()
    #expect(
      try imports.bring(bookmarks).problems == [
        "The bookmark “Broken” was left out: “b0rked” is not an address.",
        "The bookmark “Empty” was left out: “http://” is not an address.",
        "The bookmark “Nothing” has no address.",
      ])
    #expect(try imports.bookmarks() == ["Page https://a.example/"])
    let store = try WrittenFile(
      "s.js",
      """
      {"version":["sessionrestore",1],"windows":[{"selected":2,"tabs":[
       {"entries":[{"url":"b0rked"}]},
       {"index":3,"entries":[{"url":"HTTP://münchen.example"},{"url":"b0rked"},
        {"url":"https://b.example"},{"url":"https://c.example/"}]}]}]}
      """)
    #expect(
      try imports.bring(store).problems
        == Array(
          repeating: "An entry of a tab was left out: “b0rked” is not an address.", count: 2))
    #expect(
      try imports.windows() == [
        ["http://xn--mnchen-3ya.example/ https://b.example/ https://c.example/ @1 active"]
      ])
    #expect(try imports.bring(store).counts.isEmpty)
    let visits = try WrittenFile(
      "h.json",
      """
      {"Browser History":[{"url":"b0rked","time_usec":1600000000000000},
       {"url":"https://a.example","time_usec":1600000000000000}]}
      """)
    #expect(
      try imports.bring(visits).problems == [
        "A visit of “b0rked” cannot be stored: the address is invalid or too long."
      ])
    #expect(try imports.bring(visits).counts.known == 1)
  }

  @Test func `a focused window keeps the focus`() throws {
    let imports = try Imports()
    try imports.store.perform(.open(OpenTab(Destination("https://mine.example/"))))
    let focused = imports.store.browser.focusedWindow
    try imports.bring(WrittenFile("s.js", Self.store))
    #expect(imports.store.browser.focusedWindow == focused)
    #expect(imports.store.browser.windows.count == 3)
  }

  @Test
  func `a history that is too long loses its oldest entries, and the current entry is preserved`()
    throws
  {
    let entries = (0..<80).map { "{\"url\":\"https://a.example/\($0)\"}" }.joined(separator: ",")
    let imports = try Imports()
    try imports.bring(
      WrittenFile(
        "s.js",
        "{\"version\":[\"sessionrestore\",1],\"windows\":[{\"tabs\":[{\"entries\":[\(entries)],\"index\":11}]}]}"
      ))
    let browser = imports.store.browser
    let tab = try #require(browser.tab(browser.windows[0].activeTab))
    #expect(tab.entries.count == browser.settings.historyLimit)
    let current = tab.entries[Int(tab.index)].content
    let url = try imports.store.read { $0.text(.url, of: current) }
    #expect(url == "https://a.example/10")
  }

  @Test func `a tab whose address is too long is omitted and reported`() throws {
    let long = "https://a.example/" + String(repeating: "x", count: 2 << 20)
    let imports = try Imports()
    let report = try imports.bring(
      WrittenFile(
        "s.js",
        """
        {"version":["sessionrestore",1],"windows":[{"tabs":[{"entries":[{"url":"\(long)"}]},
         {"entries":[{"url":"https://b.example/"}]}]}]}
        """))
    #expect(try imports.windows() == [["https://b.example/ @0 active"]])
    #expect(report.counts.problems == 1)
  }
}
