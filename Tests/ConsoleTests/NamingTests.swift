import BrowserModel
import Store
import TestSupport
import Testing

@testable import Console

/// Words that name a tab, a window, a bookmark, a closed item or a page of the history.
@Suite struct NamingTests {
  /// Two windows with pages that have titles; the second has the focus.
  static func shell() throws -> CommandContext {
    var shell = try memoryShell()
    try shell.run("open swift.org/documentation")
    try shell.run("page title 'Swift — Documentation'")
    try shell.run("open forums.swift.org")
    try shell.run("page title 'Forums: Ideas'")
    try shell.run("window new ; open naive.example")
    try shell.run("page title 'Naïve Crème brûlée'")
    return shell
  }

  private func active(_ shell: CommandContext) -> Int32? { shell.activeTab?.id.rawValue }

  @Test func `a word names the one tab that has it`() throws {
    var shell = try Self.shell()
    #expect(
      try shell.run("tab docum")
        == "at tab 1:1: Swift — Documentation — https://swift.org/documentation\n")
    #expect(try shell.run("tab ideas").hasPrefix("at tab 2: Forums: Ideas"))
    #expect(try shell.run("tab CREME BRULEE").hasPrefix("at tab 2:2: Naïve Crème brûlée"))
    #expect(try shell.run("mute forums.swift").hasPrefix("muted tab 1:2: "))
  }

  @Test func `several are listed as they can be typed, and nothing is done`() throws {
    var shell = try Self.shell()
    let before = shell.store.browser.sequence
    #expect(
      try shell.run("close swift") == """
        “swift” fits 2 tabs: say which by its number or id.
           1:1  #2  Swift — Documentation — https://swift.org/documentation
           1:2  #4  Forums: Ideas — https://forums.swift.org/

        """)
    #expect(shell.store.browser.sequence == before)
    #expect(try shell.run("close 1:2").hasPrefix("closed Forums: Ideas"))
    #expect(try shell.run("close swift").hasPrefix("closed Swift — Documentation"))
  }

  @Test func `what is called just so wins over what has the word`() throws {
    var shell = try memoryShell()
    try shell.run("open swift.org ; open forums.swift.org ; open example.com/swift")
    #expect(try shell.run("tab swift.org") == "at tab 1: https://swift.org/\n")
    try shell.run("tab 3")
    try shell.run("page title Swift")
    try shell.run("tab 1")
    #expect(try shell.run("tab swift").hasPrefix("at tab 3: Swift"))
    #expect(try shell.run("tab https://swift.org").hasPrefix("at tab 1: "))
  }

  @Test func `a group names its tab, and a window`() throws {
    var shell = try Self.shell()
    try shell.run("window 1")
    try shell.run("group 2 --title Later")
    #expect(try shell.run("tabs later").contains("1:2  #4  [Later]"))
    try shell.run("window 2")
    #expect(try shell.run("window later").hasPrefix("at tab 1:2: Forums"))
    #expect(try shell.run("collapse later") == "collapsed\n")
    #expect(try shell.run("window creme").hasPrefix("at tab 2:2: "))
  }

  @Test func `the title of a group means its tabs where they leave it`() throws {
    var shell = try Self.shell()
    try shell.run("group 1:1 1:2 --title Later")
    #expect(try shell.run("ungroup Later") == "ungrouped 2 tabs\n")
    try shell.run("group 1:1 1:2 --title Later")
    #expect(try shell.run("ungroup forums") == "ungrouped 1 tab\n")
  }

  @Test func `a group says which tabs it unpins`() throws {
    var shell = try Self.shell()
    try shell.run("pin 1:1")
    #expect(try shell.run("group 1:1 1:2") == "grouped 2 tabs, 1 of them no longer pinned\n")
    try shell.run("pin 1:1")
    #expect(try shell.run("group 1:1") == "grouped 1 tab, no longer pinned\n")
  }

  @Test func `words behind a command without arguments may name a tab`() throws {
    var shell = try Self.shell()
    func message(_ line: String) throws -> String {
      try #require(throws: UsageError.self) { try shell.run(line) }.message
    }
    #expect(
      try message("log swift")
        == "“log” takes no arguments, but got “swift”; “log --tab swift” is about the tab that has this word"
    )
    #expect(try shell.run("log -n1").contains("1 of "))
    #expect(
      try message("log 3") == "“log” takes no arguments, but got “3”; “log -n 3” lists so many")
  }

  @Test func `words in a row are one name, and quotes part names`() throws {
    var shell = try Self.shell()
    #expect(
      try shell.run("close swift docum forums").hasPrefix("No open tab has “swift docum forums”"))
    #expect(
      try shell.run("close docum forums")
        == "No open tab has “docum forums”; to name several, quote each: \"docum\" \"forums\"")
    #expect(try shell.run("close \"swift docum\" forums") == "closed 2 tabs and 1 window\n")
  }

  @Test func `a number behind a word is not taken for a tab`() throws {
    var shell = try Self.shell()
    #expect(throws: UsageError.self) { try shell.run("close forums 2") }
    #expect(try shell.run("close 2 forums") == "closed 2 tabs\n")
  }

  @Test(arguments: [
    Case("commas", "close 1,3", ["2"]), Case("a range", "close 1-2", ["3"]),
    Case("both", "close 1-2,3", []), Case("one of one", "close 2-2", ["1", "3"]),
    Case("beside others", "close 1-1 3", ["2"]), Case("by window", "close 1:1,1:3", ["2"]),
    Case("with a space", "close 1, 3", ["2"]),
    Case("a range by window", "close 1:2-3", ["1"]),
  ])
  func `one word lists several`(row: Case<String, [String]>) throws {
    var shell = try memoryShell()
    for name in ["1", "2", "3", "keep"] { try shell.run("open https://\(name).example/") }
    try shell.run(row.input)
    let left = try shell.run("tabs").matches(of: /https:..(\w+).example/).map { String($0.1) }
    #expect(left == row.expected + ["keep"])
  }

  @Test func `a tab goes behind the others of a window`() throws {
    var shell = try Self.shell()
    #expect(try shell.run("move 1:1 --window 2").hasPrefix("moved tab 3: Swift"))
    #expect(try shell.run("move 1 --window 2") == "moved tab 3: Start page\n")
    #expect(try shell.run("move 3 --window 2") == "The tab is at that position already.")
  }

  @Test(arguments: [
    Case(
      "a mark", "mark full house",
      "There is no mark, branch or time “house”; “marks” and “branches” list names, “help points” "
        + "shows times. A name has no spaces: mark full-house"),
    Case(
      "a title", "bookmark --title Giraffe cousin",
      "“cousin” is not a URL; a title of several words stands in quotes: --title \"Giraffe cousin\""
    ),
    Case(
      "a title behind its URL", "bookmark https://a.example --title Giraffe cousin",
      "“https://a.example cousin” is not a URL; a title of several words stands in quotes: "
        + "--title \"Giraffe cousin\""),
    Case("a window that goes", "close 2:1 2:2", "closed 2 tabs and 1 window\n"),
    Case("one window", "window 9", "There is no window 9: there are 1 to 2."),
  ])
  func `words that are one name are said to be so`(row: Case<String, String>) throws {
    var shell = try Self.shell()
    #expect(try shell.run(row.input) == row.expected)
  }

  @Test(arguments: [
    Case("a range", "tab 1-3", "“1-3” is no TAB; “tab” takes one"),
    Case(
      "backwards", "close 3-1",
      "“3-1” is no TAB; a range is of two positions, the smaller one first: close 1-3"),
    Case(
      "of ids", "close #1-#3",
      "“#1-#3” is no TAB; a range is of two positions, the smaller one first: close 1-3"),
    Case(
      "without an end", "close 1-999999999",
      "“1-999999999” is no TAB; a range is of two positions, the smaller one first: close 1-3"),
  ])
  func `what is no list is refused with what to write`(row: Case<String, String>) throws {
    var shell = try Self.shell()
    let error = try #require(throws: UsageError.self) { try shell.run(row.input) }
    #expect(error.message == row.expected)
    #expect(try shell.run("close \"1,2\"").contains("No open tab has “1,2”"))
  }

  @Test func `where nothing fits the nearest is named`() throws {
    var shell = try Self.shell()
    #expect(try shell.run("tab forusm") == "No open tab has “forusm”; did you mean “Forums”?")
    #expect(
      try shell.run("close xyzzy") == "No open tab has “xyzzy”; “tabs --all” lists the tabs.")
    #expect(try shell.run("window nwe") == "No window has “nwe”; did you mean “window new”?")
  }

  @Test func `a bookmark is named by its words`() throws {
    var shell = try memoryShell()
    try shell.run("open")
    try shell.run("bookmark https://swift.org --title Swift --tags code")
    try shell.run("bookmark https://rust-lang.org --title Rust --tags code --folder Swift")
    #expect(try shell.run("bookmark open swift").hasPrefix("at tab 1: https://swift.org/"))
    #expect(try shell.run("bookmark remove swift").hasPrefix("“swift” fits 2 bookmarks"))
    #expect(try shell.run("bookmark remove code").hasPrefix("“code” fits 2 bookmarks"))
    #expect(try shell.run("bookmark remove rust") == "removed #5\n")
  }

  @Test func `what was closed is named by its words`() throws {
    var shell = try Self.shell()
    try shell.run("close 1:1")
    try shell.run("close 1:1")
    #expect(try shell.run("reopen swift").hasPrefix("“swift” fits 2 things that were closed"))
    #expect(try shell.run("reopen ideas").hasPrefix("reopened tab "))
    #expect(try shell.run("reopen ideas").hasPrefix("No closed tab or window has “ideas”"))
    #expect(try shell.run("log --tab docum").contains("  closed "))
  }

  @Test func `back and forward go to the page that words name`() throws {
    var shell = try memoryShell()
    for page in ["a.example", "rust.example/1", "c.example", "rust.example/2", "e.example"] {
      try shell.run("go \(page)")
    }
    #expect(
      try shell.run("back rust").hasPrefix("“rust” fits 2 pages: say which by its number or id.\n"))
    #expect(try shell.run("back rust 1") == "at tab 1: https://rust.example/1\n")
    #expect(try shell.run("forward e.example") == "at tab 1: https://e.example/\n")
    #expect(try shell.run("back 2") == "at tab 1: https://c.example/\n")
    #expect(try shell.run("forward a.example").hasPrefix("No page behind Forward has “a.example”"))
    #expect(try shell.run("back #2") == "at tab 1: https://a.example/\n")
  }

  @Test func `why and trail take words`() throws {
    var shell = try Self.shell()
    #expect(try shell.run("why forums").contains("opened https://"))
    #expect(try shell.run("why tab creme brulee").contains("opened https://"))
    try shell.run("close 1:2")
    #expect(try shell.run("why ideas").contains("closed "))
    #expect(try shell.run("trail ideas").contains("forums.swift.org"))
  }

  @Test func `as JSON the candidates are there`() throws {
    let run = try RetraceProcess.run(
      [
        "--memory", "--json", "-c", "open a.example/x", "-c", "open a.example/y", "-c",
        "tab a.example",
      ])
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        #""code":"ambiguous","message":"“a.example” fits 2 tabs: say which by its number or id.","#
          + #""candidates":[{"id":2,"position":"1","title":"","url":"https://a.example/x"}"#))
  }

  @Test func `positions mean what stood there when the line was entered`() throws {
    var shell = try memoryShell()
    for page in ["a", "b", "c", "d"] { try shell.run("open \(page).example") }
    #expect(
      try shell.run("close 2 ; close 3")
        == "closed https://b.example/\nclosed https://c.example/\n")
    #expect(
      try shell.run("close 1 ; close 1")
        == "closed https://a.example/\nTab 1 of this line is closed by now.")
    #expect(try shell.run("tabs").contains("d.example"))
  }

  @Test func `a window that closed in the line gives its positions to no other`() throws {
    var shell = try Self.shell()
    #expect(
      try shell.run("close 1 ; close 2 ; close 1")
        == "closed Start page\nclosed Naïve Crème brûlée — https://naive.example/ and its window\n"
        + "Tab 1 of this line is closed by now.")
    #expect(shell.store.browser.tabCount == 2)
  }

  @Test(arguments: [
    "folder list", "folder ls", "branch list", "branch ls", "mark list", "mark rm trip",
    "branch delete try", "mark add", "close all", "close others", "close --others left", "tab new",
    "tab close", "reopen all",
  ])
  func `a word of other programs makes nothing`(line: String) throws {
    var shell = try Self.shell()
    let before = shell.store.browser.sequence
    #expect(throws: UsageError.self) { try shell.run(line) }
    #expect(shell.store.browser.sequence == before)
  }

  @Test func `such a word is a name where that is said`() throws {
    var shell = try Self.shell()
    #expect(try shell.run("mark 'list'").hasPrefix("marked"))
    #expect(try shell.run("branch -- ls").hasPrefix("began branch ls"))
    #expect(try shell.run("folder -- ls").hasPrefix("made folder ls"))
    try shell.run("open --background all.example")
    #expect(try shell.run("close -- all").hasPrefix("closed https://all.example/"))
  }
}
