import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import Platform
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

/// Data that cannot be imported is counted, so that no data is lost silently.
@Suite struct LeftOutTests {
  private static let sqlite = "/usr/bin/sqlite3"
  private static let hasSQLite = FileManager.default.isExecutableFile(atPath: sqlite)

  @Test func `closed and saved groups of Firefox are imported as windows`() throws {
    let group = """
      {"id":"g","name":"Trip","color":"red","closedAt":1700000000000,"tabs":[
       {"state":{"entries":[{"url":"https://a.example/"}]}},
       {"state":{"entries":[{"url":"https://b.example/"}]}}]}
      """
    let imports = try Imports()
    try imports.bring(
      WrittenFile(
        "s.js",
        """
        {"version":["sessionrestore",1],"savedGroups":[\(group.replacing("Trip", with: "Saved"))],
         "windows":[{"tabs":[{"entries":[{"url":"https://c.example/"}]}],"closedGroups":[\(group)]}]}
        """))
    #expect(imports.store.browser.closed.map(\.kind) == [.window, .window])
    try imports.store.perform(.reopen(nil))
    try imports.store.perform(.reopen(nil))
    let windows = try imports.windows()
    #expect(
      Set(windows.dropFirst().flatMap { $0.map { $0.split(separator: " ").last } })
        == ["Trip", "Saved"])
    #expect(windows.dropFirst().map(\.count) == [2, 2])
  }

  @Test(.enabled(if: hasSQLite, "sqlite3 is not installed"))
  func
    `redirects in Firefox count as one visit of the target, with the transition of the first page`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.url.path)/places.sqlite"
    let run = try Subprocess.run(
      Self.sqlite,
      [
        path,
        """
        CREATE TABLE moz_places(id INTEGER PRIMARY KEY, url TEXT, title TEXT);
        CREATE TABLE moz_historyvisits(id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER,
         visit_date INTEGER, visit_type INTEGER);
        INSERT INTO moz_places VALUES (1,'http://a.example/',''),(2,'https://a.example/',''),
         (3,'https://www.a.example/','A'),(4,'https://a.example/x.zip','');
        INSERT INTO moz_historyvisits VALUES (1,0,1,1700000000000000,2),(2,1,2,1700000000001000,5),
         (3,2,3,1700000000002000,6),(4,3,4,1700000000003000,7),(5,3,2,1700000000004000,8);
        """,
      ])
    #expect(run.status == 0)
    let imports = try Imports()
    let report = try imports.bring(path)
    #expect(report.leftOut == [.redirects: 2, .downloads: 1, .frames: 1])
    var visits: [PortableVisit] = []
    try ImportSource(path).read { if case .visit(let visit) = $0 { visits.append(visit) } }
    #expect(
      visits == [
        PortableVisit(
          "https://www.a.example/", title: "A", transition: .typed,
          milliseconds: 1_700_000_000_002)
      ])
  }

  @Test(.enabled(if: hasSQLite, "sqlite3 is not installed"))
  func `a bookmark in a cycle of folders is reported`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.url.path)/places.sqlite"
    _ = try Subprocess.run(
      Self.sqlite,
      [
        path,
        """
        CREATE TABLE moz_places(id INTEGER PRIMARY KEY, url TEXT, title TEXT);
        CREATE TABLE moz_bookmarks(id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER, parent INTEGER,
         position INTEGER, title TEXT, dateAdded INTEGER, guid TEXT);
        INSERT INTO moz_places VALUES (1,'https://a.example/','');
        INSERT INTO moz_bookmarks VALUES (1,2,NULL,0,0,'','0','root________'),
         (2,2,NULL,1,0,'menu',0,'menu________'),(3,1,1,2,0,'Sound',0,'s'),
         (4,2,NULL,5,0,'Ring',0,'r'),(5,2,NULL,4,0,'Ring',0,'q'),(6,1,1,4,1,'Lost',0,'l');
        """,
      ])
    let imports = try Imports()
    let report = try imports.bring(path)
    #expect(try imports.bookmarks() == ["folder Bookmarks Menu", " Sound https://a.example/"])
    #expect(
      report.problems.contains("The bookmark “Lost” is in folders that contain each other."))
  }

  @Test func `links in a script are ignored`() throws {
    let imports = try Imports()
    try imports.bring(
      WrittenFile(
        "b.html",
        """
        <DL><SCRIPT>document.write('<A HREF="https://s.example/">S</A>')</SCRIPT>
        <DT><A HREF="https://a.example/" ADD_DATE="13344473600000000">A</A></DL>
        """))
    #expect(try imports.bookmarks() == ["A https://a.example/"])
    #expect(try imports.events().map(\.occurredMilliseconds) == [1_700_000_000_000])
  }

  @Test func `too deep nesting is distinguished from damage`() throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let file = try WrittenFile("deep.json", deep)
    #expect(
      throws: ExchangeError(
        .importFailed, "“\(file.path)” is nested too deeply. The limit is 512 levels.")
    ) { try Imports().bring(file) }
  }

  @Test func `a file that clearly has another format is refused`() throws {
    let file = try WrittenFile("x.har", #"{"log":{"pages":[],"entries":[]}}"#)
    #expect(
      throws: ExchangeError(
        .importFailed,
        "“\(file.path)” is not in the format takeout. Its format is probably har.")
    ) {
      try Imports().bring(file.path, format: .takeoutHistory)
    }
  }

  @Test func `a file that does not exist is an error with its cause`() throws {
    let path = "\(try TemporaryFolder().url.path)/nowhere.html"
    let error = #expect(throws: ExchangeError.self) { try Imports().bring(path) }
    #expect(error?.code == .importFailed)
    #expect(error?.description == "“\(path)” cannot be read: No such file or directory.")
    #expect((error?.underlying as? Errno)?.rawValue == ENOENT)
  }

  @Test func `importing a pipe does not block`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.url.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: ExchangeError(.importFailed, "“\(path)” is not a file.")) {
      try Imports().bring(path)
    }
  }

  @Test func `redirects of an archive and openers of saved tabs are counted`() throws {
    let archive = """
      {"log":{"pages":[{"id":"p","startedDateTime":"2026-01-01T00:00:00Z"}],"entries":[
       {"pageref":"p","request":{"url":"http://a.example/"},"response":{"redirectURL":"https://a.example/"}},
       {"pageref":"p","request":{"url":"https://a.example/"},"response":{"redirectURL":""}}]}}
      """
    #expect(try Imports().bring(WrittenFile("a.har", archive)).leftOut == [.redirects: 1])
    let saved = """
      [{"windows":{"1":{"2":{"url":"https://a.example/","openerTabId":3},"3":{"url":"https://b.example/"}}}}]
      """
    #expect(try Imports().bring(WrittenFile("t.json", saved)).leftOut == [.openers: 1])
  }

  @Test func `a large history is read visit by visit`() throws {
    let imports = try Imports()
    let report = try imports.bring(
      WrittenFile(
        "h.json",
        """
        { "Session": [{"a": "]}\\"["}], "Browser History" : [
         {"url":"https://b.example/","time_usec":1700000001000000,"title":"a \\"}, {\\" b"},
         {"url":"https://a.example/","time_usec":1700000000000000,"x":[1,{"y":[]}]} , {"title":"no"} ] }
        """))
    #expect(report.counts.visits == 2)
    #expect(report.counts.problems == 1)
    #expect(
      try imports.events().map(\.occurredMilliseconds) == [1_700_000_000_000, 1_700_000_001_000])
    #expect(throws: ExchangeError.self) {
      try Imports().bring(WrittenFile("h.json", #"{"Browser History":[{"url":"https://a.exa"#))
    }
  }

  @Test func `help names each format`() throws {
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path, ["--memory", "help", "import"])
    for format in FileFormat.allCases {
      #expect(run.output.contains(format.rawValue), "\(format.rawValue)")
    }
  }
}
