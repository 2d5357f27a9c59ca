import BrowserModel
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// The behaviour of commands beyond their single actions.
@Suite struct ConsoleBehaviourTests {
  @Test func `a bookmark and its folders are one action`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; bookmark --title A --folder Work/Swift")
    #expect(
      try context.run("bookmarks") == """
        1  #3  Work/
        2  #4    Swift/
        3  #5      A — https://a.example/

        """)
    try context.run("undo")
    #expect(try context.run("bookmarks") == "There are no bookmarks.\n")
    try context.run("redo ; bookmark https://b.example --folder Work")
    #expect(try context.run("bookmarks Work").contains("https://b.example/"))
    #expect(try context.run("folder Work/Swift") == "The folder “Work/Swift” already exists: #4.")
  }

  @Test func `a bookmark can only be moved into an existing folder`() throws {
    var context = try memoryShell()
    try context.run("bookmark https://a.example")
    #expect(
      try context.run("bookmark move 1 --folder Work")
        == "There is no folder “Work”; “folder Work” creates it.")
    #expect(context.store.browser.sequence.rawValue == 1)
    try context.run("folder Work ; bookmark move 1 --folder Work ; bookmark move #1 --folder /")
    #expect(try context.run("bookmarks") == "1  #2  Work/\n2  #1  https://a.example/\n")
  }

  @Test func `commands in a private window leave no data on disk`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; window new --private")
    #expect(context.isPrivate)
    try context.run("go secret.example ; open more.example ; zoom 150 ; close ; undo ; back")
    #expect(context.store.browser.sequence.rawValue == 2)
    #expect(
      try context.run("bookmark").hasSuffix(
        "it is saved to disk, but not which window it came from\n"))
    #expect(try context.run("log --limit 1").contains("more.example") == false)
    try context.run("window close")
    #expect(!context.isPrivate)
    #expect(try context.run("tabs") == "▸  1  #2  https://a.example/\n")
    try context.run("undo")
    #expect(context.isPrivate)
  }

  @Test func `the focus is in the window in which a tab was opened`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open --private b.example")
    #expect(context.isPrivate)
    try context.run("open --window 1 c.example")
    #expect(!context.isPrivate)
    try context.run("open --private d.example --background")
    #expect(!context.isPrivate)
    try context.run("window 2")
    #expect(context.isPrivate)
    try context.run("close 1 2")
    #expect(!context.isPrivate)
  }

  @Test(arguments: ["about:blank", "data:text/plain,hello"])
  func `pages outside the web do not count as visits`(address: String) throws {
    var context = try memoryShell()
    #expect(try context.run("open a.example ; open \(address)").hasSuffix(": \(address)\n"))
    #expect(try context.run("visits") == "#2  00:00  https://a.example/\n")
    #expect(try context.run("visits --top") == "1 ×  #2  https://a.example/\n")
  }

  @Test func `visits are found by their titles`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; page title The Rust Book ; go b.example ; page title Swift")
    #expect(
      try context.run("visits rust a.exa") == "#2  00:00  The Rust Book — https://a.example/\n")
    #expect(try context.run("visits nothing") == "No page matches.\n")
  }

  @Test(arguments: ["tabs", "visits", "visits --top", "bookmarks"])
  func `words are found regardless of case, each in title or URL`(list: String) throws {
    var context = try memoryShell()
    try context.run("open https://a.example/Rust ; page title 'BÜCHER für alle' ; bookmark")
    try context.run("open https://b.example/rust ; page title Other ; bookmark")
    for words in ["bücher RUST", "FÜR A.example", "alle"] {
      let found = try context.run("\(list) \(words)")
      #expect(found.contains("BÜCHER für alle") && !found.contains("Other"), "\(words)")
    }
    #expect(try !context.run("\(list) bücher b.example").contains("Other"))
  }

  @Test func `a log is shown in readable sentences`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; go b.example ; back ; page title A ; zoom 125 ; close ; undo")
    #expect(
      try context.run("log") == """
        #1  00:00  user  opened a window
        #2  00:00  user  opened https://a.example/  input a.example
        #3  00:00  user  went to https://b.example/  tab #2  input b.example
        #4  00:00  user  went to https://a.example/  tab #2
        #5  00:00  page  titled a page A  tab #2
        #6  00:00  user  zoomed a.example to 125 %
        #7  00:00  user  (undone)  closed a tab that now shows A — https://a.example/  tab #2
        #8  00:00  user  undid #7

        """)
  }

  @Test func `undoing an old window names the affected tabs`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; window new ; open b.example ; open c.example")
    #expect(
      try context.run("undo #3")
        == "undid: opened a window\n2 tabs opened there later disappeared too; “redo” restores "
        + "everything\n"
    )
    #expect(try context.run("show 3").contains("\nUndone by #7.\n"))
    context.presentation.printsJSON = true
    #expect(try context.run("show 3").contains(#","undoneBy":7}"#))
    context.presentation.printsJSON = false
    try context.run("redo")
    #expect(try context.run("tabs --all").contains("c.example"))
    #expect(try context.run("show 3").contains("Undone") == false)
    #expect(try context.run("undo #6") == "undid: opened https://c.example/\n")
  }

  @Test func `a command can name the tab to navigate`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example")
    #expect(try context.run("go --tab 1 c.example") == "at tab 1: https://c.example/\n")
    #expect(try context.run("back --tab 1") == "at tab 1: https://a.example/\n")
    #expect(try context.run("forward --tab 1") == "at tab 1: https://c.example/\n")
    #expect(try context.run("address") == "https://b.example/\n")
    try context.run("open --private d.example")
    #expect(try context.run("go --tab 1:2 e.example") == "at tab 1:2: https://e.example/\n")
    #expect(context.isPrivate)
  }

  @Test func `undo reports the undone actions`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example ; close 1 2")
    #expect(
      try context.run("undo --last 2")
        == "undid: closed https://b.example/ and 1 more\nundid: opened https://b.example/\n")
    #expect(try context.run("redo") == "redid: opened https://b.example/\n")
    #expect(try context.run("undo --last 9").hasPrefix("undid: "))
    #expect(try context.run("undo") == "There is nothing to undo.")
  }

  @Test(arguments: [
    Case("host", "localhost:8080", "http://localhost:8080/ (address: it is this computer)\n"),
    Case(
      "words", "foo bar",
      "https://duckduckgo.com/?q=foo+bar (search: it contains a space)\n"),
    Case("port", "a.example:99999", "refused: the port is not a number from 0 to 65535\n"),
  ])
  func `the effect of typing is explained`(row: Case<String, String>) throws {
    var context = try memoryShell()
    #expect(try context.run("resolve \(row.input)") == row.expected)
  }

  @Test(arguments: [
    Case("whole", "--policy whatwg https://münchen.de", "https://xn--mnchen-3ya.de/"),
    Case("relative", "--policy whatwg --base https://a.example/b/c ../d", "https://a.example/d"),
    Case("nothing to go by", "--policy whatwg ../d", "refused"),
    Case("completed", "--complete com swift", "https://www.swift.com/"),
    Case(
      "base without whatwg", "--base https://a.example/ b",
      "--base can only be used with --policy whatwg."),
    Case("no base", "--policy whatwg --base a b", "The base “a” is not a URL."),
  ])
  func `other policies decide otherwise`(row: Case<String, String>) throws {
    var context = try memoryShell()
    #expect(try context.run("resolve \(row.input)").hasPrefix(row.expected))
  }

  @Test func `search engines have keywords`() throws {
    var context = try memoryShell()
    try context.run(
      "set searchEngines 'w=https://w.example/?q={searchTerms} m=https://m.example/{searchTerms}'")
    let urls = try ["w event log", "!w log", "old town !m", "w", "?w log"].map {
      try context.run("resolve '\($0)'").prefix { $0 != " " }
    }
    #expect(
      urls == [
        "https://w.example/?q=event+log", "https://w.example/?q=log",
        "https://m.example/old%20town",
        "https://duckduckgo.com/?q=w", "https://duckduckgo.com/?q=w+log",
      ])
    try context.run("open w event log")
    #expect(try context.run("address") == "event log\n")
  }

  @Test(arguments: [
    Case(
      "no template", "set searchEngines w",
      "“w” is not KEYWORD=TEMPLATE, with {searchTerms} in the template."),
    Case(
      "twice",
      "set searchEngines 'w=https://a.example/{searchTerms} w=https://b.example/{searchTerms}'",
      "Two search engines have the keyword “w”."),
    Case(
      "no URL", "set searchTemplate 'https:// {searchTerms}'",
      "A search template must be a URL that contains {searchTerms}."),
    Case(
      "optional words", "set searchTemplate 'https://a.example/?q={SearchTerms?}'",
      "searchTemplate is https://a.example/?q={SearchTerms?}\n"),
  ])
  func `settings of searches are checked`(row: Case<String, String>) throws {
    var context = try memoryShell()
    #expect(try context.run(row.input) == row.expected)
  }

  @Test func `a travel to the first entry is named after the page that replaced it`() throws {
    var context = try memoryShell()
    try context.run("window new")
    try context.run("page location https://a.example/")
    try context.run("go b.example")
    try context.run("travel -1")
    #expect(try context.run("log --limit 1").contains("went to https://a.example/"))
  }

  @Test func `a host of one word is known after a visit`() throws {
    var context = try memoryShell()
    #expect(try context.run("resolve wiki").contains("search"))
    try context.run("open http://wiki/start")
    #expect(try context.run("resolve wiki") == "http://wiki/ (address: it is a known host)\n")
    #expect(try context.run("resolve wik").contains("search"))
  }

  @Test func `keywords of bookmarks accept text only if the URL has a placeholder`() throws {
    var context = try memoryShell()
    try context.run(
      "bookmark https://b.example/%s?q=%s --keyword b ; bookmark https://n.example/ --keyword n")
    #expect(try context.run("resolve b a c").hasPrefix("https://b.example/a%20c?q=a+c "))
    #expect(try context.run("resolve n").hasPrefix("https://n.example/ "))
    #expect(try context.run("resolve n a").hasPrefix("https://duckduckgo.com/?q=n+a "))
  }

  @Test func `the address field shows readable text`() throws {
    var context = try memoryShell()
    try context.run("open https://münchen.de/a ; open аррӏе.com ; open two words")
    #expect(try context.run("address 1") == "https://münchen.de/a\n")
    #expect(try context.run("address 2") == "https://xn--80ak6aa92e.com/\n")
    #expect(try context.run("address 3") == "two words\n")
    context.presentation.columns = 14
    #expect(try context.run("address 1") == "…münchen.de…\n")
  }

  @Test(arguments: [
    Case("sentence", "It is a host name.", "it is a host name"),
    Case("one letter", "A page is closed.", "a page is closed"),
    Case("capitals", "URLs stay.", "URLs stay"), Case("nothing", "", ""),
  ])
  func `a sentence becomes a clause`(row: Case<String, String>) {
    #expect(row.input.clause == row.expected)
  }
}
