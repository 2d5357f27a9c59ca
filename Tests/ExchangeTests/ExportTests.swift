import BrowserModel
import ExchangeFormats
import Foundation
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Exchange

/// Imports of exported files.
@Suite struct ExportTests {
  static let seeds = (1...12).map { UInt64($0) }

  private func items(_ store: Store) throws -> [PortableItem] {
    try ExportedItems(store, at: .present).items
  }

  @Test(arguments: seeds) func `a log is restored event by event`(seed: UInt64) throws {
    let exports = try Exports(seed: seed, steps: 300)
    let imports = try exports.imported(.events)
    #expect(try imports.store.readState() == exports.store.readState())
    #expect(try Exports.data(of: imports.store, .events) == exports.data(.events))
    var events: [Event] = []
    try exports.store.visitLog(isPrivate: false) { event, _ in
      events.append(event)
      return true
    }
    // The positions of texts in the bytes may differ. Their contents are compared above.
    #expect(try imports.events().map(\.sequence) == events.map(\.sequence))
    #expect(try imports.events().map(\.batch) == events.map(\.batch))
  }

  @Test(arguments: seeds) func `bookmarks can be read back from an outline`(seed: UInt64) throws {
    let exports = try Exports(seed: seed, steps: 400)
    let before = try items(exports.store).filter(\.isOfBookmarks)
    let after = try items(exports.imported(.opml).store).filter(\.isOfBookmarks)
    #expect(after == before)
  }

  @Test(arguments: seeds) func `bookmarks can be read back from HTML, with whole seconds`(
    seed: UInt64
  ) throws {
    let exports = try Exports(seed: seed, steps: 400)
    let before = try items(exports.store).filter(\.isOfBookmarks)
    let after = try items(exports.imported(.netscapeBookmarks).store).filter(\.isOfBookmarks)
    #expect(after == before)
  }

  @Test(arguments: seeds) func `tabs and bookmarks can be read back from Markdown`(seed: UInt64)
    throws
  {
    let exports = try Exports(seed: seed, steps: 400)
    let before = try items(exports.store)
    let after = try items(exports.imported(.markdown).store)
    #expect(after.filter(\.isOfBookmarks).inMarkdown == before.filter(\.isOfBookmarks).inMarkdown)
    #expect(after.session?.shownPages == before.session?.shownPages)
  }

  @Test(arguments: seeds) func `tags, keywords and notes can be read back from Chromium bookmarks`(
    seed: UInt64
  ) throws {
    let exports = try Exports(seed: seed, steps: 400)
    let before = try items(exports.store).bookmarks
    let after = try items(exports.imported(.chromiumBookmarks).store).bookmarks
    #expect(after.map(\.said) == before.map(\.said))
  }

  @Test(arguments: seeds) func `windows can be read back from a Firefox session store`(seed: UInt64)
    throws
  {
    let exports = try Exports(seed: seed, steps: 300)
    let exported = try #require(items(exports.store).session)
    let before = exported.asInFirefox
    let packed = try #require(items(exports.imported(.firefoxSession).store).session)
    #expect(packed.asInFirefox.windows == before.windows)
    #expect(packed.focused == before.focused)
    let shown = zip(packed.windows.flatMap(\.tabs), exported.windows.flatMap(\.tabs))
      .filter { $0.1.milliseconds > 0 }
    #expect(shown.map(\.0.milliseconds) == shown.map(\.1.milliseconds))
    #expect(packed.asInFirefox.closed.count == before.closed.count)
    let plain = try #require(items(exports.imported(.firefoxSessionJSON).store).session)
    #expect(plain == packed)
  }

