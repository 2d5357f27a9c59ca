import Foundation
import TestSupport
import Testing

@testable import Console

/// `find`: one search over everything, and the line that brings a page back.
@Suite struct FindTests {
  /// A page at each place; the shell and what `find` says of a word.
  private func furnishedShell() throws -> CommandContext {
    var shell = try memoryShell(minutesPerAction: 1)
    for line in [
      "open https://first.example/apple", "page title \"First apple\"",
      "go https://second.example/pear", "page title \"The pear\"",
      "go https://third.example/cherry", "back", "open https://gone.example/plum",
      "page title Plum", "close", "bookmark https://kept.example/fig --title Fig",
      "open https://old.example/grape", "go https://other.example/", "close",
      "open https://left.example/", "go https://past.example/kiwi", "back",
      "go https://new.example/", "close",
    ] { try shell.run(line) }
    return shell
  }

  @Test(arguments: [
    Case("an open tab", "pear", "The pear — https://second.example/pear\n  tab 1  open\n"),
    Case(
      "behind Back", "apple", "First apple — https://first.example/apple\n  back 1  behind Back\n"),
    Case("behind Forward", "cherry", "https://third.example/cherry\n  forward 1  behind Forward\n"),
    Case("closed", "plum", "Plum — https://gone.example/plum\n  reopen #8  closed 00:08\n"),
    Case(
      "a bookmark", "fig",
      "Fig — https://kept.example/fig\n  bookmark open #11  bookmark of 00:09\n"),
    Case(
      "behind Back in a closed tab", "grape",
      "https://old.example/grape\n  reopen #12 ; back 1  closed 00:12, behind Back\n"),
    Case(
      "a past visit", "kiwi",
      "https://past.example/kiwi\n  open https://past.example/kiwi  visited 00:14\n"),
    Case("nothing", "zebra", "No page matches these words.\n"),
  ])
  func `each page is told where it is`(row: Case<String, String>) throws {
    var shell = try furnishedShell()
    #expect(try shell.run("find \(row.input)") == row.expected)
  }

  @Test(arguments: [
    Case("an open tab", "pear", "second.example"), Case("behind Back", "apple", "first.example"),
    Case("behind Forward", "cherry", "third.example"), Case("closed", "plum", "gone.example"),
    Case("a bookmark", "fig", "kept.example"),
    Case("behind Back in a closed tab", "grape", "old.example"),
    Case("a past visit", "kiwi", "past.example"),
  ])
  func `the line brings the page back`(row: Case<String, String>) throws {
    var shell = try furnishedShell()
    for elsewhere in [false, true] {
      if elsewhere { try shell.run("window new") }
      shell.presentation.printsJSON = true
      let found = try JSONDecoder().decode(
        Found.self, from: Data(try shell.run("find \(row.input)").utf8))
      shell.presentation.printsJSON = false
      #expect(found.total == 1 && found.found.count == 1)
      try shell.run(try #require(found.found.first).line)
      #expect(try shell.run("address").contains(row.expected), "\(row.input), \(elsewhere)")
    }
  }

  private struct Found: Decodable {
    struct Page: Decodable {
      var place: String
      var line: String
      var url: String
    }
    var found: [Page]
    var total: Int?
  }

  @Test func `a page is named once, at its nearest place`() throws {
    var shell = try memoryShell()
    for line in [
      "open https://same.example/", "bookmark", "close", "open https://same.example/",
      "go https://next.example/", "find same",
    ] { try shell.run(line) }
    #expect(try shell.run("find same") == "https://same.example/\n  back 1  behind Back\n")
    try shell.run("open https://same.example/")
    #expect(try shell.run("find same").hasSuffix("  open\n"))
    #expect(try shell.run("find same").split(separator: "\n").count == 2)
  }

  @Test func `a tab that closed long ago is offered with its history, and the exact host is first`()
    throws
  {
    var shell = try memoryShell(minutesPerAction: 1)
    for number in 0..<150 { try shell.run("open x\(number).example") }
    try shell.run("go deep.example --tab 4")
    for _ in 0..<150 { try shell.run("close 1") }
    let host = try shell.run("find x3.example --limit 30").split(separator: "\n")
    #expect(host.first?.contains("https://x3.example/") == true, "\(host)")
    #expect(host.dropFirst().first?.contains("reopen #5") == true, "\(host)")
    #expect(host.contains { $0.contains("reopen #") && $0.contains("closed") })
    #expect(!host.contains { $0.contains("open https://x3.example/") })
    let line = try #require(host.dropFirst().first).split(separator: "  ").first ?? ""
    #expect(try shell.run(String(line)).contains("x3.example"))
  }

  @Test func `pages of another branch do not count`() throws {
    var shell = try memoryShell(minutesPerAction: 1)
    for line in [
      "open a.example", "branch side", "switch side", "open side.example", "go a.example/2",
      "go a.example", "switch main",
    ] {
      try shell.run(line)
    }
    #expect(try !shell.run("visits").contains("side.example"))
    let top = try shell.run("visits --top")
    #expect(top.contains("1 ×") && top.contains("https://a.example/"), "\(top)")
    #expect(top.split(separator: "\n").count == 1, "\(top)")
    #expect(try shell.run("find side") == "No page matches these words.\n")
    #expect(try shell.run("stats").contains(/a\.example +1 visit\n/))
    #expect(try !shell.run("stats").contains("side.example"))
    try shell.run("switch side")
    #expect(try shell.run("find side").contains("side.example"))
    #expect(try shell.run("visits --top").split(separator: "\n").count == 3)
  }

  @Test func `what is visited more often comes first, and a cut list says so`() throws {
    var shell = try memoryShell(minutesPerAction: 1)
    for name in ["a", "b", "c", "b", "b", "d"] { try shell.run("go https://\(name).test/fruit") }
    try shell.run("go https://elsewhere.test/")
    let cut = try shell.run("find fruit -n 2")
    #expect(cut.hasPrefix("https://b.test/fruit\n"))
    #expect(cut.hasSuffix("\n2 of 4; --limit N shows more\n"))
    #expect(!(try shell.run("find fruit")).contains("--limit"))
  }

  @Test func `private pages are found while a private window has the focus`() throws {
    var shell = try memoryShell()
    for line in [
      "open https://open.test/mango", "window new --private", "go https://hidden.test/mango",
    ] {
      try shell.run(line)
    }
    #expect(try shell.run("find mango").contains("hidden.test"))
    #expect(try shell.run("find mango").contains("open.test"))
    try shell.run("window 1")
    #expect(!(try shell.run("find mango")).contains("hidden.test"))
  }

  @Test func `a moment of the past is searched as it was`() throws {
    var shell = try furnishedShell()
    try shell.run("at 2")
    #expect(try shell.run("find apple").hasSuffix("tab 1  open\n"))
    #expect(try shell.run("find grape") == "No page matches these words.\n")
  }

  @Test func `words without a letter are refused`() throws {
    var shell = try memoryShell()
    #expect(try shell.run("find …").contains("a letter or a digit"))
  }
}
