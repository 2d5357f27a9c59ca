import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Small exports, compared byte by byte.
@Suite struct GoldenExportTests {
  let exports: Exports

  init() throws {
    exports = try Exports()
    let store = exports.store
    try store.perform(.open(OpenTab(Destination("https://a.example/"))))
    let tab = try #require(store.browser.tabs.first).id
    try store.perform(.reportTitle(tab, content: nil, "A & B"))
    try store.perform(.go(tab, Destination("https://a.example/left")))
    try store.perform(.travel(tab, by: -1))
    try store.perform(.go(tab, Destination("https://a.example/kept")))
    try store.perform(.addBookmark(NewBookmark(.folder, title: "Work", folder: .nothing)))
    let folder = try #require(try store.readLibrary().bookmarks.top.first)
    try store.perform(
      .addBookmark(
        NewBookmark(
          .bookmark, title: "A & B", url: "https://a.example/", tags: ["x", "y"], keyword: "k",
          note: "Two\n<lines>", folder: folder)))
    try store.perform(.addBookmark(NewBookmark(.separator, folder: .nothing)))
  }

  @Test func `HTML`() throws {
    #expect(
      try exports.text(.netscapeBookmarks) == """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1700000006">Work</H3>
            <DL><p>
                <DT><A HREF="https://a.example/" ADD_DATE="1700000007" SHORTCUTURL="k" TAGS="x,y">A &amp; B</A>
                <DD>Two
        &lt;lines&gt;
            </DL><p>
            <HR ADD_DATE="1700000008">
        </DL><p>

        """)
  }

  @Test func `an outline`() throws {
    #expect(
      try exports.text(.opml).contains(
        """
        <body>
        <outline text="Work" created="2023-11-14T22:13:26.000Z">
        <outline text="A &amp; B" type="link" url="https://a.example/" category="x,y" keyword="k" \
        description="Two&#10;&lt;lines&gt;" created="2023-11-14T22:13:27.000Z"/>
        </outline>
        <outline text="" separator="true" created="2023-11-14T22:13:28.000Z"/>
        </body>
        """))
  }

  @Test func `tables, lists and texts`() throws {
    #expect(
      try exports.text(.csv)
        == "url,folder,title,note,tags,created\r\n"
        + "https://a.example/,Work,A & B,\"Two\n<lines>\",\"x, y\",2023-11-14T22:13:27.000Z\r\n")
    #expect(try exports.text(.oneTab) == "https://a.example/kept\n")
    #expect(
      try exports.text(.markdown) == """
        # Tabs

        ## Window 1

        - **[https://a.example/kept](<https://a.example/kept>)**

        # Bookmarks

        - **Work**
          - [A \\& B](<https://a.example/>) \\#x \\#y
            > Two
            > \\<lines\\>

        """)
  }

  /// The checksum was computed by another program, with Chromium's algorithm.
  @Test func `bookmarks of Chromium`() throws {
    let text = try exports.text(.chromiumBookmarks)
    #expect(text.hasPrefix(#"{"roots":{"bookmark_bar":{"date_added":"0","#))
    #expect(text.contains(#""date_added":"13344473607000000""#))
    #expect(text.contains(#""name":"A & B","type":"url","url":"https://a.example/""#))
    #expect(
      text.contains(
        #""meta_info":{"Description":"Two\n<lines>","Nickname":"k","Tags":"x\ny"},"name""#))
    #expect(!text.contains("separator"))
    #expect(text.hasSuffix(#""checksum":"04c55bbaf16b1b6ceb34049357211ff2","version":1}"# + "\n"))
  }

  @Test func `the trail of a tab for Graphviz`() throws {
    var options = ExportOptions()
    options.tab = exports.store.browser.tabs[0].id
    #expect(
      try exports.text(.dot, options).hasSuffix(
        """
          e2 [label="A & B\\nhttps://a.example/", fillcolor=white];
          e4 [label="https://a.example/left", color="#b0b0b0", fontcolor="#808080"];
          e6 [label="https://a.example/kept", fillcolor="#cfe8cf", penwidth=2];
          e2 -> e4 [style=dashed];
          e2 -> e6;
        }

        """))
    options.tab = TabID(4711)
    #expect(throws: ExchangeError(.exportFailed, "Tab #4711 does not exist or has no pages.")) {
      try exports.text(.dot, options)
    }
  }

  @Test func `branches and marks for Graphviz`() throws {
    try exports.store.mark("lunch", at: .after(EventID(3)))
    try exports.store.branch("idea", at: .after(EventID(5)))
    #expect(
      try exports.text(.dot).hasSuffix(
        """
          m0_3 [label="lunch\\n#3", fillcolor="#fff3c4"];
          m0 -> m0_3;
          m0_5 [label="#5"];
          m0_3 -> m0_5;
          b0 [label="main", fillcolor="#cfe8cf"];
          m0_5 -> b0;
          b11 [label="idea", fillcolor="#cfe8cf"];
          m0_5 -> b11;
        }

        """))
  }

  @Test func `a picture shows the current page of each tab, and mentions omitted pages`() throws {
    let store = exports.store
    try store.perform(.travel(try #require(store.browser.tabs.first).id, by: -1))
    #expect(try exports.text(.svg).contains("<title>#2 A &amp; B</title>"))
    #expect(try !exports.text(.svg).contains(" of 1 tabs"))
    for _ in 0..<160 {
      try store.perform(.open(OpenTab(Destination("https://b.example/"))))
      try store.perform(.closeTabs([try #require(store.browser.tabs.last).id]))
    }
    #expect(try exports.text(.svg).contains("150 of 161 tabs: open tabs first,"))
  }

  @Test func `a picture of imported data contains the original times, not the time of the import`()
    throws
  {
    let envelope = #""batch":1,"time":"2026-01-01T00:00:00.000Z","actor":"import""#
    let lines = [
      #"{"sequence":1,\#(envelope),"kind":"window.opened","showState":"normal"}"#,
      #"{"sequence":2,\#(envelope),"occurred":"2020-03-04T05:06:00.000Z","kind":"tab.opened","#
        + #""window":1,"index":0,"selected":true,"transition":"typed","url":"https://a.example/"}"#,
    ]
    let imports = try Imports()
    try imports.bring(WrittenFile("log.jsonl", Data(lines.joined(separator: "\n").utf8)))
    let picture = String(decoding: try Exports.data(of: imports.store, .svg), as: UTF8.self)
    #expect(picture.contains(">2020-03-04 05:06<"))
    #expect(!picture.contains(">2026-01-01 00:00<"))
  }

  @Test func `pictures are valid XML with a lane for each tab and a box for each page`() throws {
    for isTrail in [false, true] {
      var options = ExportOptions()
      if isTrail { options.tab = exports.store.browser.tabs[0].id }
      let data = try exports.data(.svg, options)
      let counter = ElementCounter()
      let parser = XMLParser(data: data)
      parser.delegate = counter
      #expect(parser.parse())
      // A box for each page; and in the timeline, a lane, and a tick for each page.
      #expect(counter.counts["rect"] == (isTrail ? 3 : 4))
      #expect(counter.counts["script"] == nil)
    }
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
  }
}
