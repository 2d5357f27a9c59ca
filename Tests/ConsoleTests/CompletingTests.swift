import Foundation
import LineEditing
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

@Suite struct CompletingTests {
  static func context() throws -> CommandContext {
    var context = try memoryShell()
    try context.run("open https://www.swift.org/documentation ; page title Swift Documentation")
    try context.run(
      "open example.com/a ; group 2 --title G ; folder 'My Work/Swift' ; open example.com/b")
    try context.run("mark trip ; branch try ; branch hidden ; branch --hide hidden")
    return context
  }

  @Test(arguments: [
    Case("commands", "wi", ["window", "windows", "withdraw"]),
    Case("second words", "window ", ["1", "close", "name", "new", "place"]),
    Case("options", "zoom --t", ["--tab", "--temporary"]),
    Case("options of a second word alone", "bookmark move 1 --", ["--folder", "--position"]),
    Case("things by their kind", "why window ", ["1"]),
    Case("sites in a condition", "when zoom ex", ["example.com"]),
    Case("second words of a topic", "help window ", ["close", "name", "new", "place"]),
    Case("options of both words", "zoom in --te", ["--temporary"]),
    Case("tabs by place", "tab ", ["1", "2", "3"]),
    Case("tabs by id", "close #", ["#2", "#4", "#9"]),
    Case("tabs by title", "tab docu", ["1"]), Case("windows", "window 1", ["1"]),
    Case("groups", "collapse #", ["#5"]),
    Case("folders in quotes", "bookmark --folder M", ["\"My Work\"", "\"My Work/Swift\""]),
    Case("folders in open quotes", "bookmark --folder \"My Work/", ["My Work/Swift\""]),
    Case("folders to look into", "bookmarks M", ["My Work", "My Work/Swift"]),
    Case("parts of a folder", "bookmarks My Work/S", ["Work/Swift"]),
    Case("sites", "forget --site ", ["example.com", "www.swift.org"]),
    Case("sites to look for", "visits --top ex", ["example.com"]),
    Case("formats", "import x --format safari-s", ["safari-session"]),
    Case("tabs of a moment", "restore 3 --tab ", ["1"]),
    Case("tabs of no moment", "restore --tab ", ["1", "2", "3"]),
    Case(
      "addresses before one is typed", "go ",
      ["example.com/a", "example.com/b", "swift.org/documentation"]),
    Case("addresses", "go exam", ["example.com/b", "example.com/a"]),
    Case("addresses with their scheme", "open https://w", ["https://www.swift.org/documentation"]),
    Case("addresses without www", "go swif", ["swift.org/documentation"]),
    Case("settings", "set hi", ["historyLimit"]), Case("choices", "group 1 --color pu", ["purple"]),
    Case(
      "points", "at ",
      ["start", "now", "trip", "try", "today", "yesterday", "noon", "8am", "1h", "monday"]
        + (1...13).map { "\($0)" }),
    Case("points typed", "at tr", ["trip", "try"]), Case("times", "at @n", ["@noon"]),
    Case("marks", "mark ", ["trip"]), Case("branches", "switch ", ["main", "try"]),
    Case("hidden branches", "switch h", ["hidden"]),
    Case(
      "kinds", "log --kind zoom.",
      [
        "zoom.siteSet", "zoom.defaultSet", "zoom.temporarySet",
      ]),
    Case("things", "why z", ["zoom", "zoomLadder"]),
    Case("things by id", "why #", ["#2", "#4", "#9"]),
    Case("shapes", "help json Wi", ["Window"]),
    Case("commands with a shape", "help json gro", ["group", "group move", "groups"]),
    Case("expressions", "when tabs > 3 and t", ["tab", "tabs", "title"]),
    Case("after a semicolon", "tabs ; pre", ["previous"]), Case("nothing in a comment", "# op", []),
    Case("nothing for nonsense", "nonsense x", []),
  ])
  func `possible continuations are offered`(row: Case<String, [String]>) throws {
    let completion = LineCompletion(context: try Self.context()).complete(row.input)
    #expect(completion.candidates.map(\.text).sorted() == row.expected.sorted())
    #expect(row.input.hasSuffix(completion.word))
  }

  @Test func `tags are completed after other tags`() throws {
    var context = try Self.context()
    try context.run("bookmark https://a.example/ --tags news,rust,reading")
    func texts(_ line: String) -> [String] {
      LineCompletion(context: context).complete(line).candidates.map(\.text)
    }
    #expect(texts("bookmark --tags r") == ["reading", "rust"])
    #expect(texts("bookmark --tags rust,") == ["rust,news", "rust,reading"])
  }

