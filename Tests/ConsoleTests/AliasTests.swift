import LineEditing
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

@Suite struct AliasTests {
  private func context(_ lines: String...) throws -> CommandContext {
    var context = try memoryShell()
    for line in lines { try context.run(line) }
    return context
  }

  @Test func `words after an alias are passed to its last command`() throws {
    var context = try context(
      "alias bg = open --background --position 1", "alias both = 'tabs ; bg'")
    #expect(context.aliases["both"] == nil)
    try context.run("alias both = 'windows ; find'")
    #expect(context.aliases.names == ["bg", "both"])
    try context.run("open a.example ; bg b.example/two")
    #expect(try context.run("tabs").contains("b.example/two"))
    #expect(try context.run("both a.example").contains("find") == false)
    #expect(
      try context.aliases.split("both x y ; tabs").map { $0.map(\.text) } == [
        ["windows"], ["find", "x", "y"], ["tabs"],
      ])
    #expect(try context.aliases.split("'both' x").map { $0.map(\.text) } == [["both", "x"]])
  }

  @Test func `quotes in the line of an alias are preserved`() throws {
    var context = try context("alias work = bookmark --folder \"My \\\"Work\\\"\" --title 'a b'")
    try context.run("work https://a.example/")
    #expect(try context.run("bookmarks").contains("My \"Work\""))
    #expect(
      try context.run("alias work") == #"work  = bookmark --folder "My \"Work\"" --title "a b""#
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
  func `an invalid alias is reported`(row: Case<String, String>) throws {
    var context = try context("alias known = tabs")
    #expect(try context.run(row.input).contains(row.expected))
    #expect(context.aliases.names == ["known"])
  }

  @Test func `help shows the command line of an alias`() throws {
    var context = try context("alias t = tabs")
    #expect(try context.run("help t") == "“t” is an alias for: tabs\n")
  }

  @Test func `without aliases, the list explains how to create one`() throws {
    var context = try context()
    #expect(
      try context.run("alias") == "There are no aliases; “alias NAME = COMMAND” creates one.\n")
  }

  @Test func `an alias can be removed`() throws {
    var context = try context("alias t = tabs", "alias w = windows")
    #expect(try context.run("alias --remove t") == "")
    #expect(context.aliases.names == ["w"])
    #expect(try context.run("alias --remove t") == "There is no alias “t”; “alias” lists them.")
    #expect(try context.run("alias --remove").contains("alias --remove NAME"))
  }

  @Test func `aliases and the words after them are completed`() throws {
    let context = try context("open example.com/a", "alias bg = 'tabs ; open --background'")
    let completion = LineCompletion(context: context)
    #expect(completion.complete("bg").candidates.map(\.text) == ["bg"])
    #expect(completion.complete("bg exam").candidates.map(\.text) == ["example.com/a"])
    #expect(completion.complete("next ; bg --pos").candidates.map(\.text) == ["--position"])
    #expect(completion.complete("alias x = ope").candidates.map(\.text) == ["open"])
    #expect(LineHint(context).hint("bg exam")?.text == "ple.com/a")
  }

  @Test(arguments: [
    Case("forgets", "f a.example", LineKeeping.nowhere), Case("does not", "t", .onDisk),
    Case("is private", "p a.example", .nowhere),
    Case("is made to forget", "alias x = forget a.example", .nowhere),
    Case("is made to forget in quotes", "alias x = 'tabs ; forget a.example'", .nowhere),
    Case("is made", "alias x = tabs", .onDisk),
  ])
  func `the history leaves out what an alias`(row: Case<String, LineKeeping>) throws {
    let context = try context(
      "alias f = forget --site", "alias t = tabs", "alias p = open --private")
    let keeping = LineKeeping(
      row.input, aliases: context.aliases, hasPrivateWindow: false, isOnDisk: true)
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
      row.input, aliases: try context().aliases, hasPrivateWindow: false, isOnDisk: true)
    #expect(keeping == row.expected)
  }

  @Test func `JSON contains the names and commands of aliases, and the roles and looks of colours`()
    throws
  {
    var context = try memoryShell()
    context.presentation.printsJSON = true
    #expect(
      try context.run("alias bg = open --background")
        == #"{"aliases":[{"name":"bg","command":"open --background"}]}"# + "\n")
    #expect(
      try context.run("color error red bold") == #"{"colors":{"error":["bold","red"]}}"# + "\n")
    #expect(try context.run("color error plain") == #"{"colors":{"error":["plain"]}}"# + "\n")
    #expect(try context.run("color error --default") == #"{"colors":{"error":["red"]}}"# + "\n")
  }
}
