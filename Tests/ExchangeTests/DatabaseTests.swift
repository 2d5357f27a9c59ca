import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// Databases of browsers, including databases in use.
@Suite struct DatabaseTests {
  private static let sqlite = "/usr/bin/sqlite3"
  private static let hasSQLite = FileManager.default.isExecutableFile(atPath: sqlite)

  /// Runs SQL in a database, and creates the database if it does not exist.
  private func run(_ sql: String, _ path: String) throws {
    let run = try Subprocess.run(Self.sqlite, [path, sql])
    #expect(run.status == 0, "\(run.errors)")
  }

  private func items(_ path: String) throws -> [PortableItem] {
    var items: [PortableItem] = []
    try ImportSource(path).read { items.append($0) }
    return items
  }

  @Test(.enabled(if: hasSQLite)) func `Safari's history`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/History.db"
    try run(
      """
      CREATE TABLE history_items(id INTEGER PRIMARY KEY, url TEXT, visit_count INTEGER);
      CREATE TABLE history_visits(id INTEGER PRIMARY KEY, history_item INTEGER, visit_time REAL,
       title TEXT, redirect_source INTEGER, redirect_destination INTEGER);
      INSERT INTO history_items VALUES (1,'http://a.example/',1),(2,'https://a.example/',1);
      INSERT INTO history_visits VALUES (1,1,721692799.5,'',NULL,2),(2,2,721692800.25,'A',1,NULL),
       (3,9,1,'gone',NULL,NULL);
      """, path)
    let items = try items(path)
    #expect(
      items.visits == [
        PortableVisit("https://a.example/", title: "A", milliseconds: 1_700_000_000_250)
      ])
    #expect(items.problems.count == 1)
  }

  /// A database with changes in its journal that are not in the main file yet.
  private func inUse(_ path: String) throws {
    try run(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE history_items(id INTEGER PRIMARY KEY, url TEXT, visit_count INTEGER);
      CREATE TABLE history_visits(id INTEGER PRIMARY KEY, history_item INTEGER, visit_time REAL,
       title TEXT, redirect_destination INTEGER);
      """, path)
    // The shell merges the journal when it exits normally. It is killed to prevent that.
    let holding = try Subprocess.run(
      "/bin/sh",
      [
        "-c",
        """
        { echo "INSERT INTO history_items VALUES (1,'https://a.example/',1);
        INSERT INTO history_visits VALUES (1,1,721692800,'A',NULL);"; echo '.shell kill -9 $PPID'; } \
        | \(Self.sqlite) "$0" || true
        """, path,
      ])
    #expect(holding.status == 0)
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test(.enabled(if: hasSQLite))
  func `data in a journal is imported, and the journal is unchanged`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/History.db"
    try inUse(path)
    let names = try folder.names
    let bytes = try names.map { try Data(contentsOf: folder.url.appending(path: $0)) }
    #expect(try items(path).visits.map(\.url) == ["https://a.example/"])
    #expect(try folder.names == names)
    #expect(try names.map { try Data(contentsOf: folder.url.appending(path: $0)) } == bytes)
  }

  @Test(.enabled(if: hasSQLite)) func `a database that its browser has locked is read`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/History"
    try run(
      """
      CREATE TABLE urls(id INTEGER PRIMARY KEY, url TEXT, title TEXT);
      CREATE TABLE visits(id INTEGER PRIMARY KEY, url INTEGER, visit_time INTEGER,
       transition INTEGER);
      INSERT INTO urls VALUES (1,'https://a.example/','A');
      INSERT INTO visits VALUES (1,1,13344473600000000,805306369);
      """, path)
    let browser = Process()
    let (input, output) = (Pipe(), Pipe())
    browser.executableURL = URL(fileURLWithPath: Self.sqlite)
    browser.arguments = [path]
    browser.standardInput = input
    browser.standardOutput = output
    try browser.run()
    defer {
      try? input.fileHandleForWriting.close()
      browser.waitUntilExit()
    }
    try input.fileHandleForWriting.write(
      contentsOf: Data("BEGIN EXCLUSIVE;\nSELECT 'locked';\n".utf8))
    #expect(output.fileHandleForReading.availableData == Data("locked\n".utf8))
    #expect(
      try items(path).visits == [
        PortableVisit(
          "https://a.example/", title: "A", transition: .typed, milliseconds: 1_700_000_000_000)
      ])
    #expect(try folder.names == ["History"])
  }
}
