import LineEditor
import TestSupport
import Testing

@testable import Console

@Suite struct AliasTests {
  private func shell(_ lines: String...) throws -> CommandContext {
    var shell = try memoryShell()
    for line in lines { try shell.run(line) }
    return shell
  }

  @Test func `what is typed behind an alias goes to its last command`() throws {
    var shell = try shell("alias bg = open --background --position 1", "alias both = 'tabs ; bg'")
    #expect(shell.aliases["both"] == nil)
    try shell.run("alias both = 'windows ; find'")
    #expect(shell.aliases.names == ["bg", "both"])
    try shell.run("open a.example ; bg b.example/two")
    #expect(try shell.run("tabs").contains("b.example/two"))
    #expect(try shell.run("both a.example").contains("find") == false)
    #expect(
      try shell.aliases.split("both x y ; tabs").map { $0.map(\.text) } == [
        ["windows"], ["find", "x", "y"], ["tabs"],
      ])
    #expect(try shell.aliases.split("'both' x").map { $0.map(\.text) } == [["both", "x"]])
  }

  @Test func `what was quoted in the line of an alias stays so`() throws {
    var shell = try shell("alias work = bookmark --folder \"My \\\"Work\\\"\" --title 'a b'")
    try shell.run("work https://a.example/")
    #expect(try shell.run("bookmarks").contains("My \"Work\""))
    #expect(
      try shell.run("alias work") == #"work  = bookmark --folder "My \"Work\"" --title "a b""#
        + "\n")
  }

  @Test(arguments: [
    Case("a command", "alias open = tabs", "“open” is a command"),
    Case("a command of two words", "alias window = tabs", "“window” is a command"),
    Case("an unknown command", "alias x = opn", "did you mean “open”?"),
    Case("an alias", "alias x = known", "Unknown command “known”"),
    Case("nothing", "alias x =", "Write “=”"),
    Case("an empty line", "alias x = ''", "needs a line"),
    Case("no sign", "alias x tabs", "Write “=”"),
    Case("no spaces", "alias x=tabs", "alias NAME = COMMAND"),
    Case("an option", "alias x; = tabs", "alias NAME = COMMAND"),
    Case("an open quote", "alias x = 'find \"a'", "is not closed"),
    Case("no such", "alias y", "There is no alias “y”"),
  ])
  func `what makes no alias is told`(row: Case<String, String>) throws {
    var shell = try shell("alias known = tabs")
    #expect(try shell.run(row.input).contains(row.expected))
    #expect(shell.aliases.names == ["known"])
  }

  @Test func `help says what an alias stands for`() throws {
    var shell = try shell("alias t = tabs")
    #expect(try shell.run("help t") == "“t” stands for: tabs\n")
  }

  @Test func `where there is none, the list says how one is made`() throws {
    var shell = try shell()
    #expect(
      try shell.run("alias") == "There are no aliases; alias NAME = COMMAND makes one.\n")
  }

  @Test func `an alias can be removed`() throws {
    var shell = try shell("alias t = tabs", "alias w = windows")
    #expect(try shell.run("alias --remove t") == "")
    #expect(shell.aliases.names == ["w"])
    #expect(try shell.run("alias --remove t") == "There is no alias “t”; “alias” lists them.")
    #expect(try shell.run("alias --remove").contains("alias --remove NAME"))
  }

  @Test func `aliases are completed, and so is what stands behind them`() throws {
    let shell = try shell("open example.com/a", "alias bg = 'tabs ; open --background'")
    let completion = LineCompletion(shell: shell)
    #expect(completion.complete("bg").candidates.map(\.text) == ["bg"])
    #expect(completion.complete("bg exam").candidates.map(\.text) == ["example.com/a"])
    #expect(completion.complete("next ; bg --pos").candidates.map(\.text) == ["--position"])
    #expect(completion.complete("alias x = ope").candidates.map(\.text) == ["open"])
    #expect(completion.hint("bg exam")?.text == "ple.com/a")
  }

  @Test(arguments: [
    Case("forgets", "f a.example", LineKeeping.nowhere), Case("does not", "t", .onDisk),
    Case("is private", "p a.example", .nowhere),
    Case("is made to forget", "alias x = forget a.example", .nowhere),
    Case("is made to forget in quotes", "alias x = 'tabs ; forget a.example'", .nowhere),
    Case("is made", "alias x = tabs", .onDisk),
  ])
  func `the history leaves out what an alias`(row: Case<String, LineKeeping>) throws {
    let shell = try shell(
      "alias f = forget --site", "alias t = tabs", "alias p = open --private")
    let keeping = LineKeeping(
      row.input, aliases: shell.aliases, hasPrivateWindow: false, isOnDisk: true)
    #expect(keeping == row.expected)
  }

  @Test(arguments: [
    Case("names servers", "sync init --servers nats://me:secret@a.example", LineKeeping.nowhere),
    Case("moves", "tabs; sync refill --servers=postgresql://me:secret@a.example/d", .nowhere),
    Case("joins", "sync join retrace:048a6-7dz9q", .nowhere),
    Case("exchanges", "sync", .onDisk),
    Case("opens a page", "open https://a.example", .onDisk),
  ])
  func `the history leaves out passwords of servers, and a line that`(
    row: Case<String, LineKeeping>
  ) throws {
    let keeping = LineKeeping(
      row.input, aliases: try shell().aliases, hasPrivateWindow: false, isOnDisk: true)
    #expect(keeping == row.expected)
  }

  @Test func `JSON has names and commands, roles and looks`() throws {
    var shell = try memoryShell()
    shell.presentation.printsJSON = true
    #expect(
      try shell.run("alias bg = open --background")
        == #"{"aliases":[{"name":"bg","command":"open --background"}]}"# + "\n")
    #expect(
      try shell.run("color error red bold") == #"{"colors":{"error":["bold","red"]}}"# + "\n")
    #expect(try shell.run("color error plain") == #"{"colors":{"error":["plain"]}}"# + "\n")
    #expect(try shell.run("color error --default") == #"{"colors":{"error":["red"]}}"# + "\n")
  }
}
