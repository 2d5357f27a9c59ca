import BrowserModel
import ExchangeFormats
import Foundation
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Exchange

/// Exports and imports lists of bookmarks and visits, as tables and as lines of JSON.
@Suite(.timeLimit(.minutes(30))) struct ListTests {
  static let seeds = (1...12).map { UInt64($0) }
  static let bookmarkFormats = [
    (ExportFormat.bookmarkTable, FileFormat.bookmarkTable), (.bookmarkLines, .bookmarkLines),
  ]
  static let visitFormats = [
    (ExportFormat.visitTable, FileFormat.visitTable), (.visitLines, .visitLines),
  ]

  /// Texts that a table, a spreadsheet or a terminal could misinterpret.
  private static let hostileTexts = [
    "", " ", "plain", "=1+1", "'=1", "''", "+x", "-x", "@x", "\u{FF1D}x", " =x", "\t=x", "\u{7}=x",
    "a,b", "a;b", "a\tb", "\"", "\"\"", "a\"b", "'\"", "two\nlines", "\n", "\r", "a\r\nb", "\r\r\n",
    "\u{0}\u{1B}[31m\u{7F}\u{9B}", "\\", "\\\\", "\\u0041", "\\u", "\\u00", "\\u000\u{7}",
    "\\u005C",
    "\\uD800", "/", "a/b", "//", "\u{FEFF}x", "\u{2028}", "ünïcödé", "😀", "{\"kind\":\"folder\"}",
    "time,transition,url,title", " x ", "\u{A0}",
  ]

  private static func text(_ random: inout SplitMix64) -> String {
    (0..<random.below(3)).map { _ in
      hostileTexts[random.below(hostileTexts.count)]
    }.joined()
  }

  private func items(_ store: Store) throws -> [PortableItem] {
    try ExportedItems(store, at: .present).items.filter { item in
      if case .session = item { false } else { true }
    }
  }

  // MARK: Bookmarks

  /// A tree of bookmarks with random texts in all fields.
  private func tree(_ seed: UInt64) throws -> Exports {
    var random = SplitMix64(seed: seed)
    let exports = try Exports()
    var folders = [BookmarkID.nothing]
    for number in 0..<80 {
      var bookmark = NewBookmark(.bookmark, folder: folders[random.below(folders.count)])
      bookmark.index = random.below(4)
      switch random.below(6) {
      case 0: bookmark.kind = .separator
      case 1, 2:
        bookmark.kind = .folder
        bookmark.title = Self.text(&random)
        bookmark.note = Self.text(&random)
      default:
        bookmark.title = Self.text(&random)
        bookmark.url = "https://\(number).example/?\(random.below(9))"
        bookmark.note = Self.text(&random)
        bookmark.keyword = random.below(2) == 0 ? "k\(number),\"=" : ""
        bookmark.tags = (0..<random.below(3)).map { _ in Self.text(&random) }
          .filter { !$0.isEmpty && !$0.contains { $0.isNewline } }
      }
      // A folder must have a title.
      if bookmark.kind == .folder, bookmark.title?.isEmpty ?? true { bookmark.title = "=/" }
      try exports.store.perform(.addBookmark(bookmark))
      if bookmark.kind == .folder { folders.append(BookmarkID(exports.store.browser.sequence)) }
    }
    return exports
  }

  @Test(arguments: seeds, bookmarkFormats)
  func `bookmarks can be read back with all their properties`(
    seed: UInt64, format: (out: ExportFormat, in: FileFormat)
  ) throws {
    let exports = try tree(seed)
    let before = try items(exports.store)
    #expect(before.count > 40)
    let imports = try exports.imported(format.out)
    #expect(try items(imports.store) == before)
    #expect(try Exports.data(of: imports.store, format.out) == exports.data(format.out))
    let file = try WrittenFile("again", try exports.data(format.out))
    #expect(try ImportSource(file.path).formats == [format.in])
    let again = try imports.bring(file)
    #expect(again.counts.isEmpty)
    #expect(again.problems == [])
    #expect(again.leftOut == [:])
  }

  @Test func `a table of bookmarks, cell by cell`() throws {
    let exports = try Exports()
    var folder = NewBookmark(.folder, title: "=a/b", folder: .nothing)
    folder.note = "about"
    try exports.store.perform(.addBookmark(folder))
    let id = BookmarkID(exports.store.browser.sequence)
    var bookmark = NewBookmark(.bookmark, title: "@me", url: "https://a.example/", folder: id)
    bookmark.tags = ["-x", "y,z"]
    bookmark.keyword = "k"
    bookmark.note = "bell\u{7}"
    try exports.store.perform(.addBookmark(bookmark))
    try exports.store.perform(.addBookmark(NewBookmark(.separator, folder: .nothing)))
    #expect(
      try exports.text(.bookmarkTable) == """
        kind,folder,title,url,keyword,tags,note,created\r
        folder,,'=a/b,,,,about,2023-11-14T22:13:21.000Z\r
        bookmark,'=a\\u002Fb,'@me,https://a.example/,k,"'-x, y\\u002Cz",bell\\u0007,2023-11-14T22:13:22.000Z\r
        separator,,,,,,,2023-11-14T22:13:23.000Z\r

        """)
    #expect(
      try exports.text(.bookmarkLines) == #"""
        {"kind":"folder","folder":[],"title":"=a/b","note":"about","created":"2023-11-14T22:13:21.000Z"}
        {"kind":"bookmark","folder":["=a/b"],"title":"@me","url":"https://a.example/","keyword":"k","tags":["-x","y,z"],"note":"bell\u0007","created":"2023-11-14T22:13:22.000Z"}
        {"kind":"separator","folder":[],"title":"","created":"2023-11-14T22:13:23.000Z"}

        """#)
  }

  @Test func `a table written by a spreadsheet is read by the names of its columns`() throws {
    let imports = try Imports()
    let report = try imports.bring(
      WrittenFile(
        "bookmarks.csv",
        "\u{FEFF}Keyword;URL;Folder;Kind;Colour\nk;https://a.example/;A/B;;red\n"
          + ";https://b.example/;A;bookmark;\n"))
    #expect(
      try imports.bookmarks() == [
        "folder A", " folder B", "  https://a.example/ k", " https://b.example/",
      ])
    #expect(report.leftOut == [.otherFields: 1])
    #expect(report.problems == [])
  }

  // MARK: Visits

  /// Visits as another program writes them.
  private func visits(_ seed: UInt64, count: Int) -> [PortableVisit] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { number in
      PortableVisit(
        "https://\(random.below(9)).example/\(number)", title: Self.text(&random),
        transition: Transition.allCases[random.below(Transition.allCases.count)],
        milliseconds: Int64(random.below(2_000_000_000)) * 1_000
          + Int64(random.below(1_000)) + 1)
    }
  }

  /// The lines of some visits, encoded by Foundation.
  private func lines(_ visits: [PortableVisit]) throws -> Data {
    var data = Data()
    for visit in visits {
      let fields = [
        "time": String(visit.milliseconds), "url": visit.url, "title": visit.title,
        "transition": "\(visit.transition)",
      ]
      data += try JSONEncoder().encode(fields) + Data("\n".utf8)
    }
    return data
  }

  private func visits(in file: WrittenFile) throws -> [PortableVisit] {
    var visits: [PortableVisit] = []
    try withExtendedLifetime(file) {
      try ImportSource(file.path).read { item in
        guard case .visit(let visit) = item else {
          Issue.record("not a visit: \(item)")
          return
        }
        visits.append(visit)
      }
    }
    return visits
  }

  @Test(arguments: seeds, visitFormats)
  func `visits can be read back with address, title, time and transition`(
    seed: UInt64, format: (out: ExportFormat, in: FileFormat)
  ) throws {
    // Times in milliseconds and in seconds are distinguished by their size.
    let expected = visits(seed, count: 60).filter { $0.milliseconds > 100_000_000_000 }
    #expect(expected.count > 40)
    let first = try Imports()
    try first.bring(WrittenFile("visits.jsonl", lines(expected)))
    let data = try Exports.data(of: first.store, format.out)
    let file = try WrittenFile("visits", data)
    #expect(try ImportSource(file.path).formats == [format.in])
    #expect(try visits(in: file) == expected)
    let second = try Imports()
    #expect(try second.bring(file).counts.visits == expected.count)
    #expect(try Exports.data(of: second.store, format.out) == data)
    #expect(try second.bring(file).counts.isEmpty)
  }

  @Test(arguments: visitFormats)
  func `visits of the branch are exported in order, with the last title of each page`(
    format: (out: ExportFormat, in: FileFormat)
  ) throws {
    let exports = try Exports()
    let store = exports.store
    try store.perform(.open(OpenTab(Destination("https://a.example/", transition: .typed))))
    let tab = store.browser.tabs[0].id
    try store.perform(.reportTitle(tab, content: nil, "first"))
    try store.perform(.reportTitle(tab, content: nil, "=last"))
    try store.perform(.open(OpenTab(Destination("about:blank"))))
    try store.perform(.open(OpenTab(Destination("https://b.example/", transition: .link))))
    try store.branch("idea", at: .after(store.browser.sequence))
    try store.perform(.open(OpenTab(Destination("https://c.example/", transition: .link))))
    try store.perform(.openWindow(), isPrivate: true)
    let found = try visits(in: WrittenFile("visits", exports.data(format.out)))
    #expect(found.map(\.url) == ["https://a.example/", "https://b.example/", "https://c.example/"])
    #expect(found.map(\.title) == ["=last", "", ""])
    #expect(found.map(\.transition) == [.typed, .link, .link])
    #expect(found.map(\.milliseconds) == found.map(\.milliseconds).sorted())
    #expect(found[0].milliseconds == 1_700_000_001_000)
  }

  @Test(arguments: seeds) func `a table contains no control character and no formula`(
    seed: UInt64
  ) throws {
    let imports = try Imports()
    try imports.bring(
      WrittenFile("visits.jsonl", lines(visits(seed, count: 60))))
    for data in [
      try Exports.data(of: imports.store, .visitTable), try tree(seed).data(.bookmarkTable),
    ] {
      let scalars = Array(String(decoding: data, as: UTF8.self).unicodeScalars)
      #expect(
        scalars.filter {
          $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r"
        } == [])
      // A carriage return occurs only at the end of a row.
      for (place, scalar) in scalars.enumerated() where scalar == "\r" {
        #expect(scalars[place + 1] == "\n")
      }
      for cell in cells(String(decoding: data, as: UTF8.self)) {
        #expect(cell.firstMatch(of: /^\s*[=+\-@]/) == nil, "\(cell)")
      }
    }
  }

  /// The cells of a table, according to RFC 4180.
  private func cells(_ table: String) -> [Substring] {
    // A quote begins or ends a cell. Within a cell it is doubled.
    table.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .reduce(into: [""]) { cells, part in
        if part.offset.isMultiple(of: 2) {
          if part.element.isEmpty { cells[cells.count - 1] += "\"" }
          let fields = Substring(part.element).split(
            omittingEmptySubsequences: false, whereSeparator: { ",\r\n".contains($0) })
          cells[cells.count - 1] += fields[0]
          cells += fields.dropFirst().map(String.init)
        } else {
          cells[cells.count - 1] += String(part.element)
        }
      }.map { $0[...] }
  }

  @Test(arguments: visitFormats)
  func `a long list is written and read in pieces`(
    format: (out: ExportFormat, in: FileFormat)
  ) throws {
    let expected = visits(7, count: 20_000).filter { $0.milliseconds > 100_000_000_000 }
    let imports = try Imports()
    try imports.bring(WrittenFile("visits.jsonl", lines(expected)))
    var data = Data()
    var longest = 0
    var steps: [Int] = []
    try imports.store.export(
      format.out,
      to: ExportStream { bytes in
        longest = max(longest, bytes.count)
        data += bytes
      }
    ) { done, _ in steps.append(done) }
    #expect(longest < 1 << 17)
    #expect(steps.count > 1)
    #expect(steps == steps.sorted())
    #expect(try visits(in: WrittenFile("visits", data)) == expected)
  }

  @Test func `an empty list is valid`() throws {
    let exports = try Exports()
    for format in [
      ExportFormat.visitTable, .visitLines, .bookmarkTable, .bookmarkLines,
    ] {
      let file = try WrittenFile("export.jsonl", try exports.data(format))
      let report = try Imports().bring(file)
      #expect(report == ImportReport(), "\(format)")
    }
  }

  // MARK: Invalid input

  @Test(arguments: [
    Case(
      "lines of visits",
      """
      {"time":"2026-01-01T00:00:00Z","transition":"link","url":"https://a.example/","title":"a"}
      {"time":"2026-01-01T00:00:00Z","transition":"link","url":"https://b.exam
      [1]

      {"time":"never","url":"https://c.example/"}
      {"url":"https://d.example/"}
      {"time":"2026-01-01T00:00:00Z","title":"e"}
      {"time":"2026-01-01T00:00:00Z","url":"https://f.example/","title":6}
      {"time":"2026-01-01T00:00:00Z","url":"https://g.example/","transition":"sideways"}
      {"time":"2026-01-01T00:00:00Z","url":"https://h.example/","colour":"red"}

      """,
      [
        "Line 2 of “FILE” was left out: it is not a JSON object.",
        "Line 3 of “FILE” was left out: it is not a JSON object.",
        "Line 5 of “FILE” was left out: its “time” is not a time.",
        "Line 6 of “FILE” was left out: it has no time.",
        "Line 7 of “FILE” was left out: it has no address.",
        "Line 8 of “FILE” was left out: its “title” is not a string.",
        "Line 9 of “FILE” was left out: its “transition” is not one of link, typed, bookmark, "
          + "generated, startPage, formSubmit, reload, keyword, script.",
      ]),
    Case(
      "a table of visits",
      """
      time,transition,url,title
      2026-01-01T00:00:00Z,,https://a.example/,"two
      lines"
      soon,link,https://b.example/,b
      2026-01-01T00:00:00Z,link,https://h.example/,h,more
      2026-01-01T00:00:00Z,link,https://i.example/,"never closed
      2026-01-01T00:00:00Z,link,https://j.example/,

      """,
      [
        "Line 4 of “FILE” was left out: its “time” is not a time.",
        "A quote in line 6 of “FILE” is never closed. The rest was left out.",
      ]),
  ])
  func `a row that cannot be read is reported with its line`(row: Case<String, [String]>) throws {
    let imports = try Imports()
    let file = try WrittenFile("visits", row.input)
    let report = try imports.bring(file)
    #expect(report.problems == row.expected.map { $0.replacing("FILE", with: file.path) })
    #expect(report.counts.visits == 2)
    #expect(report.leftOut == [.otherFields: 1])
  }

  @Test func `a table in UTF-16 and a table without addresses are refused with an explanation`()
    throws
  {
    let wide = try #require("time,transition,url\n".data(using: .utf16))
    #expect {
      try Imports().bring(WrittenFile("visits", wide))
    } throws: { error in
      (error as? ExchangeError)?.message.hasSuffix(
        "is in UTF-16. Save it as UTF-8 and import that file.") == true
    }
    #expect {
      try Imports().bring(WrittenFile("x", "a,b\n1,2\n").path, format: .visitTable)
    } throws: { error in
      error is ExchangeError
    }
  }

  // MARK: Periods

  @Test func `an import is limited to a period`() throws {
    let file = try WrittenFile(
      "visits.jsonl",
      lines(
        (1...5).map {
          PortableVisit("https://\($0).example/", milliseconds: 1_700_000_000_000 + $0 * 1_000)
        }))
    let imports = try Imports()
    let report = try imports.bring(file) {
      $0.since = 1_700_000_002_000
      $0.until = 1_700_000_004_000
    }
    #expect(report.counts.visits == 3)
    let kept = try Exports.data(of: imports.store, .visitLines)
    #expect(
      try visits(in: WrittenFile("x", kept)).map(\.url) == [
        "https://2.example/", "https://3.example/", "https://4.example/",
      ])
    let bookmarks = try WrittenFile(
      "bookmarks.csv",
      "kind,folder,keyword,url,created\n,,,https://a.example/,2020-01-01T00:00:00Z\n"
        + ",,,https://b.example/,2021-01-01T00:00:00Z\n,,,https://c.example/,\n")
    let early = try Imports()
    try early.bring(bookmarks) { $0.until = 1_600_000_000_000 }
    #expect(try early.bookmarks() == ["https://a.example/"])
  }
}
