import BrowserModel
import Store
import Testing
import Timeline

@testable import Console

/// Names of windows.
@Suite struct WindowNameTests {
  private func shell() throws -> CommandContext {
    var shell = try memoryShell()
    for line in ["open a.example", "window new b.example", "window name Research"] {
      try shell.run(line)
    }
    return shell
  }

  @Test func `lists show it, and its words name the window`() throws {
    var shell = try shell()
    #expect(try shell.run("windows").contains("“Research”, 1 tab: https://b.example/"))
    #expect(try shell.run("tabs --all").contains("Window 2 “Research” (focused)"))
    try shell.run("window 1")
    #expect(try shell.run("window research") == "at tab 2:1: https://b.example/\n")
    #expect(try shell.run("move 1:1 --window research").hasPrefix("moved tab"))
    #expect(try shell.run("log").contains("named a window Research"))
  }

  @Test func `it outlives closing, undo and restoring`() throws {
    var shell = try shell()
    #expect(try shell.run("window close") == "closed window “Research” with 1 tab\n")
    #expect(try shell.run("closed").contains("“Research”, 1 tab: https://b.example/"))
    try shell.run("reopen research")
    #expect(try shell.run("windows").contains("“Research”"))
    let named = shell.store.timeline.position.rawValue
    #expect(try shell.run("window name --remove") == "window 2 has no name any more\n")
    #expect(!(try shell.run("windows").contains("Research")))
    #expect(try shell.run("diff \(named) now").contains("name “Research” → none"))
    try shell.run("restore \(named)")
    #expect(try shell.run("windows").contains("“Research”"))
    #expect(try shell.run("why window research").contains("name"))
    try shell.run("undo --last 2")
    #expect(try shell.run("windows").contains("“Research”"))
  }

  @Test func `JSON has it`() throws {
    var shell = try shell()
    shell.presentation.printsJSON = true
    let answer = try shell.run("windows")
    #expect(answer.contains(#""name":"Research""#) && answer.contains(#""name":"""#))
  }

  @Test func `a checkpoint keeps it`() throws {
    var shell = try shell()
    try shell.run("window close")
    let snapshot = shell.browser.snapshot()
    let restored = Browser(snapshot: snapshot.span.bytes)
    let copy = try #require(restored)
    #expect(copy == shell.browser)
    #expect(copy.closed.last?.title.exists == true)
  }

  @Test(arguments: ["window name", "window name Work --remove", "window name \"\""])
  func `without a name, or with a contradiction, nothing is done`(line: String) throws {
    var shell = try shell()
    #expect(try shell.run(line).contains("needs NAME"))
    #expect(try shell.run("windows").contains("“Research”"))
  }

  @Test func `forgetting takes the name with the site in it`() throws {
    var shell = try memoryShell()
    try shell.run("open secret.example ; window name secret.example things")
    shell.presentation.assumesYes = true
    try shell.run("forget --site secret.example")
    try shell.run("open other.example")
    #expect(!(try shell.run("windows")).contains("secret"))
  }
}
