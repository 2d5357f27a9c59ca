import BrowserModel
import EventCoding
import EventLog
import Foundation
import Session
import TestSupport
import Testing

@testable import Exchange

/// What is exported comes back the same.
@Suite struct ExportTests {
  private static let bookmarks = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <DL><p><DT><H3 ADD_DATE="1700000000">Work &amp; &lt;play&gt;</H3><DL><p>
      <DT><A HREF="https://a.example/?x=1&amp;y=%22" ADD_DATE="1700000001" TAGS="x,y z"
        SHORTCUTURL="a">A “quoted” "title", 日本語</A><HR ADD_DATE="1700000002">
      <DT><H3>Empty</H3><DL><p></DL></DL>
    <DT><A HREF="https://b.example/" ADD_DATE="1600000000">B</A></DL>
    """

  private static let session = """
    {"version":["sessionrestore",1],"selectedWindow":1,"windows":[
     {"selected":2,"sizemode":"maximized","screenX":5,"screenY":6,"width":700,"height":500,
      "groups":[{"id":"g","name":"Group \\"x\\"","color":"red","collapsed":true}],"tabs":[
      {"entries":[{"url":"https://a.example/","title":"A | B"}],"index":1,"pinned":true},
      {"entries":[{"url":"https://b.example/","title":"B","docIdentifier":1},
        {"url":"https://b.example/#x","title":"B","docIdentifier":1},
        {"url":"https://d.example/","title":"D","docIdentifier":2}],"index":2,"groupId":"g",
        "muted":true}],
      "_closedTabs":[{"pos":1,"closedAt":1700000000000,"state":
       {"entries":[{"url":"https://e.example/","title":"E"}],"index":1}}]},
     {"selected":1,"tabs":[{"entries":[{"url":"https://f.example/"}],"index":1}]}],
     "_closedWindows":[{"closedAt":1600000000000,"selected":2,"tabs":[
      {"entries":[{"url":"https://g.example/"}],"index":1},
      {"entries":[{"url":"https://h.example/"}],"index":1}]}]}
    """

  /// A state with everything in it.
  private func filled() throws -> Imports {
    let imports = try Imports()
    try imports.bring(WrittenFile("b.html", Self.bookmarks))
    try imports.bring(WrittenFile("s.js", Self.session))
    return imports
  }

  private func export(_ format: ExportFormat, of imports: Imports) throws -> Data {
    var data = Data()
    try imports.session.export(format, milliseconds: 1_800_000_000_000) {
      data.append(contentsOf: $0)
    }
    return data
  }

  /// What a new profile is after an import of what another exported.
  private func back(_ format: ExportFormat, of imports: Imports) throws -> Imports {
    let back = try Imports()
    try back.bring(WrittenFile("exported", export(format, of: imports)))
    return back
  }

  private func closed(_ imports: Imports) throws -> [[String]] {
    let browser = imports.session.browser
    return try imports.session.read { words in
      browser.closed.map { item in
        ["\(item.kind)"]
          + item.tabs.map { tab in
            "\(tab.index) "
              + tab.tab.rows.map { words.text(.url, of: $0.content) ?? "" }.joined(separator: " ")
          }
      }
    }
  }

  @Test(arguments: [ExportFormat.netscape, .opml])
  func `bookmarks come back as they are`(_ format: ExportFormat) throws {
    let imports = try filled()
    let back = try back(format, of: imports)
    #expect(try back.bookmarks() == imports.bookmarks())
    #expect(try export(format, of: back) == export(format, of: imports))
    #expect(
      try back.events().map(\.occurredMilliseconds)
        == imports.events().prefix(5).map(\.happenedMilliseconds))
  }

  @Test func `a table keeps bookmarks with their folders`() throws {
    let imports = try filled()
    let back = try back(.csv, of: imports)
    #expect(
      try back.bookmarks() == [
        "folder Work & <play>",
        " A “quoted” \"title\", 日本語 https://a.example/?x=1&y=%22 x,y z", "B https://b.example/",
      ])
    #expect(try export(.csv, of: back) == export(.csv, of: imports))
  }

  @Test func `Chromium's bookmarks stay as they are after the first time`() throws {
    let imports = try filled()
    let once = try back(.chromiumBookmarks, of: imports)
    #expect(
      try once.bookmarks() == [
        "folder Other bookmarks", " folder Work & <play>",
        "  A “quoted” \"title\", 日本語 https://a.example/?x=1&y=%22", "  folder Empty",
        " B https://b.example/",
      ])
    let twice = try back(.chromiumBookmarks, of: once)
    #expect(try twice.bookmarks() == once.bookmarks())
    #expect(
      try export(.chromiumBookmarks, of: twice) == export(.chromiumBookmarks, of: once))
  }

  @Test(arguments: [ExportFormat.firefoxSession, .firefoxSessionPacked])
  func `a session comes back as it is`(_ format: ExportFormat) throws {
    let imports = try filled()
    let back = try back(format, of: imports)
    #expect(try back.windows() == imports.windows())
    #expect(try closed(back) == closed(imports))
    #expect(try export(format, of: back) == export(format, of: imports))
    let (browser, former) = (back.session.browser, imports.session.browser)
    #expect(browser.windows.map(\.bounds) == former.windows.map(\.bounds))
    #expect(browser.windows.map(\.showState) == former.windows.map(\.showState))
    #expect(
      browser.windowOrder.firstIndex(of: browser.focusedWindow)
        == former.windowOrder.firstIndex(of: former.focusedWindow))
    #expect(browser.groups.map(\.isCollapsed) == former.groups.map(\.isCollapsed))
    #expect(browser.groups.map(\.color) == former.groups.map(\.color))
    let documents = browser.windows[0].tabs.compactMap { browser.tab($0) }.map {
      Set($0.rows.map(\.document)).count
    }
    #expect(documents == [1, 2])
  }

  @Test func `OneTab's text has what is shown`() throws {
    let imports = try filled()
    #expect(
      String(decoding: try export(.oneTab, of: imports), as: UTF8.self) == """
        https://a.example/ | A | B
        https://b.example/#x | B

