import BrowserModel
import LineEditor
import Store
import TestSupport
import Testing

@testable import Console

/// Programs that act beside the person, and what they did.
@Suite struct AgentTests {
  /// A shell in which a person and the program `tidier` have acted.
  private func shell() throws -> CommandContext {
    var shell = try memoryShell(minutesPerAction: 1)
    try shell.run("open a.example ; open b.example")
    shell.agent = "tidier"
    try shell.run("pin 1 ; close 2")
    shell.agent = nil
    try shell.run("open c.example")
    return shell
  }

  @Test func `the log says which program acted, and lists what it did`() throws {
    var shell = try shell()
    #expect(
      try shell.run("log --by tidier") == """
        #4  00:02  tidier  pinned a tab that now shows https://a.example/  tab #2
        #5  00:03  tidier  closed https://b.example/  tab #3

        """)
    #expect(try shell.run("log --by nobody") == "No event matches.\n")
    #expect(try shell.run("show 4").contains("program  tidier\n"))
    #expect(try shell.run("why tab 1").contains("tidier"))
    shell.presentation.printsJSON = true
    #expect(try shell.run("log --limit 1 --by tidier").contains("\"agent\":\"tidier\""))
  }

  @Test func `all that a program did is taken back at once`() throws {
    var shell = try shell()
    #expect(
      try shell.run("undo --by tidier --dry-run").contains("tab #3 opened"))
    #expect(
      try shell.run("undo --by tidier") == """
        undid: closed https://b.example/
        undid: pinned https://a.example/

        """)
    #expect(shell.browser.tabs.map(\.isPinned) == [false, false, false])
    #expect(
      try shell.run("undo --by tidier") == "There is nothing of “tidier” to undo.")
    try shell.run("redo")
    #expect(try shell.run("undo --by tidier --since 5").contains("nothing of “tidier”"))
  }

  @Test func `what a program did up to a moment is taken back, and what it did later stays`() throws
  {
    var shell = try shell()
    #expect(try shell.run("undo --by tidier --until 3").contains("nothing of “tidier”"))
    #expect(try !shell.run("undo --by tidier --until 4 --dry-run").contains("tab #3 opened"))
    #expect(try shell.run("undo --by tidier --until 4") == "undid: pinned https://a.example/\n")
    #expect(shell.browser.tabCount == 2)
    #expect(
      try shell.run("undo --by tidier --since 4 --until 5") == "undid: closed https://b.example/\n")
    #expect(shell.browser.tabCount == 3)
  }

  @Test(arguments: [
    ("undo 4 --by tidier", "say one of both"), ("undo --since 3", "--since goes with --by"),
    ("undo --until 3", "--until goes with --by"),
  ])
  func `what does not go together is refused`(_ line: String, _ reason: String) throws {
    var shell = try shell()
    #expect(try shell.run(line).contains(reason))
    #expect(shell.browser.tabCount == 2)
  }

  @Test func `an action with a name is undone by that name`() throws {
    var shell = try shell()
    let tabs = shell.browser.tabs.map(\.id)
    try shell.store.perform(
      asOne: tabs.map { .mute($0, true) }, named: "hush all", by: Origin(agent: "tidier"))
    #expect(try shell.run("log --limit 2").contains("“hush all”"))
    #expect(try shell.run("undo") == "undid: “hush all” (by tidier)\n")
    shell.agent = "tidier"
    #expect(try shell.run("redo") == "redid: “hush all”\n")
  }

  @Test func `TAB offers the programs that wrote`() throws {
    let shell = try shell()
    #expect(ValueCompletion(shell, typed: "t").candidates(.agent).map(\.text) == ["tidier"])
    #expect(ValueCompletion(shell, typed: "x").candidates(.agent).isEmpty)
  }

  @Test func `the program's name is an option of the call`() throws {
    #expect(try Call(["--as", "tidier", "tabs"]).agent == "tidier")
  }
}
