import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceStore
import TestSupport
import Testing

/// Formats of services and extensions, each recognised by its content.
@Suite struct OtherFormatTests {
  private func items(_ text: String, _ format: FileFormat) throws -> [PortableItem] {
    try items(Data(text.utf8), format)
  }

  private func items(_ data: Data, _ format: FileFormat) throws -> [PortableItem] {
    let file = try WrittenFile("file", data)
    let source = try ImportSource(file.path)
    #expect(source.formats == [format])
    var items: [PortableItem] = []
    try source.read { items.append($0) }
    return withExtendedLifetime(file) { items }
  }

  private func urls(_ session: PortableSession?) -> [[String]] {
    (session?.windows ?? []).map { $0.tabs.map { $0.entries[$0.index].url } }
  }

  @Test func `Takeout history, oldest first`() throws {
    let items = try items(
      """
      {"Browser History":[
       {"title":"B","url":"https://b.example/","time_usec":1700000001000000,"page_transition":"TYPED"},
       {"title":"Frame","url":"https://f.example/","time_usec":1700000000500000,
        "page_transition":"AUTO_SUBFRAME"},
       {"title":"A","url":"https://a.example/","time_usec":1700000000000000,"page_transition":"LINK"},
       {"title":"no address"}]}
      """, .takeoutHistory)
    #expect(
      items.visits == [
        PortableVisit("https://a.example/", title: "A", milliseconds: 1_700_000_000_000),
        PortableVisit(
          "https://b.example/", title: "B", transition: .typed, milliseconds: 1_700_000_001_000),
      ])
    #expect(items.problems.count == 1)
  }

  @Test func `OneTab's text: a group is a window, and a title may contain a bar`() throws {
    let items = try items(
      "https://a.example/ | A | B\nhttps://b.example/\n\nhttps://c.example/ | C\nno address\n",
      .oneTab)
    #expect(
      urls(items.session) == [
        ["https://a.example/", "https://b.example/"], ["https://c.example/"],
      ])
    #expect(items.session?.windows[0].tabs[0].entries[0].title == "A | B")
    #expect(items.problems.count == 1)
  }

  @Test func `OneTab's storage`() throws {
    let items = try items(
      """
      {"tabGroups":[{"id":"x","tabsMeta":[{"id":"1","url":"https://a.example/","title":"A"}],
       "createDate":1700000000000},{"tabsMeta":[]}]}
      """, .oneTabStorage)
    #expect(urls(items.session) == [["https://a.example/"]])
    #expect(items.session?.windows[0].tabs[0].entries[0].milliseconds == 1_700_000_000_000)
  }

  @Test func `Tab Session Manager: the newest session is open, and the others are closed`() throws {
    let items = try items(
      """
      [{"windows":{"1":{"11":{"index":1,"url":"https://b.example/","title":"B","active":true},
        "10":{"index":0,"url":"https://a.example/","pinned":true}}},"date":1700000000000},
       {"windows":{"1":{"9":{"index":0,"url":"https://old.example/"}}},"date":1600000000000}]
      """, .tabSessionManager)
    let session = try #require(items.session)
    #expect(urls(session) == [["https://a.example/", "https://b.example/"]])
    #expect(session.windows[0].active == 1)
    #expect(session.windows[0].tabs.map(\.isPinned) == [true, false])
    #expect(session.closed.map(\.milliseconds) == [1_600_000_000_000])
  }

  @Test func `Pinboard`() throws {
    let items = try items(
      """
      [{"href":"https://a.example/","description":"A","extended":"A note","tags":"x y",
        "time":"2023-11-14T22:13:20Z","shared":"no","toread":"no"}]
      """, .pinboard)
    #expect(
      items.tree.map(\.bookmark) == [
        PortableBookmark(
          title: "A", url: "https://a.example/", tags: ["x", "y"], note: "A note",
          milliseconds: 1_700_000_000_000)
      ])
  }

  @Test func `Raindrop: columns in any order, folders as paths`() throws {
    let file = """
      title,note,url,folder,tags,created
      "A ""quoted"", title",,https://a.example/,Work/Swift,"x, y",2023-11-14T22:13:20.000Z
      B,,https://b.example/,Work,,1700000001
      C,"two
      lines",https://c.example/,,,
      """
    let items = try items(file, .raindrop)
    #expect(
      items.tree.map { $0.path.joined(separator: "/") + " " + $0.bookmark.title } == [
        " Work", "Work Swift", "Work/Swift A \"quoted\", title", "Work B", " C",
      ])
    #expect(items.tree[2].bookmark.tags == ["x", "y"])
    #expect(items.tree[2].bookmark.milliseconds == 1_700_000_000_000)
    #expect(items.tree[3].bookmark.milliseconds == 1_700_000_001_000)
    #expect(items.tree[4].bookmark.note == "two\nlines")
  }

  @Test func `OPML: outlines with an address are bookmarks`() throws {
    let items = try items(
      """
      <?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>
      <outline text="Feeds"><outline text="A &amp; B" type="rss" xmlUrl="https://a.example/feed"
       htmlUrl="https://a.example/"/><outline text="Empty"/></outline>
      <outline text="C" type="link" url="https://c.example/"></outline></body></opml>
      """, .opml)
    #expect(
      items.tree.map { ($0.path + [$0.bookmark.title, $0.bookmark.url]).joined(separator: "|") }
        == [
          "Feeds|", "Feeds|A & B|https://a.example/", "Feeds|Empty|", "C|https://c.example/",
        ])
  }

  @Test func `Markdown from other programs: links are bookmarks, and bold text is a folder`() throws
  {
    let items = try items(
      """
      # Reading list

      Some words [not a list](https://x.example/).
      * **Work**
          * [A \\[1\\]](https://a.example/path_(x) "A title") — a remark
          * plain words
          > no note of anything
      * [B](<https://b.example/)>)
        > two
        >  lines \\*
      """, .markdown)
    #expect(
      items.tree.map { ($0.path + [$0.bookmark.title, $0.bookmark.url]).joined(separator: "|") }
        == ["Work|", "Work|A [1]|https://a.example/path_(x)", "B|https://b.example/)"])
    #expect(items.tree.map(\.bookmark.note) == ["", "", "two\n lines *"])
  }

  @Test func `HTTP archive: a page is a visit to the target of its redirects`() throws {
    let items = try items(
      """
      {"log":{"version":"1.2","pages":[{"id":"p1","title":"A",
       "startedDateTime":"2023-11-14T23:13:20.250+01:00"},{"id":"p2","startedDateTime":""}],
      "entries":[{"pageref":"p1","request":{"url":"http://a.example/"},
        "response":{"redirectURL":"https://a.example/"}},
       {"pageref":"p1","request":{"url":"https://a.example/"},"response":{"redirectURL":""}},
       {"pageref":"p1","request":{"url":"https://a.example/x.js"},"response":{}}]}}
      """, .httpArchive)
    #expect(
      items.visits == [
        PortableVisit("https://a.example/", title: "A", milliseconds: 1_700_000_000_250)
      ])
    #expect(items.problems.count == 1)
  }

  @Test func `Safari's bookmarks, in both kinds of property lists`() throws {
    let leaf: (String, String) -> [String: Any] = { title, url in
      [
        "WebBookmarkType": "WebBookmarkTypeLeaf", "URLString": url,
        "URIDictionary": ["title": title],
      ]
    }
    var reading = leaf("Later", "https://later.example/")
    reading["ReadingList"] = [
      "DateAdded": Date(timeIntervalSince1970: 1_700_000_000), "PreviewText": "A preview",
    ]
    let list: (String, [[String: Any]]) -> [String: Any] = { title, children in
      ["WebBookmarkType": "WebBookmarkTypeList", "Title": title, "Children": children]
    }
    let root = list(
      "",
      [
        ["WebBookmarkType": "WebBookmarkTypeProxy", "Title": "History"],
        list("BookmarksBar", [leaf("A", "https://a.example/"), list("Own", [])]),
        list("BookmarksMenu", []), list("com.apple.ReadingList", [reading]),
      ])
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: root, format: format, options: 0)
      let items = try items(data, .safariBookmarks)
      #expect(
        items.tree.map { ($0.path + [$0.bookmark.title]).joined(separator: "|") } == [
          "Favourites", "Favourites|A", "Favourites|Own", "Reading List", "Reading List|Later",
        ])
      #expect(items.tree[4].bookmark.milliseconds == 1_700_000_000_000)
      #expect(items.tree[4].bookmark.note == "A preview")
    }
  }

  /// The state of a tab, as WebKit encodes it.
  private func state(_ urls: [String], index: Int) throws -> Data {
    let history: [String: Any] = [
      "SessionHistoryVersion": 1, "SessionHistoryCurrentIndex": index,
      "SessionHistoryEntries": urls.map {
        [
          "SessionHistoryEntryURL": $0, "SessionHistoryEntryTitle": "At \($0)",
          "SessionHistoryEntryData": Data([0, 1]),
        ]
      },
    ]
    return try Data([0, 0, 0, 2])
      + PropertyListSerialization.data(
        fromPropertyList: ["SessionHistory": history], format: .binary, options: 0)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func `Safari's windows, with back and forward entries if they can be read`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let urls = ["https://a.example/", "https://a.example/2", "https://a.example/3"]
    let tabs: [[String: Any]] = [
      ["TabURL": "", "TabTitle": "Favourites"],
      ["TabURL": urls[1], "TabTitle": "A 2", "SessionState": try state(urls, index: 1)],
      [
        "TabURL": "https://b.example/", "TabTitle": "B", "LastVisitTime": 700_000_000.5,
        "SessionState": Data([9, 9, 9, 9, 9, 9]),
      ],
    ]
    let list: [String: Any] = [
      "SessionVersion": "1.0",
      "SessionWindows": [
        ["SelectedTabIndex": 2, "TabStates": tabs],
        ["IsPrivateWindow": true, "TabStates": tabs], ["TabStates": [[String: Any]]()],
      ],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: format, options: 0)
    let session = try #require(try items(data, .safariSession).session)
    #expect(session.windows.map(\.active) == [1])
    #expect(session.focused == 0)
    let found = session.windows[0].tabs
    #expect(found.map { $0.entries.map(\.url) } == [urls, ["https://b.example/"]])
    #expect(found[0].entries.map(\.title) == ["At \(urls[0])", "A 2", "At \(urls[2])"])
    #expect(found.map(\.index) == [1, 0])
    #expect(found.map(\.milliseconds) == [0, 1_678_307_200_500])
  }

  @Test(
    .enabled(if: Corpora.arePresent, Comment(rawValue: Corpora.skipped)),
    arguments: ["bookmarks.json", "bookmarks.jsonlz4"])
  func `Firefox's backups of bookmarks contain the same bookmarks as its database`(_ file: String)
    throws
  {
    func tree(_ name: String) throws -> [String] {
      try Corpus.items("browsers/firefox/\(name)").tree.map { path, bookmark in
        "\(path) \(bookmark.kind) \(bookmark.title) \(bookmark.url) \(bookmark.tags.sorted()) "
          + "\(bookmark.keyword) \(bookmark.milliseconds)"
      }
    }
    #expect(try tree(file) == tree("places.sqlite"))
  }
}
