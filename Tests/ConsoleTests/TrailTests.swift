import Session
import Testing

@testable import Console

/// The tree of pages that `trail` draws.
@Suite struct TrailTests {
  private static let walk =
    "open ; go a.example ; follow /x ; page title X ; back ; follow /y ; back 2 ; go b.example"

  @Test func `what Back left behind stands beside what came after`() throws {
    var shell = try memoryShell()
    try shell.run(Self.walk)
    try shell.run("page replace /r ; follow #place")
    #expect(
      try shell.run("trail") == """
        ● Start page
        ├╴○ https://a.example/
        │ ├╴○ X — https://a.example/x
        │ ○ https://a.example/y
        ● https://b.example/r
        ▸ https://b.example/r#place

        """)
  }

  @Test func `a duplicate shares the trail up to its own beginning`() throws {
    var shell = try memoryShell()
    try shell.run("open a.example ; follow /x ; duplicate ; follow /mine ; tab 1 ; follow /other")
    #expect(
      try shell.run("trail 2")
        == "● https://a.example/\n● https://a.example/x\n▸ https://a.example/mine\n")
    #expect(try shell.run("trail 1").contains("other"))
  }

  @Test func `what was undone is not in it`() throws {
    var shell = try memoryShell()
    try shell.run("open a.example ; follow /x ; undo")
    #expect(try shell.run("trail") == "▸ https://a.example/\n")
    try shell.run("redo")
    #expect(try shell.run("trail") == "● https://a.example/\n▸ https://a.example/x\n")
  }

  @Test func `it works in a private window`() throws {
    var shell = try memoryShell()
    try shell.run("window new --private ; \(Self.walk)")
    #expect(try shell.run("trail").contains("├╴○ https://a.example/\n"))
  }

  @Test func `ten thousand pages in a row are drawn`() throws {
    var shell = try memoryShell()
    try shell.run("open a.example")
    for page in 0..<10_000 { try shell.run("follow /\(page)") }
    #expect(try shell.run("trail").split(separator: "\n").count == 10_001)
  }
}