  @Test func `files with spaces and in other folders are offered`() throws {
    let folder = try TemporaryFolder()
    let inside = folder.url.appending(path: "My Files")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    try Data().write(to: inside.appending(path: "a b.html"))
    let completing = LineCompletion(context: try memoryShell())
    // The quote stays open, because the name may continue.
    let outer = completing.complete("import \(folder.path)/My")
    #expect(outer.candidates.map(\.text) == ["\"\(folder.path)/My Files/"])
    #expect(!outer.addsSpace)
    let inner = completing.complete("import \"\(folder.path)/My Files/")
    #expect(inner.candidates.map(\.text) == ["\(folder.path)/My Files/a b.html\""])
    #expect(completing.complete("import ~roo").candidates.map(\.text) == ["~root/"])
    #expect(FileNames.expanded("~root/x") == "/root/x")
    #expect(FileNames.expanded("~who-is-this/x") == "~who-is-this/x")
    #expect(FileNames.expanded("a~") == "a~")
  }

  @Test func `other programs can query completions`() throws {
    var context = try Self.context()
    #expect(
      try context.run("complete 'tab docu'")
        == "1\tSwift Documentation — https://www.swift.org/documentation\n")
    // A shell adds its own quotes.
    #expect(try context.run("complete 'bookmark --folder M'") == "My Work\nMy Work/Swift\n")
    context.presentation.printsJSON = true
    #expect(try context.run("complete 'switch m'") == #"{"candidates":[{"text":"main"}]}"# + "\n")
  }

  private static let times = ["today", "yesterday", "noon", "8am", "1h", "monday"]

  @Test(arguments: [
    Case("undo", "undo ", ["5", "4", "3", "2", "1"]),
    Case("redo", "redo #", ["#5", "#4", "#3", "#2", "#1"]),
    Case("show", "show ", ["start", "now"] + times + ["5", "4", "3", "2", "1"]),
    Case("at", "at 4", ["4"]), Case("at a name", "at n", ["now", "noon"]),
    Case("whatif", "whatif --skip 2", ["2"]), Case("log", "log --batch=#3", ["#3"]),
    Case("no event", "undo 6", []), Case("no number", "undo x", []),
  ])
  func `the newest events are offered by number`(row: Case<String, [String]>) throws {
    var context = try memoryShell()
    try context.run("open a.example ; page title A ; zoom 125 ; undo")
    let completion = LineCompletion(context: context).complete(row.input)
    #expect(completion.candidates.map(\.text) == row.expected)
  }

  @Test func `an event is offered with its time and its action`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; page title A ; zoom 125 ; undo")
    let details = LineCompletion(context: context).complete("undo ").candidates.map(\.detail)
    #expect(
      details == [
        "00:00  undid #4: a.example", "00:00  zoomed a.example to 125 %  (undone)",
        "00:00  titled a page A", "00:00  opened https://a.example/", "00:00  opened a window",
      ])
    try context.run("window new --private")
    let inside = LineCompletion(context: context)
    #expect(inside.complete("undo ").candidates.map(\.text) == ["#-2", "#-1"])
    #expect(inside.complete("undo ").candidates.map(\.detail)[0] == "00:00  opened Start page")
    #expect(inside.complete("undo #-1").candidates.map(\.text) == ["#-1"])
    #expect(inside.complete("at 5").candidates.map(\.text) == ["5"])
  }

  @Test func `no more events are offered than other candidates, and only events of this branch`()
    throws
  {
    var context = try memoryShell()
    for number in 1...60 { try context.run("open a\(number).example") }
    let completing = LineCompletion(context: context)
    let newest = (12...61).reversed().map { "\($0)" }
    #expect(completing.complete("undo ").candidates.map(\.text) == newest)
    #expect(
      completing.complete("at ").candidates.map(\.text) == ["start", "now"] + Self.times
        + newest.dropLast(8))
    try context.run("branch try 3 ; switch try")
    let onBranch = LineCompletion(context: context)
    #expect(onBranch.complete("undo ").candidates.map(\.text) == ["3", "2", "1"])
    #expect(
      onBranch.complete("show ").candidates.map(\.text) == ["try", "start", "now"] + Self.times + [
        "3", "2", "1",
      ])
  }

  @Test func `files of the home folder are completed as they are typed`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "marks"), withIntermediateDirectories: false)
    try Data().write(to: folder.url.appending(path: "marks.html"))
    let home = EnvironmentVariables(["HOME": folder.url.path()])
    #expect(FileNames.beginning(with: "~/ma", environment: home) == ["~/marks.html", "~/marks/"])
    #expect(FileNames.expanded("~", environment: home) == folder.url.path())
    #expect(FileNames.expanded("~other/x", environment: home) == "~other/x")
    #expect(FileNames.expanded("a~/x", environment: home) == "a~/x")
    #expect(FileNames.expanded("~/x", environment: EnvironmentVariables([:])) == "~/x")
  }

  @Test(arguments: [
    Case("arguments", "move ", "TAB [N|+N|-N]"), Case("the next argument", "move 3 ", "[N|+N|-N]"),
    Case("an argument that takes words", "go a ", nil),
    Case("the best address", "go examp", "le.com/b"), Case("no address", "go nonsense", nil),
    Case("nothing more", "back 3 ", nil),
  ])
  func `the remaining arguments are hinted`(row: Case<String, String?>) throws {
    #expect(LineHint(try Self.context()).hint(row.input)?.text == row.expected)
  }

  @Test(arguments: [
    Case("the newest line", "ta", "b 3"), Case("arguments go first", "move ", "TAB [N|+N|-N]"),
    Case("an address goes first", "go examp", "le.com/b"),
    Case("where there is none", "go nonsense", ".example/x"), Case("a blank line", " ", nil),
    Case("no failed line", "tabs", nil), Case("no line with control characters", "find", nil),
    Case("no line that adds nothing", "go nonsense.example/x", nil),
  ])
  func `earlier lines are hinted at`(row: Case<String, String?>) throws {
    let history = [
      "tab 3", "tabs --wrong", "find \u{202e}", "move 1 2", "go example.org",
      "go nonsense.example/x",
    ]
    let hint = LineHint(try Self.context()).hint(row.input) { text, isWanted in
      history.first { $0.hasPrefix(text) && $0 != text && isWanted($0) }
    }
    #expect(hint?.text == row.expected)
  }

  @Test func `addresses are sorted: first the most visited, then bookmarked and open ones`() throws
  {
    var context = try memoryShell()
    try context.run("bookmark https://ex.example/kept --title Kept")
    try context.run("open ex.example/b ; go ex.example/a ; go ex.example/b ; go ex.example/a")
    try context.run("go ex.example/c ; go other.example ; go www.ex.example/d ; close")
    let completion = LineCompletion(context: context).complete("go ex.")
    #expect(
      completion.candidates.map(\.text) == [
        "ex.example/a", "ex.example/b", "ex.example/d", "ex.example/c", "ex.example/kept",
      ])
    #expect(completion.candidates.last?.detail == "Kept")
    try context.run("bookmark https://ex.example/b")
    #expect(LineHint(context).hint("go ex.")?.text == "example/b")
  }

  @Test func `a private window offers its own visits, and bookmarks`() throws {
    var context = try memoryShell()
    try context.run("open ex.example/a ; bookmark https://ex.example/kept --title Kept")
    try context.run("window new --private ; go ex.example/secret")
    let inside = LineCompletion(context: context).complete("go ex.")
    #expect(inside.candidates.map(\.text) == ["ex.example/secret", "ex.example/kept"])
    try context.run("window 1")
    let outside = LineCompletion(context: context).complete("go ex.")
    #expect(outside.candidates.map(\.text) == ["ex.example/a", "ex.example/kept"])
  }

  @Test func `the most visited pages are listed once each, for the moment shown`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; page title A ; go b.example ; go a.example")
    #expect(
      try context.run("visits --top")
        == "2 ×  #5  A — https://a.example/\n1 ×  #4  https://b.example/\n")
    #expect(try context.run("visits b --top") == "1 ×  #4  https://b.example/\n")
    try context.run("at 3")
    #expect(try context.run("visits --top") == "1 ×  #2  A — https://a.example/\n")
  }

  @Test func `candidates contain no control characters for the terminal`() throws {
    var context = try memoryShell()
    try context.run("folder a\u{1b}[2J ; folder ab")
    let completion = LineCompletion(context: context).complete("bookmarks --folder a")
    #expect(!completion.candidates.contains { $0.text.contains("\u{1b}") })
    #expect(LineCompletion(context: context).complete("folder a").candidates.map(\.text) == ["ab"])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any line can be completed`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces = ["open", " ", "--", "tab", "#", "'", "\"", ";", "zoom", "in", "=", "go", "é", "日"]
    let context = try Self.context()
    let completing = LineCompletion(context: context)
    let line = random.text(of: pieces, count: 8)
    _ = LineHint(context).hint(line)
    for candidate in completing.complete(line).candidates {
      #expect(SafeText(candidate.text).text == candidate.text)
    }
  }
}
