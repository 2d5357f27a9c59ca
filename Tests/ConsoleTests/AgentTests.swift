import BrowserModel
import LineEditing
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

/// Programs that act on a profile next to the user, and their actions.
@Suite struct AgentTests {
  /// Returns a context in which the user and the program `tidier` have acted.
  private func context() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 1)
    try context.run("open a.example ; open b.example")
    context.agent = "tidier"
    try context.run("pin 1 ; close 2")
    context.agent = nil
    try context.run("open c.example")
    return context
  }

  @Test func `the log shows which program acted, and can list its actions`() throws {
    var context = try context()
    #expect(
      try context.run("log --by tidier") == """
        #4  00:02  tidier  pinned a tab that now shows https://a.example/  tab #2
        #5  00:03  tidier  closed https://b.example/  tab #3

        """)
    #expect(try context.run("log --by nobody") == "No event matches.\n")
    #expect(try context.run("show 4").contains("program  tidier\n"))
    #expect(try context.run("why tab 1").contains("tidier"))
    context.presentation.printsJSON = true
    #expect(try context.run("log --limit 1 --by tidier").contains("\"agent\":\"tidier\""))
  }

  @Test func `all actions of a program are undone at once`() throws {
    var context = try context()
    #expect(
      try context.run("undo --by tidier --dry-run").contains("tab #3 opened"))
    #expect(
      try context.run("undo --by tidier") == """
        undid: closed https://b.example/
        undid: pinned https://a.example/

        """)
    #expect(context.browser.tabs.map(\.isPinned) == [false, false, false])
    #expect(
      try context.run("undo --by tidier") == "“tidier” did nothing that can be undone.")
    try context.run("redo")
    #expect(try context.run("undo --by tidier --since 5").contains("“tidier” did nothing"))
  }

  @Test func `the actions of a program up to a moment are undone, and later ones remain`() throws {
    var context = try context()
    #expect(try context.run("undo --by tidier --until 3").contains("“tidier” did nothing"))
    #expect(try !context.run("undo --by tidier --until 4 --dry-run").contains("tab #3 opened"))
    #expect(try context.run("undo --by tidier --until 4") == "undid: pinned https://a.example/\n")
    #expect(context.browser.tabCount == 2)
    #expect(
      try context.run("undo --by tidier --since 4 --until 5")
        == "undid: closed https://b.example/\n")
    #expect(context.browser.tabCount == 3)
  }

  @Test(arguments: [
    ("undo 4 --by tidier", "Use either the number of an event or --by"),
    ("undo --since 3", "--since requires --by"),
    ("undo --until 3", "--until requires --by"),
  ])
  func `contradictory options are refused`(_ line: String, _ reason: String) throws {
    var context = try context()
    #expect(try context.run(line).contains(reason))
    #expect(context.browser.tabCount == 2)
  }

  @Test func `an action with a name is undone by that name`() throws {
    var context = try context()
    let tabs = context.browser.tabs.map(\.id)
    try context.store.perform(
      asOne: tabs.map { .mute($0, true) }, named: "hush all", by: Origin(agent: "tidier"))
    #expect(try context.run("log --limit 2").contains("“hush all”"))
    #expect(try context.run("undo") == "undid: “hush all” (by tidier)\n")
    context.agent = "tidier"
    #expect(try context.run("redo") == "redid: “hush all”\n")
  }

  @Test func `TAB offers the programs that have written`() throws {
    let context = try context()
    #expect(ValueCompletion(context, typed: "t").candidates(.agent).map(\.text) == ["tidier"])
    #expect(ValueCompletion(context, typed: "x").candidates(.agent).isEmpty)
  }

  @Test func `the program's name is an option of the call`() throws {
    #expect(try Call(["--as", "tidier", "tabs"]).agent == "tidier")
  }
}
