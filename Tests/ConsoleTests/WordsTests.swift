import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

@Suite struct WordsTests {
  typealias Row = Case<String, [[String]]>

  static let rows: [Row] = [
    Row("empty", "", []),
    Row("spaces", "   ", []),
    Row("one word", "next", [["next"]]),
    Row("several spaces", "  open   a  ", [["open", "a"]]),
    Row("single quotes", "open 'a b'", [["open", "a b"]]),
    Row("double quotes", #"open "a b""#, [["open", "a b"]]),
    Row("empty quotes", #"set x """#, [["set", "x", ""]]),
    Row("escapes in double quotes", #""a\"b\\c""#, [[#"a"b\c"#]]),
    Row("other backslashes stay", #""a\nb" c\d"#, [[#"a\nb"#, #"c\d"#]]),
    Row("no escapes in single quotes", #"'a\' b"#, [[#"a\"#, "b"]]),
    Row("single quote ends at single quote", #"'a"b'"#, [[#"a"b"#]]),
    Row("quote inside a word", #"it's a"b"#, [["it's", #"a"b"#]]),
    Row("what follows a quote", #""a"b"#, [["ab"]]),
    Row("quotes join", #"open 'it''s' 'a'"'"'b'"#, [["open", "its", "a'b"]]),
    Row("empty quotes are a word", "page title ''", [["page", "title", ""]]),
    Row(
      "an option in quotes",
      "bookmark --title='My "
        + "page' x", [["bookmark", "--title=My page", "x"]]),
    Row("an option in part in quotes", #"x --a="b c"d"#, [["x", "--a=b cd"]]),
    Row("an option with a quote inside", "x --a=it's b", [["x", "--a=it's", "b"]]),
    Row("and after a quote", "open 'a'&& next", [["open", "a"], ["next"]]),
    Row("semicolon alone", "next ; previous", [["next"], ["previous"]]),
    Row("semicolon inside", "open a;b", [["open", "a;b"]]),
    Row("semicolon at the end of a command", "next; previous", [["next"], ["previous"]]),
    Row("semicolon at the end of a text", "open a; b", [["open", "a;", "b"]]),
    Row("two semicolons at the end", "next;;", [["next;;"]]),
    Row("and", "next && previous", [["next"], ["previous"]]),
    Row("and inside", "open a&&b", [["open", "a&&b"]]),
    Row("semicolon in quotes", "open ';'", [["open", ";"]]),
    Row("semicolon after a quote", "open 'a'; next", [["open", "a"], ["next"]]),
    Row("empty commands", "; ;; ; next ;", [[";;"], ["next"]]),
    Row("comment line", "# open a", []),
    Row("comment without a space at the start", "#!/usr/bin/env retrace", []),
    Row("comment after spaces", "   # open", []),
    Row(
      "a number sign after a command is text", "go ^ & * # %", [["go", "^", "&", "*", "#", "%"]]),
    Row("id", "tab #12", [["tab", "#12"]]),
    Row("id after a semicolon", "next ; tab #12", [["next"], ["tab", "#12"]]),
    Row("number sign at the end", "go C #", [["go", "C", "#"]]),
    Row("number sign in a word", "go C# tutorial", [["go", "C#", "tutorial"]]),
    Row("quoted number sign", "go '#' x", [["go", "#", "x"]]),
    Row("fragment", "open http://a/#b c", [["open", "http://a/#b", "c"]]),
    Row("indented with tabs", "\t\tnext\t", [["next"]]),
    Row("tab inside a text", "page title a\tb", [["page", "title", "a\tb"]]),
    Row("NUL", "open a\0b", [["open", "a\0b"]]),
    Row("letters of several bytes", "öffne 日本 'é è'", [["öffne", "日本", "é è"]]),
  ]

  @Test(.timeLimit(.minutes(30))) func `a long text after a quote is scanned only once`() throws {
    let text = String(repeating: "a;&", count: 100_000)
    #expect(try Words.split("open 'b'" + text).map { $0.map(\.text) } == [["open", "b" + text]])
  }

  @Test(arguments: rows) func `a line splits into commands`(row: Row) throws {
    #expect(try Words.split(row.input).map { $0.map(\.text) } == row.expected)
  }

  @Test(arguments: [
    Case("tabs; windows", "tabs; windows", [["tabs"], ["windows"]]),
    Case("after a number", "close 3; tabs", [["close", "3"], ["tabs"]]),
    Case("after an option", "tabs --all; close 2", [["tabs", "--all"], ["close", "2"]]),
    Case("words that are searched for", "find a; tabs", [["find", "a"], ["tabs"]]),
    Case("in an address", "go http://a.example/;x; y", [["go", "http://a.example/;x;", "y"]]),
    Case("alone behind an address", "go a.example ; tabs", [["go", "a.example"], ["tabs"]]),
    Case("and behind an address", "go a.example && tabs", [["go", "a.example"], ["tabs"]]),
  ])
  func `a semicolon ends a word unless the command accepts text`(row: Case<String, [[String]]>)
    throws
  {
    let words = try Words.split(row.input, takesText: CommandCatalogue.table.index.takesText)
    #expect(words.map { $0.map(\.text) } == row.expected)
  }

  @Test(arguments: ["tabs | grep a", "log > file", "windows >> file", "close 1 < file"])
  func `pipes and redirections are reported`(line: String) throws {
    #expect {
      try CommandCatalogue.table.read(Words(line).commands[0])
    } throws: { error in
      (error as? UsageError)?.message.contains("works only in a shell") == true
    }
  }

  @Test func `in a text argument, such words are text`() throws {
    for line in ["go a | b", "page title a > b", "find '|' b", "open <"] {
      _ = try CommandCatalogue.table.read(Words(line).commands[0])
    }
  }

  @Test func `words contain their quotes and byte ranges`() {
    let words = Words(#"é 'b c' "d""#).commands.joined()
    #expect(
      Array(words) == [
        Word("é", range: 0..<2), Word("b c", isQuoted: true, range: 3..<8),
        Word("d", isQuoted: true, range: 9..<12),
      ])
  }

  @Test(arguments: [
    Case("double", #"open "http://a.example/"#, OpenQuote(quote: "\"", offset: 5)),
    Case("single", "'", OpenQuote(quote: "'", offset: 0)),
    Case("escape at the end", #"a "b\""#, OpenQuote(quote: "\"", offset: 2)),
    Case("after a finished one", #"'a' "b"#, OpenQuote(quote: "\"", offset: 4)),
  ])
  func `an open quote is refused`(row: Case<String, OpenQuote>) {
    #expect(throws: UsageError(row.expected)) { try Words.split(row.input) }
    #expect(Words(row.input).openQuote == row.expected)
  }

  @Test func `an open quote still produces a word`() {
    let word = Words(#"open "a b"#).commands[0][1]
    #expect(word == Word("a b", isQuoted: true, range: 5..<9))
  }

  @Test func `a comment contains its byte range`() {
    #expect(Words("  # x").comment == 2..<5)
    #expect(Words("next # x").comment == nil)
  }

  @Test func `arguments of the program are words without splitting`() {
    let words = Words.verbatim(["open", "a b", "#", ";", "'x"])
    #expect(words.map(\.text) == ["open", "a b", "#", ";", "'x"])
    #expect(words.map(\.range) == [0..<4, 5..<8, 9..<10, 11..<12, 13..<15])
  }

  @Test(arguments: [
    Case("long", Word("--x"), true), Case("short", Word("-x"), true),
    Case("negative", Word("-5"), false), Case("minus zero", Word("-0"), false),
    Case("negative fraction", Word("-.5"), false), Case("dash", Word("-"), false),
    Case("end", Word("--"), false), Case("quoted", Word("--x", isQuoted: true), false),
    Case("empty", Word(""), false), Case("not ASCII", Word("-é"), false),
  ])
  func `options are distinguished from other words`(row: Case<Word, Bool>) {
    #expect(row.input.isOption == row.expected)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `any line splits, and ranges cover words in order`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let line = random.text(of: [" ", "'", "\"", "\\", "#", ";", "a", "-", "é", "\t"], count: 40)
    let words = Words(line)
    var end = 0
    for word in words.commands.joined() {
      #expect(word.range.lowerBound >= end && word.range.upperBound <= line.utf8.count)
      end = word.range.upperBound
      let raw = String(decoding: Array(line.utf8)[word.range], as: UTF8.self)
      if !word.isQuoted { #expect(raw == word.text) }
    }
    #expect(!words.commands.contains([]))
  }
}