  /// The first export loses what the format cannot represent. A second export loses nothing more.
  @Test(arguments: [
    (ExportFormat.chromiumBookmarks, FileFormat.chromiumBookmarks), (.csv, .raindrop),
    (.oneTab, .oneTab), (.netscapeBookmarks, .netscapeBookmarks), (.opml, .opml),
    (.markdown, .markdown),
  ])
  func `exporting an imported export has the same result`(
    format: ExportFormat, name: FileFormat
  ) throws {
    for seed in Self.seeds {
      let exports = try Exports(seed: seed, steps: 400)
      guard try !exports.data(format).isEmpty else { continue }
      let imports = try exports.imported(format, as: name)
      #expect(try Exports.data(of: imports.store, format) == exports.data(format))
    }
  }

  // MARK: Texts

  static let words = [
    "plain", "<b>&amp;\"'</b>", "]]> --> </A></title>", "a\u{1B}[31mred", "\u{202E}left", "🎉 東京",
    "back\\slash `code` *star*", "two  spaces", "=1+1", "a,b;\"c\"", "https://x.example/ | y",
  ]

  @Test(arguments: [
    ExportFormat.netscapeBookmarks, .chromiumBookmarks, .csv, .firefoxSession, .events, .markdown,
  ])
  func `any text can be read back`(format: ExportFormat) throws {
    let exports = try Exports()
    for word in Self.words {
      let url = "https://a.example/?q=\(word)"
      try exports.store.perform(
        .addBookmark(NewBookmark(.bookmark, title: word, url: url, folder: .nothing)))
      try exports.store.perform(.open(OpenTab(Destination(url))))
      try exports.store.perform(
        .reportTitle(exports.store.browser.tabs[0].id, content: nil, word))
    }
    let imports = try exports.imported(format)
    let found = try items(imports.store)
    let titles =
      format == .firefoxSession
      ? found.session?.windows[0].tabs[0].entries.map(\.title)
      : found.compactMap { if case .bookmark(let bookmark) = $0 { bookmark.title } else { nil } }
    // A readable list collapses spaces, and a table contains no control characters.
    let words = Self.words.map { word in
      switch format {
      case .markdown: word.onOneLine
      case .csv: word.replacing("\u{1B}", with: "\u{FFFD}")
      default: word
      }
    }
    #expect(titles == (format == .firefoxSession ? [Self.words.last ?? ""] : words))
  }

  /// Names with spaces at their ends, with characters that combine with the previous one, and with
  /// characters that have a meaning in a list.
  private static let titles = [" A", "B ", "\u{301}C", "\u{200D}D", "** E", "] F", "#G"]

