import BrowserModel
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// Words that name a tab, a window, a bookmark, a closed item or a page of the history.
@Suite struct NamingTests {
  /// Returns a context with two windows whose pages have titles. The second window has the focus.
  static func context() throws -> CommandContext {
    var context = try memoryShell()
    try context.run("open swift.org/documentation")
    try context.run("page title 'Swift — Documentation'")
    try context.run("open forums.swift.org")
    try context.run("page title 'Forums: Ideas'")
    try context.run("window new ; open naive.example")
    try context.run("page title 'Naïve Crème brûlée'")
    return context
  }

  private func active(_ context: CommandContext) -> Int32? { context.activeTab?.id.rawValue }

  @Test func `a word names the only tab that contains it`() throws {
    var context = try Self.context()
    #expect(
      try context.run("tab docum")
        == "at tab 1:1: Swift — Documentation — https://swift.org/documentation\n")
    #expect(try context.run("tab ideas").hasPrefix("at tab 2: Forums: Ideas"))
    #expect(try context.run("tab CREME BRULEE").hasPrefix("at tab 2:2: Naïve Crème brûlée"))
    #expect(try context.run("mute forums.swift").hasPrefix("muted tab 1:2: "))
  }

  @Test func `several matches are listed in a form that can be typed, and nothing is done`() throws
  {
    var context = try Self.context()
    let before = context.store.browser.sequence
    #expect(
      try context.run("close swift") == """
        “swift” matches 2 tabs. Use a number or an id.
           1:1  #2  Swift — Documentation — https://swift.org/documentation
           1:2  #4  Forums: Ideas — https://forums.swift.org/

        """)
    #expect(context.store.browser.sequence == before)
    #expect(try context.run("close 1:2").hasPrefix("closed Forums: Ideas"))
    #expect(try context.run("close swift").hasPrefix("closed Swift — Documentation"))
  }

  @Test func `an exact name takes precedence over a name that contains the word`() throws {
    var context = try memoryShell()
    try context.run("open swift.org ; open forums.swift.org ; open example.com/swift")
    #expect(try context.run("tab swift.org") == "at tab 1: https://swift.org/\n")
    try context.run("tab 3")
    try context.run("page title Swift")
    try context.run("tab 1")
    #expect(try context.run("tab swift").hasPrefix("at tab 3: Swift"))
    #expect(try context.run("tab https://swift.org").hasPrefix("at tab 1: "))
  }

  @Test func `the title of a group names its tab or its window`() throws {
    var context = try Self.context()
    try context.run("window 1")
    try context.run("group 2 --title Later")
    #expect(try context.run("tabs later").contains("1:2  #4  [Later]"))
    try context.run("window 2")
    #expect(try context.run("window later").hasPrefix("at tab 1:2: Forums"))
    #expect(try context.run("collapse later") == "collapsed\n")
    #expect(try context.run("window creme").hasPrefix("at tab 2:2: "))
  }

  @Test func `ungroup accepts the title of a group, which names all of its tabs`() throws {
    var context = try Self.context()
    try context.run("group 1:1 1:2 --title Later")
    #expect(try context.run("ungroup Later") == "ungrouped 2 tabs\n")
    try context.run("group 1:1 1:2 --title Later")
    #expect(try context.run("ungroup forums") == "ungrouped 1 tab\n")
  }

  @Test func `the answer of group reports the tabs that it unpins`() throws {
    var context = try Self.context()
    try context.run("pin 1:1")
    #expect(try context.run("group 1:1 1:2") == "grouped 2 tabs, 1 of them no longer pinned\n")
    try context.run("pin 1:1")
    #expect(try context.run("group 1:1") == "grouped 1 tab, no longer pinned\n")
  }

  @Test func `words after a command without arguments may name a tab`() throws {
    var context = try Self.context()
    func message(_ line: String) throws -> String {
      try #require(throws: UsageError.self) { try context.run(line) }.message
    }
    #expect(
      try message("log swift")
        == "“log” takes no arguments, but got “swift”; “log --tab swift” is about the tab that has "
        + "this word"
    )
    #expect(try context.run("log -n1").contains("1 of "))
    #expect(
      try message("log 3") == "“log” takes no arguments, but got “3”; “log -n 3” lists that many")
  }

  @Test func `several words are one name, and quotes separate names`() throws {
    var context = try Self.context()
    #expect(
      try context.run("close swift docum forums").hasPrefix("No open tab has “swift docum forums”"))
    #expect(
      try context.run("close docum forums")
        == "No open tab has “docum forums”. To name several tabs, quote each name: \"docum\" "
        + "\"forums\""
    )
    #expect(try context.run("close \"swift docum\" forums") == "closed 2 tabs and 1 window\n")
  }

  @Test func `a number after a word is not interpreted as a tab`() throws {
    var context = try Self.context()
    #expect(throws: UsageError.self) { try context.run("close forums 2") }
    #expect(try context.run("close 2 forums") == "closed 2 tabs\n")
  }

  @Test(arguments: [
    Case("commas", "close 1,3", ["2"]), Case("a range", "close 1-2", ["3"]),
    Case("both", "close 1-2,3", []), Case("one of one", "close 2-2", ["1", "3"]),
    Case("beside others", "close 1-1 3", ["2"]), Case("by window", "close 1:1,1:3", ["2"]),
    Case("with a space", "close 1, 3", ["2"]),
    Case("a range by window", "close 1:2-3", ["1"]),
  ])
  func `one word can list several tabs`(row: Case<String, [String]>) throws {
    var context = try memoryShell()
    for name in ["1", "2", "3", "keep"] { try context.run("open https://\(name).example/") }
    try context.run(row.input)
    let left = try context.run("tabs").matches(of: /https:..(\w+).example/).map { String($0.1) }
    #expect(left == row.expected + ["keep"])
  }

  @Test func `a tab moves to the end of a window`() throws {
    var context = try Self.context()
    #expect(try context.run("move 1:1 --window 2").hasPrefix("moved tab 3: Swift"))
    #expect(try context.run("move 1 --window 2") == "moved tab 3: Start page\n")
    #expect(try context.run("move 3 --window 2") == "The tab is already at that position.")
  }

  @Test(arguments: [
    Case(
      "a mark", "mark full house",
      "There is no mark, branch or time “house”; “marks” and “branches” list names, “help points” "
        + "shows times. A name cannot contain spaces: mark full-house"),
    Case(
      "a title", "bookmark --title Giraffe cousin",
      "“cousin” is not a URL; put a title of several words in quotes: --title \"Giraffe cousin\""
    ),
    Case(
      "a title behind its URL", "bookmark https://a.example --title Giraffe cousin",
      "“https://a.example cousin” is not a URL; put a title of several words in quotes: "
        + "--title \"Giraffe cousin\""),
    Case("a window that goes", "close 2:1 2:2", "closed 2 tabs and 1 window\n"),
    Case("one window", "window 9", "There is no window 9: they are numbered 1 to 2."),
  ])
  func `words that form one name are reported`(row: Case<String, String>) throws {
    var context = try Self.context()
    #expect(try context.run(row.input) == row.expected)
  }

  @Test(arguments: [
    Case("a range", "tab 1-3", "“1-3” is not a TAB; “tab” takes only one"),
    Case(
      "backwards", "close 3-1",
      "“3-1” is not a TAB; a range is two positions, the smaller one first: close 1-3"),
    Case(
      "of ids", "close #1-#3",
      "“#1-#3” is not a TAB; a range is two positions, the smaller one first: close 1-3"),
    Case(
      "without an end", "close 1-999999999",
      "“1-999999999” is not a TAB; a range is two positions, the smaller one first: close 1-3"),
  ])
  func `an invalid list is refused with a suggestion`(row: Case<String, String>) throws {
    var context = try Self.context()
    let error = try #require(throws: UsageError.self) { try context.run(row.input) }
    #expect(error.message == row.expected)
    #expect(try context.run("close \"1,2\"").contains("No open tab has “1,2”"))
  }

  @Test func `without a match, the nearest name is suggested`() throws {
    var context = try Self.context()
    #expect(try context.run("tab forusm") == "No open tab has “forusm”; did you mean “Forums”?")
    #expect(
      try context.run("close xyzzy") == "No open tab has “xyzzy”; “tabs --all” lists the tabs.")
    #expect(try context.run("window nwe") == "No window has “nwe”; did you mean “window new”?")
  }

  @Test func `a bookmark is named by its words`() throws {
    var context = try memoryShell()
    try context.run("open")
    try context.run("bookmark https://swift.org --title Swift --tags code")
    try context.run("bookmark https://rust-lang.org --title Rust --tags code --folder Swift")
    #expect(try context.run("bookmark open swift").hasPrefix("at tab 1: https://swift.org/"))
    #expect(try context.run("bookmark remove swift").hasPrefix("“swift” matches 2 bookmarks"))
    #expect(try context.run("bookmark remove code").hasPrefix("“code” matches 2 bookmarks"))
    #expect(try context.run("bookmark remove rust") == "removed #5\n")
  }

  @Test func `closed items can be named by words`() throws {
    var context = try Self.context()
    try context.run("close 1:1")
    try context.run("close 1:1")
    #expect(try context.run("reopen swift").hasPrefix("“swift” matches 2 closed items"))
    #expect(try context.run("reopen ideas").hasPrefix("reopened tab "))
    #expect(try context.run("reopen ideas").hasPrefix("No closed tab or window has “ideas”"))
    #expect(try context.run("log --tab docum").contains("  closed "))
  }

  @Test func `back and forward accept words that name a page`() throws {
    var context = try memoryShell()
    for page in ["a.example", "rust.example/1", "c.example", "rust.example/2", "e.example"] {
      try context.run("go \(page)")
    }
    #expect(
      try context.run("back rust").hasPrefix("“rust” matches 2 pages. Use a number or an id.\n"))
    #expect(try context.run("back rust 1") == "at tab 1: https://rust.example/1\n")
    #expect(try context.run("forward e.example") == "at tab 1: https://e.example/\n")
    #expect(try context.run("back 2") == "at tab 1: https://c.example/\n")
    #expect(
      try context.run("forward a.example").hasPrefix("No page reached by Forward has “a.example”"))
    #expect(try context.run("back #2") == "at tab 1: https://a.example/\n")
  }

  @Test func `why and trail accept words`() throws {
    var context = try Self.context()
    #expect(try context.run("why forums").contains("opened https://"))
    #expect(try context.run("why tab creme brulee").contains("opened https://"))
    try context.run("close 1:2")
    #expect(try context.run("why ideas").contains("closed "))
    #expect(try context.run("trail ideas").contains("forums.swift.org"))
  }

  @Test func `JSON contains the candidates`() throws {
    let run = try RetraceProcess.run(
      [
        "--memory", "--json", "-c", "open a.example/x", "-c", "open a.example/y", "-c",
        "tab a.example",
      ])
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        #""code":"ambiguous","message":"“a.example” matches 2 tabs. Use a number or an id.","#
          + #""candidates":[{"id":2,"position":"1","title":"","url":"https://a.example/x"}"#))
  }

  @Test func `positions refer to the state when the line was entered`() throws {
    var context = try memoryShell()
    for page in ["a", "b", "c", "d"] { try context.run("open \(page).example") }
    #expect(
      try context.run("close 2 ; close 3")
        == "closed https://b.example/\nclosed https://c.example/\n")
    #expect(
      try context.run("close 1 ; close 1")
        == "closed https://a.example/\nTab 1 of this line is already closed.")
    #expect(try context.run("tabs").contains("d.example"))
  }

  @Test func `the positions of a window that closes in the same line are not reassigned`() throws {
    var context = try Self.context()
    #expect(
      try context.run("close 1 ; close 2 ; close 1")
        == "closed Start page\nclosed Naïve Crème brûlée — https://naive.example/ and its "
        + "window\nTab 1 of this line is already closed.")
    #expect(context.store.browser.tabCount == 2)
  }

  @Test(arguments: [
    "folder list", "folder ls", "branch list", "branch ls", "mark list", "mark rm trip",
    "branch delete try", "mark add", "close all", "close others", "close --others left", "tab new",
    "tab close", "reopen all",
  ])
  func `a command word of other programs creates nothing`(line: String) throws {
    var context = try Self.context()
    let before = context.store.browser.sequence
    #expect(throws: UsageError.self) { try context.run(line) }
    #expect(context.store.browser.sequence == before)
  }

  @Test func `quotes or -- make such a word a name`() throws {
    var context = try Self.context()
    #expect(try context.run("mark 'list'").hasPrefix("marked"))
    #expect(try context.run("branch -- ls").hasPrefix("created branch ls"))
    #expect(try context.run("folder -- ls").hasPrefix("created folder ls"))
    try context.run("open --background all.example")
    #expect(try context.run("close -- all").hasPrefix("closed https://all.example/"))
  }
}