        https://f.example/

        """)
    let back = try back(.oneTab, of: imports)
    #expect(
      try back.windows() == [
        ["https://a.example/ @0 active", "https://b.example/#x @0"],
        ["https://f.example/ @0 active"],
      ])
    #expect(try export(.oneTab, of: back) == export(.oneTab, of: imports))
  }

  @Test func `Markdown is for people`() throws {
    #expect(
      String(decoding: try export(.markdown, of: filled()), as: UTF8.self) == """
        ## Window 1

        - [A \\| B](<https://a.example/>)
        - [B](<https://b.example/#x>)

        ## Window 2

        - [https://f.example/](<https://f.example/>)

        ## Bookmarks

        - **Work \\& \\<play\\>**
          - [A “quoted” "title", 日本語](<https://a.example/?x=1&y=%22>) `x` `y z`
          - **Empty**
        - [B](<https://b.example/>)

        """)
  }

  @Test func `the trail is a graph of pages`() throws {
    let imports = try Imports()
    let opened = OpenTab(Destination("https://a.example/"))
    let tab = try imports.session.perform(.open(opened)).sequence
    try imports.session.perform(.reportTitle(tab, "A \"x\""))
    try imports.session.perform(.follow(tab, Destination("https://b.example/", transition: .link)))
    #expect(
      String(decoding: try export(.dot, of: imports), as: UTF8.self) == """
        digraph trail {
          rankdir=LR;
          node [shape=box, style=rounded];
          e2 [label="A \\"x\\"", URL="https://a.example/"];
          e4 [label="https://b.example/", URL="https://b.example/"];
          e2 -> e4;
        }

        """)
  }

  @Test func `what an export gives comes in with nothing new`() throws {
    let imports = try filled()
    for format in [ExportFormat.netscape, .opml, .csv, .firefoxSession] {
      let file = try WrittenFile("exported", export(format, of: imports))
      #expect(try imports.bring(file).counts.isEmpty, "\(format)")
    }
  }

  @Test func `a past moment is written as it was`() throws {
    let imports = try filled()
    let last = imports.session.browser.sequence
    let before = try export(.firefoxSession, of: imports)
    try imports.session.perform(.closeTabs([imports.session.browser.windows[1].activeTab]))
    var data = Data()
    try imports.session.export(.firefoxSession, at: last, milliseconds: 1_800_000_000_000) {
      data.append(contentsOf: $0)
    }
    #expect(data == before)
    #expect(try export(.firefoxSession, of: imports) != before)
  }

  // MARK: Checksums

  /// Chromium's checksum of a file with bookmarks, from the file alone.
  private func checksum(_ data: Data) throws -> (computed: String, stored: String?) {
    let json = try JSONParser.parse(Array(data))
    var digest = MessageDigest5()
    func add(_ node: JSON) {
      digest.add((node["id"]?.string ?? "").utf8)
      digest.add((node["name"]?.string ?? "").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
      digest.add((node["type"]?.string ?? "").utf8)
      if let url = node["url"]?.string { digest.add(url.utf8) }
      node["children"]?.elements.forEach(add)
    }
    for name in ["bookmark_bar", "other", "synced"] { json["roots"]?[name].map(add) }
    return (digest.finish(), json["checksum"]?.string)
  }

  @Test(.enabled(if: Corpora.arePresent, Comment(rawValue: Corpora.skipped)))
  func `the checksum is the one that Chromium computes`() throws {
    let real = try checksum(Corpora.data("browsers/chromium/Bookmarks"))
    #expect(real.computed == real.stored)
    let imports = try Imports()
    try imports.bring(Corpus.path("browsers/chromium/Bookmarks")) { $0.takesAnyScheme = true }
    let own = try checksum(export(.chromiumBookmarks, of: imports))
    #expect(own.computed == own.stored)
  }

  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `MD5 of the standard's own words`(_ words: String, _ digest: String) {
    var own = MessageDigest5()
    own.add(words.utf8)
    #expect(own.finish() == digest)
  }
}