  @Test(
    arguments: [.netscapeBookmarks, .opml, .csv, .markdown, .chromiumBookmarks] as [ExportFormat])
  func `names with spaces and markup at their ends can be read back`(format: ExportFormat) throws {
    let exports = try Exports()
    for title in Self.titles {
      try exports.store.perform(
        .addBookmark(
          NewBookmark(.bookmark, title: title, url: "https://a.example/", folder: .nothing)))
    }
    let file = try WrittenFile("export", try exports.data(format))
    let fresh = try Imports()
    try fresh.bring(file.path, format: format == .csv ? .raindrop : nil)
    let titles = try fresh.bookmarks().filter { $0.hasSuffix("https://a.example/") }
    let indent = format == .chromiumBookmarks ? " " : ""
    // A readable list has no spaces next to a name, and HTML ignores them.
    let wanted =
      switch format {
      case .markdown: Self.titles.map(\.onOneLine)
      case .netscapeBookmarks: Self.titles.map(\.trimmed)
      default: Self.titles
      }
    #expect(titles == wanted.map { "\(indent)\($0) https://a.example/" })
    guard format != .chromiumBookmarks else { return }
    #expect(
      try exports.store.importAll(
        of: ImportSource(file.path, format: format == .csv ? .raindrop : nil)
      ).counts.isEmpty)
  }

  @Test(arguments: [.oneTab, .markdown] as [ExportFormat])
  func `names of tabs that begin with a markup character can be read back`(format: ExportFormat)
    throws
  {
    let exports = try Exports()
    for title in ["\u{301}C", "\u{200D}D", "E"] {
      try exports.store.perform(.open(OpenTab(Destination("https://a.example/\(title.count)"))))
      let tab = try #require(exports.store.browser.tabs.last)
      let content = try #require(tab.currentEntry?.content)
      try exports.store.perform(.reportTitle(tab.id, content: content, title))
    }
    let imports = try exports.imported(format)
    let browser = imports.store.browser
    let titles = try imports.store.read { words in
      browser.tabs.compactMap { $0.currentEntry.map { browser.title(of: $0, text: words) } }
    }
    #expect(titles == ["\u{301}C", "\u{200D}D", "E"])
  }

  @Test func `Firefox's toolbar becomes Chromium's bar, and is marked in HTML`() throws {
    let imports = try Imports()
    try imports.bring(
      WrittenFile(
        "b.html",
        """
        <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Bookmarks Toolbar</H3>
        <DL><DT><A HREF="https://a.example/">A</A></DL></DL>
        """))
    let html = String(
      decoding: try Exports.data(of: imports.store, .netscapeBookmarks), as: UTF8.self)
    #expect(
      html.contains(" PERSONAL_TOOLBAR_FOLDER=\"true\">Bookmarks Toolbar</H3>"))
    let file = try WrittenFile("Bookmarks", Exports.data(of: imports.store, .chromiumBookmarks))
    let again = try Imports()
    try again.bring(file)
    #expect(try again.bookmarks() == ["folder Bookmarks bar", " A https://a.example/"])
  }

  @Test func `characters that XML cannot represent are replaced`() throws {
    let exports = try Exports()
    try exports.store.perform(
      .addBookmark(
        NewBookmark(.bookmark, title: "a\u{1B}\"<\u{FFFF}", url: "x:&", folder: .nothing)))
    #expect(
      try exports.text(.opml).contains(
        "text=\"a\u{FFFD}&quot;&lt;\u{FFFD}\" type=\"link\" url=\"x:&amp;\""))
  }

  // MARK: Tables and spreadsheets

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "' =1"), ("\r=1", "\"'\n=1\""), ("'=1", "''=1"), (" =1", "' =1"),
    ("=a,\"b\"", "\"'=a,\"\"b\"\"\""), ("\u{FF1D}1", "'\u{FF1D}1"), ("'quoted'", "'quoted'"),
    ("a=1", "a=1"), ("a\u{1B}[31m\u{9B}\u{7F}\0b", "a\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}b"),
    ("one\r\ntwo", "\"one\ntwo\""), ("", ""),
  ])
  func `no cell runs as a formula`(text: String, cell: String) throws {
    #expect(CSVCell.written(text) == cell)
    let plain = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let kept = String(
      String.UnicodeScalarView(
        plain.unicodeScalars.map { scalar in
          if scalar == "\t" { return " " }
          let isControl = scalar.properties.generalCategory == .control
          return isControl && scalar != "\n" ? "\u{FFFD}" : scalar
        }))
    let rows = CSVReader.rows(Array("\(cell),x\r\n".utf8))
    #expect(rows == [[kept, "x"]])
  }

  @Test func `every column of a table is safe in a spreadsheet`() throws {
    let exports = try Exports()
    try exports.store.perform(
      .addBookmark(NewBookmark(.folder, title: "=folder", folder: .nothing)))
    let folder = try #require(exports.store.readLibrary().bookmarks.top.first)
    var bookmark = NewBookmark(
      .bookmark, title: "@title", url: "https://a.example/", folder: folder)
    bookmark.tags = ["-tag", "+tag"]
    bookmark.note = "=note"
    try exports.store.perform(.addBookmark(bookmark))
    #expect(
      try exports.text(.csv) == """
        url,folder,title,note,tags,created\r
        https://a.example/,'=folder,'@title,'=note,"'-tag, +tag",2023-11-14T22:13:22.000Z\r

        """)
    let imports = try exports.imported(.csv, as: .raindrop)
    #expect(try Exports.data(of: imports.store, .csv) == exports.data(.csv))
  }

  @Test(arguments: [ExportFormat.csv, .markdown, .oneTab, .opml, .netscapeBookmarks])
  func `no file contains unescaped control characters`(format: ExportFormat) throws {
    let exports = try Exports()
    let text = "a\u{1B}[31m\u{7}\u{7F}\u{9B}31m\u{85}b"
    var bookmark = NewBookmark(
      .bookmark, title: text, url: "https://a.example/?\(text)", folder: .nothing)
    bookmark.note = text
    bookmark.tags = [text]
    try exports.store.perform(.addBookmark(bookmark))
    try exports.store.perform(.open(OpenTab(Destination("https://a.example/?\(text)"))))
    try exports.store.perform(.reportTitle(exports.store.browser.tabs[0].id, content: nil, text))
    let controls = try Array(exports.text(format).unicodeScalars).filter { scalar in
      scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\r"
    }
    #expect(controls == [])
  }

  // MARK: Data that a format cannot represent

  /// A state with one example of everything that some format loses.
  private func everything() throws -> Exports {
    let exports = try Exports()
    let store = exports.store
    var folder = NewBookmark(.folder, title: "Other Bookmarks", folder: .nothing)
    folder.note = "about it"
    try store.perform(.addBookmark(folder))
    try store.perform(.addBookmark(NewBookmark(.separator, folder: .nothing)))
    var bookmark = NewBookmark(.bookmark, title: "A", url: "https://a.example/", folder: .nothing)
    bookmark.tags = ["x", "y"]
    bookmark.keyword = "k"
    bookmark.note = "n"
    try store.perform(.addBookmark(bookmark))
    try store.perform(.open(OpenTab(Destination("https://a.example/"))))
    let tab = store.browser.tabs[0].id
    try store.perform(.go(tab, Destination("https://b.example/")))
    try store.perform(.pin(tab, true))
    try store.perform(.open(OpenTab(Destination("https://c.example/"))))
    try store.perform(.closeTabs([try #require(store.browser.tabs.last).id]))
    try store.perform(.zoom(tab, .set(ZoomLevel(hundredths: 15_000))))
    return exports
  }

  @Test(arguments: [
    (ExportFormat.netscapeBookmarks, [:] as ExportOmissions, [:] as ExportOmissions),
    (.opml, [:], [:]), (.events, [:], [:]),
    (.chromiumBookmarks, [.separators: 1], [.tags: 2, .keywords: 1, .notes: 1, .folderNotes: 1]),
    (
      .csv, [.separators: 1, .keywords: 1, .emptyFolders: 1, .folderNotes: 1, .folderDates: 1], [:]
    ),
    (.firefoxSession, [.zooms: 1], [:]),
    (.oneTab, [.historyEntries: 1, .pins: 1, .closedTabs: 1, .zooms: 1], [:]),
    (
      .markdown,
      [
        .historyEntries: 1, .pins: 1, .closedTabs: 1, .zooms: 1, .separators: 1, .keywords: 1,
        .dates: 1, .folderDates: 1,
      ], [:]
    ),
  ])
  func `data that the format cannot represent is counted`(
    format: ExportFormat, leftOut: ExportOmissions, notShown: ExportOmissions
  ) throws {
    let report = try everything().store.export(format, to: ExportStream { _ in })
    #expect(report.problems == [])
    #expect(report.leftOut == leftOut)
    #expect(report.notShown == notShown)
  }

  @Test func `the folder of other bookmarks is marked for Firefox once`() throws {
    let exports = try Exports()
    for title in ["Other Bookmarks", "Other bookmarks", "Mine"] {
      try exports.store.perform(
        .addBookmark(NewBookmark(.folder, title: title, folder: .nothing)))
    }
    let html = try exports.text(.netscapeBookmarks)
    #expect(html.contains(" UNFILED_BOOKMARKS_FOLDER=\"true\">Other Bookmarks</H3>"))
    #expect(html.split(separator: "UNFILED_BOOKMARKS_FOLDER").count == 2)
  }

  // MARK: What is not exported

  @Test(arguments: ExportFormat.allCases) func `nothing private is exported`(
    format: ExportFormat
  ) throws {
    let exports = try Exports(seed: 1, steps: 60)
    try exports.store.perform(.open(OpenTab(Destination("https://a.example/"))))
    try exports.store.perform(.openWindow(), isPrivate: true)
    let tab = try #require(exports.store.privateBrowser.tabs.first)
    try exports.store.perform(.go(tab.id, Destination("https://secret.example/")))
    let bytes = try exports.data(format)
    #expect(!bytes.isEmpty)
    #expect(bytes.range(of: Data("secret".utf8)) == nil)
  }

  @Test func `a past moment is exported as it was`() throws {
    let exports = try Exports()
    try exports.store.perform(.open(OpenTab(Destination("https://a.example/"))))
    var options = ExportOptions()
    options.moment = .after(exports.store.browser.sequence)
    let then = try Dictionary(
      uniqueKeysWithValues: ExportFormat.allCases.map { ($0, try exports.data($0)) })
    try exports.store.perform(.open(OpenTab(Destination("https://b.example/"))))
    for format in ExportFormat.allCases {
      #expect(try exports.data(format, options) == then[format], "\(format)")
    }
  }
}

extension PortableItem {
  fileprivate var isOfBookmarks: Bool {
    switch self {
    case .bookmark, .folderBegan, .folderEnded: true
    default: false
    }
  }
}

extension [PortableItem] {
  /// Bookmarks without separators.
  fileprivate var bookmarks: [PortableBookmark] {
    compactMap { item in
      guard case .bookmark(let bookmark) = item, bookmark.kind == .bookmark else { return nil }
      return bookmark
    }.sorted { ($0.milliseconds, $0.url) < ($1.milliseconds, $1.url) }
  }

  /// Without the properties that a readable list does not contain.
  fileprivate var inMarkdown: [PortableItem] {
    compactMap { item in
      switch item {
      case .bookmark(var bookmark):
        (bookmark.keyword, bookmark.milliseconds) = ("", 0)
        return bookmark.kind == .bookmark ? .bookmark(bookmark) : nil
      case .folderBegan(var folder):
        (folder.keyword, folder.tags, folder.milliseconds) = ("", [], 0)
        return .folderBegan(folder)
      default: return item
      }
    }
  }
}

extension PortableBookmark {
  /// The properties of a page, and when it was added.
  fileprivate var said: [String] {
    [url, title, tags.joined(separator: "\n"), keyword, note, "\(milliseconds)"]
  }
}

extension PortableSession {
  /// The current page of each tab, and whether the tab is active.
  fileprivate var shownPages: [[String]] {
    windows.map { window in
      window.tabs.enumerated().map { place, tab in
        let entry = tab.entries[tab.index]
        // The start page always has this name, regardless of its title.
        let title = entry.url == Destination.startPage ? "" : entry.title
        return "\(entry.url) \(title)\(place == window.active ? " active" : "")"
      }
    }
  }

  /// Without properties that Firefox names differently, and without times, because Firefox lacks
  /// some of them.
  fileprivate var asInFirefox: PortableSession {
    var store = self
    store.windows = windows.map(\.asInFirefox)
    return store
  }
}

extension PortableWindow {
  fileprivate var asInFirefox: PortableWindow {
    var window = self
    // Firefox does not store names of windows, or values of other programs.
    window.title = ""
    window.values = window.values.filter { $0.key.hasPrefix("firefox.") }
    for tab in window.tabs.indices {
      window.tabs[tab].values = window.tabs[tab].values.filter { $0.key.hasPrefix("firefox.") }
      window.tabs[tab].milliseconds = 0
      for entry in window.tabs[tab].entries.indices
      where window.tabs[tab].entries[entry].url == Destination.startPage {
        window.tabs[tab].entries[entry].url = "about:home"
      }
    }
    return window
  }
}
