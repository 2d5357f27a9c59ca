import BrowserModel
import RetraceStore
import RetraceTimeline
import Testing

@testable import Catalogue

/// Names of windows.
@Suite struct WindowNameTests {
  private func context() throws -> CommandContext {
    var context = try memoryShell()
    for line in ["open a.example", "window new b.example", "window name Research"] {
      try context.run(line)
    }
    return context
  }

  @Test func `lists show the name, and its words name the window`() throws {
    var context = try context()
    #expect(try context.run("windows").contains("“Research”, 1 tab: https://b.example/"))
    #expect(try context.run("tabs --all").contains("Window 2 “Research” (focused)"))
    try context.run("window 1")
    #expect(try context.run("window research") == "at tab 2:1: https://b.example/\n")
    #expect(try context.run("move 1:1 --window research").hasPrefix("moved tab"))
    #expect(try context.run("log").contains("named a window Research"))
  }

  @Test func `the name survives closing, undo and restoring`() throws {
    var context = try context()
    #expect(try context.run("window close") == "closed window “Research” with 1 tab\n")
    #expect(try context.run("closed").contains("“Research”, 1 tab: https://b.example/"))
    try context.run("reopen research")
    #expect(try context.run("windows").contains("“Research”"))
    let named = context.store.timeline.position.rawValue
    #expect(try context.run("window name --remove") == "window 2 no longer has a name\n")
    #expect(!(try context.run("windows").contains("Research")))
    #expect(try context.run("diff \(named) now").contains("name “Research” → none"))
    try context.run("restore \(named)")
    #expect(try context.run("windows").contains("“Research”"))
    #expect(try context.run("why window research").contains("name"))
    try context.run("undo --last 2")
    #expect(try context.run("windows").contains("“Research”"))
  }

  @Test func `JSON contains the name`() throws {
    var context = try context()
    context.presentation.printsJSON = true
    let answer = try context.run("windows")
    #expect(answer.contains(#""name":"Research""#) && answer.contains(#""name":"""#))
  }

  @Test func `a checkpoint contains the name`() throws {
    var context = try context()
    try context.run("window close")
    let snapshot = context.browser.snapshot()
    let restored = Browser(snapshot: snapshot.span.bytes)
    let copy = try #require(restored)
    #expect(copy == context.browser)
    #expect(copy.closed.last?.title.exists == true)
  }

  @Test(arguments: ["window name", "window name Work --remove", "window name \"\""])
  func `an invalid window name changes nothing`(line: String) throws {
    var context = try context()
    #expect(try context.run(line).contains("needs NAME"))
    #expect(try context.run("windows").contains("“Research”"))
  }

  @Test func `forgetting a site removes a window name that contains it`() throws {
    var context = try memoryShell()
    try context.run("open secret.example ; window name secret.example things")
    context.presentation.assumesYes = true
    try context.run("forget --site secret.example")
    try context.run("open other.example")
    #expect(!(try context.run("windows")).contains("secret"))
  }
}
