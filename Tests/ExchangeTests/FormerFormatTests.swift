import BrowserModel
import ExchangeFormats
import Foundation
import RetraceStore
import TestSupport
import Testing

@testable import Exchange

/// Files of former browsers, small databases, symbolic links, and files that cannot be read.
@Suite struct FormerFormatTests {
  private typealias TemporaryFolder = TestSupport.TemporaryFolder

  private static let sqlite = "/usr/bin/sqlite3"
  private static let hasSQLite = FileManager.default.isExecutableFile(atPath: sqlite)

  private func database(_ name: String, _ sql: String) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/\(name)"
    let run = try Subprocess.run(Self.sqlite, [path, sql])
    #expect(run.status == 0, "\(run.errors)")
    return (folder, path)
  }

  @Test(.enabled(if: hasSQLite)) func `places.sqlite of Firefox 3.6`() throws {
    let (folder, path) = try database(
      "places.sqlite",
      """
      CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR);
      INSERT INTO moz_places VALUES(1,'http://one.example/','One'),(2,'http://two.example/','Two');
      CREATE TABLE moz_historyvisits (id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER,
       visit_date INTEGER, visit_type INTEGER, session INTEGER);
      INSERT INTO moz_historyvisits VALUES(1,0,1,1300000000000000,2,0);
      CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER, parent INTEGER,
       position INTEGER, title LONGVARCHAR, keyword_id INTEGER, folder_type TEXT, dateAdded INTEGER,
       lastModified INTEGER);
      INSERT INTO moz_bookmarks VALUES(1,2,NULL,0,0,'',NULL,NULL,1,1),
       (2,2,NULL,1,0,'Bookmarks Menu',NULL,NULL,1,1),(3,2,NULL,1,1,'Bookmarks Toolbar',NULL,NULL,1,1),
       (4,2,NULL,1,2,'Tags',NULL,NULL,1,1),(5,2,NULL,1,3,'Unsorted Bookmarks',NULL,NULL,1,1),
       (6,1,2,2,0,'Two',1,NULL,1300000001000000,1300000001000000),
       (7,2,NULL,4,0,'tagged',NULL,NULL,1,1),(8,1,2,7,0,NULL,NULL,NULL,1,1);
      CREATE TABLE moz_bookmarks_roots (root_name VARCHAR(16) UNIQUE, folder_id INTEGER);
      INSERT INTO moz_bookmarks_roots VALUES('places',1),('menu',2),('toolbar',3),('tags',4),
       ('unfiled',5);
      CREATE TABLE moz_keywords (id INTEGER PRIMARY KEY AUTOINCREMENT, keyword TEXT UNIQUE);
      INSERT INTO moz_keywords VALUES(1,'t');
      CREATE TABLE moz_anno_attributes (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO moz_anno_attributes VALUES(3,'bookmarkProperties/description');
      CREATE TABLE moz_items_annos (id INTEGER PRIMARY KEY, item_id INTEGER,
       anno_attribute_id INTEGER, content TEXT);
      INSERT INTO moz_items_annos VALUES(1,6,3,'said');
      """)
    let imports = try Imports()
    let report = try withExtendedLifetime(folder) { try imports.bring(path) }
    #expect(report.problems == [])
    #expect(report.counts.visits == 1)
    #expect(
      try imports.bookmarks() == [
        "folder Bookmarks Menu", " Two http://two.example/ tagged t said",
      ])
  }

  @Test(.enabled(if: hasSQLite)) func `Firefox for Android`() throws {
    let (folder, path) = try database(
      "browser.db",
      """
      CREATE TABLE bookmarks (_id INTEGER PRIMARY KEY, title TEXT, url TEXT, type INTEGER,
       parent INTEGER, position INTEGER, keyword TEXT, description TEXT, tags TEXT, created INTEGER,
       modified INTEGER, guid TEXT, deleted INTEGER);
      INSERT INTO bookmarks VALUES (1,'',NULL,0,0,0,NULL,NULL,NULL,0,0,'places',0),
       (2,'mobile',NULL,0,1,0,NULL,NULL,NULL,0,0,'mobile',0),
       (3,'menu',NULL,0,1,1,NULL,NULL,NULL,0,0,'menu',0),
       (4,'F',NULL,0,2,0,NULL,NULL,NULL,1500000000000,0,'f',0),
       (5,'A','https://a.example/',1,4,0,'k','said','["x","y"]',1500000001000,0,'a',0),
       (6,'Gone','https://g.example/',1,4,1,NULL,NULL,NULL,0,0,'g',1),
       (7,'Lost','https://l.example/',1,99,1,NULL,NULL,NULL,0,0,'l',0),
       (8,'',NULL,2,2,1,NULL,NULL,NULL,0,0,'s',0);
      CREATE TABLE history (_id INTEGER PRIMARY KEY, title TEXT, url TEXT, visits INTEGER,
       date INTEGER, guid TEXT, deleted INTEGER);
      INSERT INTO history VALUES (1,'A','https://a.example/',2,1600000000000,'h',0);
      CREATE TABLE visits (_id INTEGER PRIMARY KEY, history_guid TEXT, visit_type INTEGER,
       date INTEGER, is_local INTEGER);
      INSERT INTO visits VALUES (1,'h',2,1600000000000000,1),(2,'h',4,1600000001000000,1);
      """)
    #expect(try ImportSource(path).formats == [.firefoxAndroid])
    let imports = try Imports()
    let report = try withExtendedLifetime(folder) { try imports.bring(path) }
    #expect(
      try imports.bookmarks() == [
        "folder Mobile Bookmarks", " folder F", "  A https://a.example/ x,y k said", " separator",
      ])
    #expect(report.counts.visits == 1)
    #expect(report.problems == ["The bookmark “Lost” is in no folder."])
    #expect(report.leftOut == [.frames: 1])
  }

  @Test(.enabled(if: hasSQLite)) func `buku, and the history of qutebrowser`() throws {
    let (folder, path) = try database(
      "bookmarks.db",
      """
      CREATE TABLE bookmarks (id integer PRIMARY KEY, URL text NOT NULL UNIQUE, metadata text
       default '', tags text default ',', desc text default '', flags integer default 0);
      INSERT INTO bookmarks VALUES (1,'https://a.example/','A',',x,y z,','said',0);
      """)
    let imports = try Imports()
    _ = try withExtendedLifetime(folder) { try imports.bring(path) }
    #expect(try imports.bookmarks() == ["A https://a.example/ x,y z said"])
    let (other, history) = try database(
      "history.sqlite",
      """
      CREATE TABLE History (url TEXT NOT NULL, title TEXT NOT NULL, atime INTEGER NOT NULL,
       redirect INTEGER NOT NULL);
      INSERT INTO History VALUES ('https://b.example/','B',1500000000,0),
       ('http://b.example/','',1500000000,1);
      """)
    let report = try withExtendedLifetime(other) { try imports.bring(history) }
    #expect(report.counts.visits == 1)
    #expect(report.leftOut == [.redirects: 1])
  }

  @Test func `Opera's hotlist`() throws {
    let imports = try Imports()
    let report = try imports.bring(
      WrittenFile(
        "bookmarks.adr",
        """
        Opera Hotlist version 2.0
        Options: encoding = utf8, version=3

        #FOLDER
        \tID=11
        \tNAME=Work
        \tCREATED=1301917631
        \tEXPANDED=YES

        #URL
        \tID=12
        \tNAME=A = é
        \tURL=https://a.example/?x=1
        \tCREATED=1301917632
        \tVISITED=1301917633
        \tDESCRIPTION=one\u{2}\u{2}two
        \tSHORT NAME=a

        #SEPERATOR
        \tID=13

        -

        #URL
        \tNAME=B
        \tURL=https://b.example/
        """))
    #expect(
      try imports.bookmarks() == [
        "folder Work", " A = é https://a.example/?x=1 a one\ntwo", " separator",
        "B https://b.example/",
      ])
    #expect(report.leftOut == [.lastVisits: 1])
    #expect(try imports.events()[1].occurredMilliseconds == 1_301_917_632_000)
  }

  @Test(
    arguments: [
      (
        "My page.url", "[InternetShortcut]\r\nURL=https://one.example/\r\nIconFile=x\r\n", "My page"
      ),
      (
        "x.desktop",
        "#!/usr/bin/env xdg-open\n[Desktop Entry]\nType=Link\nName=One\nURL=https://one.example/\n",
        "One"
      ),
      (
        "One.webloc",
        "<?xml version=\"1.0\"?><plist><dict><key>URL</key><string>https://one.example/</string></dict></plist>",
        "One"
      ),
    ])
  func `a file that contains a single link`(_ name: String, _ text: String, _ title: String) throws
  {
    let file = try WrittenFile(name, text)
    #expect(try ImportSource(file.path).formats == [.link])
    let imports = try Imports()
    try imports.bring(file)
    #expect(try imports.bookmarks() == ["\(title) https://one.example/"])
  }

  // MARK: Folders of Chromium

  private func session(_ url: String) -> Data {
    let tab = PortableTab(entries: [PortableEntry(url)], index: 0)
    return Data(ChromiumSessionFile(PortableSession(windows: [PortableWindow(tabs: [tab])])).bytes)
  }

  @Test func `sessions of Chromium with their old names`() throws {
    let folder = try TemporaryFolder()
    try session("https://now.example/").write(to: folder.url.appending(path: "Current Session"))
    try session("https://then.example/").write(to: folder.url.appending(path: "Last Session"))
    let imports = try Imports()
    try imports.bring(folder.path)
    #expect(try imports.windows() == [["https://now.example/ @0 active"]])
  }

  @Test func `data that Chromium stores only encrypted is reported, with instructions`() throws {
    let folder = try TemporaryFolder()
    let sessions = folder.url.appending(path: "Sessions_Encrypted")
    try FileManager.default.createDirectory(at: sessions, withIntermediateDirectories: true)
    try Data("SNSS\u{5}\0\0\0".utf8).write(to: sessions.appending(path: "Session_1"))
    try Data([1, 2, 3]).write(to: folder.url.appending(path: "EncryptedBookmarks2"))
    let problems = [
      "“\(folder.path)/Sessions_Encrypted” is an encrypted session of Chromium, which cannot be read. "
        + "In the browser, choose “Bookmark All Tabs”, export the bookmarks as HTML, and import that "
        + "file.",
      "“\(folder.path)/EncryptedBookmarks2” is an encrypted list of bookmarks of Chromium, which "
        + "cannot be read. In the browser, export the bookmarks as HTML from its bookmark manager, "
        + "and import that file.",
    ]
    #expect(throws: ExchangeError(.importFailed, problems.joined(separator: " "))) {
      try Imports().bring(folder.path)
    }
    // If there are other files, encrypted files are problems, and the other files are imported.
    try Data(
      #"{"partition":{"per_host_zoom_levels":{"x":{"a.example":-1.5778829311823859}}}}"#.utf8
    ).write(to: folder.url.appending(path: "Preferences"))
    let report = try Imports().bring(folder.path)
    #expect(report.counts.sites == 1)
    #expect(report.problems == problems)
    // If the files also exist unencrypted, the encrypted files are ignored.
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "Sessions"), withIntermediateDirectories: true)
    try session("https://now.example/").write(to: folder.url.appending(path: "Sessions/Session_1"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "EncryptedBookmarks2"))
    #expect(try Imports().bring(folder.path).problems == [])
  }

  // MARK: Unreadable data

  @Test(
    arguments: [
      ("a.zip", [0x50, 0x4B, 3, 4, 0], "an archive (ZIP)", " Unpack it and import its contents."),
      (
        "x.html", Array("<!DOCTYPE html><html><p>Hi".utf8),
        "a web page without a list of bookmarks", ""
      ),
      ("f.xml", Array("<?xml version=\"1.0\"?><rss version=\"2.0\">".utf8), "a feed", ""),
      (
        "history.dat", Array("// <!-- <mdb:mork:z v=\"1.4\"/> -->".utf8),
        "a history of Firefox 2 or earlier", ""
      ),
    ] as [(String, [UInt8], String, String)])
  func `a file of a known but unsupported format is reported`(
    _ name: String, _ bytes: [UInt8], _ what: String, _ advice: String
  ) throws {
    let file = try WrittenFile(name, Data(bytes))
    #expect(
      throws: ExchangeError(
        .importFailed, "“\(file.path)” is \(what), which cannot be read.\(advice)")
    ) { try Imports().bring(file) }
  }

  @Test(.enabled(if: hasSQLite)) func `a row of a database that is too long is not read`() throws {
    let (folder, path) = try database(
      "places.sqlite",
      """
      CREATE TABLE moz_places(id INTEGER PRIMARY KEY, url TEXT, title TEXT);
      CREATE TABLE moz_historyvisits(id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER,
       visit_date INTEGER, visit_type INTEGER);
      INSERT INTO moz_places VALUES (1, 'https://a.example/', hex(zeroblob(9000000)));
      INSERT INTO moz_historyvisits VALUES (1,0,1,1700000000000000,2);
      """)
    let imports = try Imports()
    #expect(
      throws: ExchangeError(
        .importFailed,
        "The database “\(path)” cannot be read: a row is longer than 16 MiB, so the file is "
          + "damaged or malicious.")
    ) { try withExtendedLifetime(folder) { try imports.bring(path) } }
    #expect(try imports.events().isEmpty)
  }
}
