import CommandKit
import TestSupport
import Testing

@testable import Catalogue

@Suite struct ArgumentsTests {
  static func read(_ line: String) throws -> Arguments {
    let words = Words(line).commands
    guard case .run(_, let arguments) = try SampleTable.index.read(words[0]) else {
      throw UsageError(.unknownTopic, "help")
    }
    return arguments
  }

  @Test(arguments: [
    "open", "open -- --background -x", "open --background --from '#4' --position 2 rust   book",
    "close 3 '#5' 2:1", "close --others swift", "export html", "window 2", "page title -- -x",
  ])
  func `arguments are written as words that parse to the same arguments`(line: String) throws {
    let arguments = try Self.read(line)
    let words = Words.verbatim(arguments.words())
    #expect(try ArgumentParser.parse(words, for: arguments.declaration) == arguments)
  }

  @Test func `values can be replaced`() throws {
    let arguments = try Self.read("open --from 3 a")
    #expect(
      arguments.words(replacing: ["from": "#7", "position": "-1"])
        == ["--from=#7", "--position=-1", "--", "a"])
  }

  @Test func `the sample table has no faults`() {
    #expect(SampleTable.index.faults == [])
  }

  @Test func `a command runs with its arguments`() throws {
    var log: [String] = []
    let words = try Words.split("window new --private ; next")
    for command in words {
      guard case .run(let command, let arguments) = try SampleTable.table.read(command) else {
        Issue.record("help")
        return
      }
      _ = command.run(&log, arguments)
    }
    #expect(log == ["window new", "next"])
  }

  @Test(arguments: [
    Case("one word", "open a", "a"),
    Case("several words", "open rust   book", "rust book"),
    Case("options anywhere", "open --background rust --position 2 book", "rust book"),
    Case("quotes keep spaces", "open 'rust   book'", "rust   book"),
    Case("quoted dash", "open '--background'", "--background"),
    Case("end of options", "open -- --background -x", "--background -x"),
    Case("second end of options", "open -- --", "--"),
    Case("negative number", "open -5", "-5"),
    Case("minus zero", "open -0", "-0"),
    Case("dash", "open -", "-"),
    Case("empty", "open ''", ""),
  ])
  func `an address is the joined rest`(row: Case<String, String>) throws {
    #expect(try Self.read(row.input).text("address") == row.expected)
  }

  @Test func `a missing argument is nil`() throws {
    let arguments = try Self.read("open")
    #expect(arguments.text("address") == nil)
    #expect(arguments.integer("position") == nil)
    #expect(arguments.reference("from") == nil)
    #expect(!arguments.has("background"))
  }

  @Test(arguments: ["open a --position 3", "open --position=3 a", "open a --position '3'"])
  func `an option has a value`(line: String) throws {
    #expect(try Self.read(line).integer("position") == 3)
  }

  @Test func `flags may be repeated`() throws {
    #expect(try Self.read("open --background --background").has("background"))
  }

  @Test func `an option may have two values and be repeated`() throws {
    #expect(try Self.read("forget --between -5 now").points("between") == [.back(5), .now])
    #expect(try Self.read("forget --between=-5 now").points("between") == [.back(5), .now])
    #expect(try Self.read("forget --site a --site b").texts("site") == ["a", "b"])
  }

  @Test func `each kind of value is parsed`() throws {
    #expect(
      try Self.read("close 3 #4711 #-5").references("tab") == [.position(3), .id(4711), .id(-5)])
    #expect(try Self.read("travel -2").integer("count") == -2)
    #expect(try Self.read("travel -0").integer("count") == 0)
    #expect(try Self.read("zoom 125%").integer("percent") == 125)
    #expect(try Self.read("zoom 80").integer("percent") == 80)
    #expect(try Self.read("export json a").text("format") == "json")
  }

  @Test func `the required words after a list are reserved`() throws {
    let arguments = try Self.read("restore tabs groups @14:00")
    #expect(arguments.texts("what") == ["tabs", "groups"])
    #expect(arguments.point("point") == .time(.timeOfDay(milliseconds: 50_400_000)))
  }

  @Test func `a name may have two words with options between`() throws {
    #expect(try Self.read("page --tab 3 title A b").declaration.name == "page title")
    #expect(try Self.read("page --tab=3 title A b").text("title") == "A b")
    #expect(try Self.read("window new").declaration.name == "window new")
    #expect(try Self.read("window 2").declaration.name == "window")
    #expect(try Self.read("zoom").declaration.name == "zoom")
    #expect(try Self.read("? window new").text("command") == "window new")
    #expect(try Self.read("exit").declaration.name == "quit")
  }

  typealias Refusal = Case<String, (UsageError.Code, String)>

  static let refusals: [Refusal] = [
    Refusal(
      "unknown option near", "open --backgroud",
      (.unknownOption, "unknown option “--backgroud”; did you mean “--background”?")),
    Refusal(
      "unknown option with a value", "open --positon=3",
      (.unknownOption, "unknown option “--positon=3”; did you mean “--position”?")),
    Refusal(
      "unknown option far", "open -site:x",
      (
        .unknownOption,
        "unknown option “-site:x”; “help open” lists the options of “open”; put -- before words "
          + "that begin with a dash but are not options"
      )),
    Refusal(
      "flag with a value", "open --background=1",
      (.unwantedValue, "--background takes no value")),
    Refusal(
      "no value", "open --position",
      (.missingValue, "--position needs a value: --position N")),
    Refusal(
      "option as value", "open --position --private",
      (
        .missingValue,
        "--position needs a value before “--private”; write --position=--private if that is the "
          + "value"
      )),
    Refusal(
      "second value missing", "forget --between -5",
      (.missingValue, "--between needs a value: --between A B")),
    Refusal(
      "twice", "open --position 1 --position 2", (.conflict, "--position was given twice")),
    Refusal(
      "exclusive", "close --left --right", (.conflict, "--left and --right cannot be combined")),
    Refusal("missing", "travel", (.missingArgument, "“travel” needs N: travel N")),
    Refusal(
      "second missing", "move 3",
      (.missingArgument, "“move” needs POSITION: move TAB POSITION [--window N]")),
    Refusal(
      "too many", "window 1 2",
      (
        .extraArgument,
        "“2” is one argument too many: window WINDOW; “window 1 ; window 2” does both"
      )),
    Refusal(
      "none wanted", "next x", (.extraArgument, "“next” takes no arguments, but got “x”")),
    Refusal(
      "no number", "travel x", (.badValue, "N needs a whole number, not “x”")),
    Refusal(
      "too large", "travel 99999999999999999999",
      (.badValue, "N needs a whole number, not “99999999999999999999”")),
    Refusal(
      "zero", "open --position 0",
      (.badValue, "--position needs a whole number of 1 or more, not “0”")),
    Refusal(
      "no reference", "close #x",
      (
        .badValue,
        "TAB needs a position (3, or 2:3 in the second window), an id (#4711) or words of a title, "
          + "not “#x”"
      )),
    Refusal(
      "negative position", "close -1",
      (
        .badValue,
        "TAB needs a position (3, or 2:3 in the second window), an id (#4711) or words of a title, "
          + "not “-1”"
      )),
    Refusal(
      "negative percent", "zoom -5", (.badValue, "PERCENT needs a percentage (125), not “-5”")),
    Refusal(
      "choice", "export jsn",
      (.badValue, "FORMAT needs one of firefox, html, json, not “jsn”; did you mean “json”?")),
    Refusal(
      "unknown command near", "opne a",
      (.unknownCommand, "unknown command “opne”; did you mean “open”?")),
    Refusal(
      "unknown command far", "xyzzy",
      (.unknownCommand, "unknown command “xyzzy”; “help” lists the commands")),
    Refusal(
      "quoted command", "'open a'",
      (.unknownCommand, "unknown command “open a”; use -c for a complete line")),
    Refusal(
      "second word missing", "page", (.missingArgument, "“page” needs one of title, scroll")),
    Refusal(
      "second word near", "page titel x",
      (.unknownCommand, "unknown command “page titel”; did you mean “page title”?")),
    Refusal(
      "second word far", "page zzzzzz",
      (
        .unknownCommand,
        "unknown command “page zzzzzz”; “page” must be followed by one of title, scroll"
      )),
  ]

  @Test(arguments: refusals) func `the error of an invalid line names the problem`(row: Refusal)
    throws
  {
    let error = try #require(throws: UsageError.self) { _ = try Self.read(row.input) }
    #expect(error.code == row.expected.0)
    #expect(error.message == row.expected.1)
  }

  @Test func `an error contains the range of the invalid bytes`() throws {
    let error = try #require(throws: UsageError.self) { _ = try Self.read("open é --nope") }
    #expect(error.range == 8..<14)
  }

  @Test(arguments: [
    Case("command", "open --help", "open"), Case("after others", "open a --help", "open"),
    Case("family", "page --help", "page"), Case("member", "page title --help", "page title"),
  ])
  func `help is an option of every command`(row: Case<String, String>) throws {
    let meaning = try SampleTable.index.read(Words(row.input).commands[0])
    #expect(meaning == .help(topic: row.expected))
  }

  @Test func `a faulty table reports its faults`() {
    let index = CommandIndex([
      CommandDeclaration(
        "a", in: .tabs, .reads, "Ends.",
        takes: [.repeated("x", .word), .optional("y", .text)],
        options: [.flag("x", "twice")], exclusive: [["z"]],
        examples: [.init("a --q", "fails"), .init("b", "shows another")]),
      CommandDeclaration("b", in: .tabs, .reads, ""),
    ])
    #expect(
      index.faults == [
        "“a”: two things are named “x”",
        "“a”: there is no option --z to exclude others",
        "“a”: more than one parameter takes all words",
        "“a”: a summary ends in a full stop",
        "“a”: the example “a --q” fails: unknown option “--q”; “help a” lists the options of “a”; "
          + "put -- before words that begin with a dash but are not options",
        "“a”: the example “b” does not show it",
        "“b”: a summary is missing",
        "“b”: there is no example",
      ])
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `any words are parsed or rejected`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces =
      SampleTable.index.firstWords + [
        " ", " ", "--", "-", "=", "--position", "--tab", "--between", "new", "title", "3", "#4",
        "#-", "%", "'", "\"", "99999999999999999999", "-9223372036854775808", "--help",
      ]
    let line = random.text(of: pieces, count: 20)
    for command in Words(line).commands {
      do {
        switch try SampleTable.index.read(command) {
        case .run(let place, let arguments):
          #expect(SampleTable.declarations[place] == arguments.declaration)
        case .help(let topic):
          #expect(!topic.isEmpty)
        }
      } catch let error as UsageError {
        #expect(!error.message.isEmpty)
        if let range = error.range { #expect(range.upperBound <= line.utf8.count) }
      }
    }
    let offset = Int.random(in: -1...(line.utf8.count + 1), using: &random)
    let cursor = SampleTable.index.cursor(in: line, at: offset)
    #expect(cursor.range.upperBound <= max(0, offset) + 2)
  }
}
