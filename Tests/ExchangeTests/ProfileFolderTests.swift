import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Exchange

/// Which files of a profile are imported, and what is reported if the first choice is damaged.
@Suite struct ProfileFolderTests {
  private let folder: TestSupport.TemporaryFolder

  init() throws { folder = try TestSupport.TemporaryFolder() }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  private func firefox(_ urls: String...) -> [UInt8] {
    let tabs = urls.map { "{\"entries\":[{\"url\":\"\($0)\"}]}" }.joined(separator: ",")
    let windows = urls.isEmpty ? "" : "{\"tabs\":[\(tabs)]}"
    return FirefoxPack.packed(
      Array("{\"version\":[\"sessionrestore\",1],\"windows\":[\(windows)]}".utf8))
  }

  private func chromium(_ url: String, version: UInt8 = 3) -> [UInt8] {
    let tab = PortableTab(entries: [PortableEntry(url)], index: 0)
    var bytes = ChromiumSessionFile(PortableSession(windows: [PortableWindow(tabs: [tab])])).bytes
    bytes[4] = version
    return bytes
  }

  private func path(_ name: String) -> String { "\(folder.url.path)/\(name)" }

  @Test func `a damaged session of Firefox is replaced by the next valid one`() throws {
    try write("sessionstore.jsonlz4", Array(firefox("https://a.example/").dropLast(9)))
    try write("sessionstore-backups/recovery.jsonlz4", Array("no session".utf8))
    try write("sessionstore-backups/recovery.baklz4", firefox("https://b.example/"))
    try write("sessionstore-backups/previous.jsonlz4", firefox("https://c.example/"))
    let imports = try Imports()
    let report = try imports.bring(folder.url.path)
    #expect(try imports.windows() == [["https://b.example/ @0 active"]])
    #expect(
      report.problems == [
        "“\(path("sessionstore.jsonlz4"))” is damaged: its content cannot be decompressed. "
          + "“\(path("sessionstore-backups/recovery.baklz4"))” is used instead."
      ])
  }

  @Test func `an empty session of Firefox is replaced by one with tabs`() throws {
    try write("sessionstore.jsonlz4", firefox())
    try write("sessionstore-backups/previous.jsonlz4", firefox("https://c.example/"))
    let imports = try Imports()
    let report = try imports.bring(folder.url.path)
    #expect(try imports.windows() == [["https://c.example/ @0 active"]])
    #expect(
      report.problems == [
        "“\(path("sessionstore.jsonlz4"))” does not contain a window. "
          + "“\(path("sessionstore-backups/previous.jsonlz4"))” is used instead."
      ])
  }

  @Test func `the folder of backups can be imported too`() throws {
    try write("previous.jsonlz4", firefox("https://c.example/"))
    let imports = try Imports()
    try imports.bring(folder.url.path)
    #expect(try imports.windows() == [["https://c.example/ @0 active"]])
  }

  @Test func `if no session is valid, the cause is reported`() throws {
    try write("sessionstore.jsonlz4", Array(firefox("https://a.example/").dropLast(9)))
    #expect(
      throws: ExchangeError(
        .importFailed,
        "“\(path("sessionstore.jsonlz4"))” is damaged: its content cannot be decompressed.")
    ) { try Imports().bring(folder.url.path) }
  }

  @Test func `an encrypted session of Chromium is replaced by the previous one`() throws {
    try write("Sessions/Session_2", chromium("https://new.example/", version: 5))
    try write("Sessions/Session_1", chromium("https://old.example/"))
    let imports = try Imports()
    let report = try imports.bring(folder.url.path)
    #expect(try imports.windows() == [["https://old.example/ @0 active"]])
    #expect(
      report.problems == [
        "“\(path("Sessions/Session_2"))” is a session file of version 5, encrypted or newer, which "
          + "cannot be read. “\(path("Sessions/Session_1"))” is used instead."
      ])
  }

  @Test(arguments: ["Default", "Profiles/abc.default"])
  func `a folder of several profiles is refused, and the error names a profile`(_ profile: String)
    throws
  {
    try write("\(profile)/places.sqlite", [])
    #expect(
      throws: ExchangeError(
        .importFailed,
        "“\(folder.url.path)” contains profiles of a browser. Name one of them: “\(path(profile))”."
      )
    ) { try Imports().bring(folder.url.path) }
  }

  @Test func `Chromium's zoom of sites is read from its settings`() throws {
    try write(
      "Preferences",
      Array(
        """
        {"partition":{"per_host_zoom_levels":{"x":{
         "a.example":{"last_modified":"1","zoom_level":1.2239010857415449},"b.example":-1.5778829311823859},
         "app":{"c.example":2}}}}
        """.utf8))
    let imports = try Imports()
    #expect(try imports.bring(folder.url.path).counts.sites == 2)
    let zoom = imports.store.browser.zoom.sites.named
    let levels = try imports.store.read { words in
      zoom.map { "\(words.text(.host, of: $0.name) ?? "") \($0.level.hundredths)" }.sorted()
    }
    #expect(levels == ["a.example 12500", "b.example 7500"])
  }
}
