import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// The tree of pages that `trail` draws.
@Suite struct TrailTests {
  private static let walk =
    "open ; go a.example ; follow /x ; page title X ; back ; follow /y ; back 2 ; go b.example"

  @Test func `pages left by Back are shown next to later pages`() throws {
    var context = try memoryShell()
    try context.run(Self.walk)
    try context.run("page replace /r ; follow #place")
    #expect(
      try context.run("trail") == """
        ● #2 Start page
        ├─○ #3 https://a.example/
        │ ├─○ #4 X — https://a.example/x
        │ ○ #7 https://a.example/y
        ● #9 https://b.example/r
        ▸ #11 https://b.example/r#place

        """)
  }

  @Test func `a duplicate shares the trail up to the duplication`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; follow /x ; duplicate ; follow /mine ; tab 1 ; follow /other")
    #expect(
      try context.run("trail 2")
        == "● #2 https://a.example/\n● #3 https://a.example/x\n▸ #5 https://a.example/mine\n")
    #expect(try context.run("trail 1").contains("other"))
  }

  @Test func `undone navigations are not in the trail`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; follow /x ; undo")
    #expect(try context.run("trail") == "▸ #2 https://a.example/\n")
    try context.run("redo")
    #expect(try context.run("trail") == "● #2 https://a.example/\n▸ #3 https://a.example/x\n")
  }

  @Test func `private windows have trails`() throws {
    var context = try memoryShell()
    try context.run("window new --private ; \(Self.walk)")
    #expect(try context.run("trail").contains("├─○ #-4 https://a.example/\n"))
  }

  @Test func `a terminal without UTF-8 gets ASCII, and every line fits`() throws {
    var context = try memoryShell()
    try context.run(Self.walk)
    context.presentation.art = .ascii
    context.presentation.columns = 24
    #expect(
      try context.run("trail") == """
        * #2 Start page
        |-o #3 https://a.exampl~
        | |-o #4 X - https://a.~
        | o #7 https://a.exampl~
        > #9 https://b.example/

        """)
  }

  @Test func `bars leave space for the page at any depth`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    // Each page is left by going back once, and then by navigating to another page from its parent.
    for page in 0..<200 { try context.run("follow /\(page)") }
    for page in (0..<200).reversed() { try context.run("back ; follow /other\(page) ; back") }
    context.presentation.columns = 40
    let lines = try context.run("trail").split(separator: "\n")
    #expect(lines.count == 401)
    #expect(lines.allSatisfy { SafeText($0).columns <= 40 })
    #expect(lines.contains { $0.contains("┆ ├─○ #") && $0.contains("https://") })
  }

  @Test func `a closed tab has its trail`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; follow /x ; open ; close #2")
    #expect(
      try context.run("trail #2") == "● #2 https://a.example/\n▸ #3 https://a.example/x\n")
    #expect(try context.run("trail #99") == "There is no open tab #99.")
  }

  @Test(arguments: [
    Case("UTF-8", ["LANG": "de_DE.UTF-8"], LineArt.unicode),
    Case("in small letters", ["LANG": "C.utf8"], .unicode),
    Case("nothing", [:], .ascii), Case("Latin", ["LANG": "de_DE.ISO-8859-1"], .ascii),
    Case("one over another", ["LANG": "C.UTF-8", "LC_CTYPE": "C"], .ascii),
    Case("LC_ALL before others", ["LC_ALL": "C.UTF-8", "LC_CTYPE": "C"], .unicode),
    Case("empty counts as none", ["LC_ALL": "", "LANG": "C.UTF-8"], .unicode),
    Case("dumb", ["LANG": "C.UTF-8", "TERM": "dumb"], .ascii),
  ])
  func `the locale determines the signs`(row: Case<[String: String], LineArt>) {
    #expect(LineArt(terminal: EnvironmentVariables(row.input)) == row.expected)
  }

  @Test func `ten thousand pages in a row are drawn`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    for page in 0..<10_000 { try context.run("follow /\(page)") }
    #expect(try context.run("trail").split(separator: "\n").count == 10_001)
  }
}
