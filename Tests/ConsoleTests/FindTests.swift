import Foundation
import TestSupport
import Testing

@testable import Catalogue

/// `find`: a search over all pages, and the command that restores each page.
@Suite struct FindTests {
  /// Returns a context with a page at each possible place.
  private func furnishedShell() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 1)
    for line in [
      "open https://first.example/apple", "page title \"First apple\"",
      "go https://second.example/pear", "page title \"The pear\"",
      "go https://third.example/cherry", "back", "open https://gone.example/plum",
      "page title Plum", "close", "bookmark https://kept.example/fig --title Fig",
      "open https://old.example/grape", "go https://other.example/", "close",
      "open https://left.example/", "go https://past.example/kiwi", "back",
      "go https://new.example/", "close",
    ] { try context.run(line) }
    return context
  }

  @Test(arguments: [
    Case("an open tab", "pear", "The pear — https://second.example/pear\n  tab 1  open\n"),
    Case(
      "reached by Back", "apple",
      "First apple — https://first.example/apple\n  back 1  reached by Back\n"),
    Case(
      "reached by Forward", "cherry",
      "https://third.example/cherry\n  forward 1  reached by Forward\n"),
    Case("closed", "plum", "Plum — https://gone.example/plum\n  reopen #8  closed 00:08\n"),
    Case(
      "a bookmark", "fig",
      "Fig — https://kept.example/fig\n  bookmark open #11  bookmark of 00:09\n"),
    Case(
      "reached by Back in a closed tab", "grape",
      "https://old.example/grape\n  reopen #12 ; back 1  closed 00:12, reached by Back\n"),
    Case(
      "a past visit", "kiwi",
      "https://past.example/kiwi\n  open https://past.example/kiwi  visited 00:14\n"),
    Case("nothing", "zebra", "No page matches these words.\n"),
  ])
  func `each page is listed with its places`(row: Case<String, String>) throws {
    var context = try furnishedShell()
    #expect(try context.run("find \(row.input)") == row.expected)
  }

  @Test(arguments: [
    Case("an open tab", "pear", "second.example"),
    Case("reached by Back", "apple", "first.example"),
    Case("reached by Forward", "cherry", "third.example"),
    Case("closed", "plum", "gone.example"), Case("a bookmark", "fig", "kept.example"),
    Case("reached by Back in a closed tab", "grape", "old.example"),
    Case("a past visit", "kiwi", "past.example"),
  ])
  func `the printed command brings the page back`(row: Case<String, String>) throws {
    var context = try furnishedShell()
    for elsewhere in [false, true] {
      if elsewhere { try context.run("window new") }
      context.presentation.printsJSON = true
      let found = try JSONDecoder().decode(
        Found.self, from: Data(try context.run("find \(row.input)").utf8))
      context.presentation.printsJSON = false
      #expect(found.total == 1 && found.found.count == 1)
      try context.run(try #require(found.found.first).line)
      #expect(try context.run("address").contains(row.expected), "\(row.input), \(elsewhere)")
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

  @Test func `a page is listed once, at its nearest place`() throws {
    var context = try memoryShell()
    for line in [
      "open https://same.example/", "bookmark", "close", "open https://same.example/",
      "go https://next.example/", "find same",
    ] { try context.run(line) }
    #expect(try context.run("find same") == "https://same.example/\n  back 1  reached by Back\n")
    try context.run("open https://same.example/")
    #expect(try context.run("find same").hasSuffix("  open\n"))
    #expect(try context.run("find same").split(separator: "\n").count == 2)
  }

  @Test func `a tab closed long ago is offered with its history, and the exact host is first`()
    throws
  {
    var context = try memoryShell(minutesPerAction: 1)
    for number in 0..<150 { try context.run("open x\(number).example") }
    try context.run("go deep.example --tab 4")
    for _ in 0..<150 { try context.run("close 1") }
    let host = try context.run("find x3.example --limit 30").split(separator: "\n")
    #expect(host.first?.contains("https://x3.example/") == true, "\(host)")
    #expect(host.dropFirst().first?.contains("reopen #5") == true, "\(host)")
    #expect(host.contains { $0.contains("reopen #") && $0.contains("closed") })
    #expect(!host.contains { $0.contains("open https://x3.example/") })
    let line = try #require(host.dropFirst().first).split(separator: "  ").first ?? ""
    #expect(try context.run(String(line)).contains("x3.example"))
  }

  @Test func `pages of another branch do not count`() throws {
    var context = try memoryShell(minutesPerAction: 1)
    for line in [
      "open a.example", "branch side", "switch side", "open side.example", "go a.example/2",
      "go a.example", "switch main",
    ] {
      try context.run(line)
    }
    #expect(try !context.run("visits").contains("side.example"))
    let top = try context.run("visits --top")
    #expect(top.contains("1 ×") && top.contains("https://a.example/"), "\(top)")
    #expect(top.split(separator: "\n").count == 1, "\(top)")
    #expect(try context.run("find side") == "No page matches these words.\n")
    #expect(try context.run("stats").contains(/a\.example +1 visit\n/))
    #expect(try !context.run("stats").contains("side.example"))
    try context.run("switch side")
    #expect(try context.run("find side").contains("side.example"))
    #expect(try context.run("visits --top").split(separator: "\n").count == 3)
  }

  @Test func `frequently visited pages come first, and a truncated list is marked`() throws {
    var context = try memoryShell(minutesPerAction: 1)
    for name in ["a", "b", "c", "b", "b", "d"] { try context.run("go https://\(name).test/fruit") }
    try context.run("go https://elsewhere.test/")
    let cut = try context.run("find fruit -n 2")
    #expect(cut.hasPrefix("https://b.test/fruit\n"))
    #expect(cut.hasSuffix("\n2 of 4; --limit N shows more\n"))
    #expect(!(try context.run("find fruit")).contains("--limit"))
  }

  @Test func `if too many tabs match, the best pages are still found in their tabs`() throws {
    var context = try memoryShell(minutesPerAction: 1)
    for number in 1...600 { try context.run("open https://\(number).test/fruit") }
    try context.run("go https://600.test/other")
    #expect(
      try context.run("find fruit -n 2").hasPrefix(
        """
        https://600.test/fruit
          back 1  reached by Back
        https://599.test/fruit
          tab 599  open

        """))
  }

  @Test func `private pages are found while a private window has the focus`() throws {
    var context = try memoryShell()
    for line in [
      "open https://open.test/mango", "window new --private", "go https://hidden.test/mango",
    ] {
      try context.run(line)
    }
    #expect(try context.run("find mango").contains("hidden.test"))
    #expect(try context.run("find mango").contains("open.test"))
    try context.run("window 1")
    #expect(!(try context.run("find mango")).contains("hidden.test"))
  }

  @Test func `a past moment is searched in its state at that time`() throws {
    var context = try furnishedShell()
    try context.run("at 2")
    #expect(try context.run("find apple").hasSuffix("tab 1  open\n"))
    #expect(try context.run("find grape") == "No page matches these words.\n")
  }

  @Test func `words without a letter are refused`() throws {
    var context = try memoryShell()
    #expect(try context.run("find …").contains("a letter or a digit"))
  }
}
