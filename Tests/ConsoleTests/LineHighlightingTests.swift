import Foundation
import LineEditing
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

@Suite struct LineHighlightingTests {
  private let aliases: Aliases

  init() throws {
    var aliases = Aliases(CommandCatalogue.table.index)
    try aliases.define("bg", as: "open --background")
    self.aliases = aliases
  }

  /// Returns the line with its styled parts in brackets: `[error:opn] x`.
  private func marked(_ line: String) -> String {
    let parts = LineHighlighting(CommandCatalogue.table.index, aliases, line).parts
    let bytes = Array(line.utf8)
    var marked = ""
    var end = 0
    for part in parts {
      let before = String(decoding: bytes[end..<part.range.lowerBound], as: UTF8.self)
      let text = String(decoding: bytes[part.range], as: UTF8.self)
      marked += "\(before)[\(part.role.rawValue):\(text)]"
      end = part.range.upperBound
    }
    return marked + String(decoding: bytes[end...], as: UTF8.self)
  }

  @Test(arguments: [
    Case("unknown commands", "opn x", "[error:opn] x"),
    Case("commands of others", "ls ", "[error:ls] "),
    Case("second words", "zoom inn ", "zoom [error:inn] "),
    Case("options", "tabs --bogus x", "tabs [error:--bogus] x"),
    Case("numbers", "zoom 12x", "zoom [error:12x]"),
    Case("numbers behind options", "open --position two", "open --position [error:two]"),
    Case("numbers behind an equals sign", "log --limit=x1 ", "log [error:--limit=x1] "),
    Case("choices", "group 1 --color pruple ", "group 1 --color [error:pruple] "),
    Case("one argument too many", "next page", "next [error:page]"),
    Case("each command", "opn ; tabs ; tbas ", "[error:opn] ; tabs ; [error:tbas] "),
    Case("behind letters of two bytes", "find é ; tbas ", "find é ; [error:tbas] "),
  ])
  func `errors are highlighted`(row: Case<String, String>) {
    #expect(marked(row.input) == row.expected)
  }

  @Test(arguments: [
    "", "o", "open", "open ", "open --", "open --back", "open --position", "open --position ",
    "window", "window n", "zoom i", "group 1 --color pur", "show #", "tab 2:",
    "move 1", "log --since yester", "at @", "whatif", "bookmark ad",
  ])
  func `an unfinished word is not an error`(line: String) {
    #expect(marked(line) == line)
  }

  @Test(arguments: [
    Case("words in quotes", "find 'a b' \"c\"", "find [string:'a b'] [string:\"c\"]"),
    Case("an open quote", "find 'a b", "find [string:'a b]"),
    Case("a value in quotes", "bookmark --title='a b' x", "bookmark --title=[string:'a b'] x"),
    Case("a wrong value in quotes", "zoom 'x' ", "zoom [error:'x'] "),
    Case(
      "several lines", "tabs\n# é\nfind 'a\nb'\nopn x",
      "tabs\n[comment:# é]\nfind [string:'a\nb']\n[error:opn] x"),
    Case("an alias", "bg x ; bog ", "bg x ; [error:bog] "),
    Case("behind an alias", "bg x --pos", "bg x --pos"),
    Case("an error behind an alias", "bg x --bog ", "bg x [error:--bog] "),
    Case("comments", "  # open x", "  [comment:# open x]"), Case("ids", "tab #12", "tab #12"),
  ])
  func `strings and comments are highlighted`(row: Case<String, String>) {
    #expect(marked(row.input) == row.expected)
  }

  @Test(
    arguments: [
      ([], [:], true), (["--color", "never"], [:], false), ([], ["NO_COLOR": "1"], false),
      ([], ["TERM": "dumb"], false),
    ] as [([String], [String: String], Bool)])
  func `a terminal shows styles if colours are enabled`(
    options: [String], environment: [String: String], isColored: Bool
  ) throws {
    let home = try TemporaryFolder()
    let sign = environment["TERM"] == "dumb" ? ">" : "❯"
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["--memory"] + options,
      environment: ["HOME": home.path, "TZ": "UTC"].merging(environment) { $1 })
    try process.expect(sign)
    try process.waitUntilEditing()
    try process.type("nonsense here")
    // libedit's own output comes first.
    try process.expect("e")
    try process.type("\r")
    try process.expect("Unknown command")
    #expect(process.output.contains("\u{1b}[31mnonsense\u{1b}[0m") == isColored)
    try process.expect(sign)
    try process.waitUntilEditing()
    try process.type("quit\r")
    #expect(try process.end() == 0)
  }

  @Test func `a quote that was opened on an earlier line is highlighted in the current line`() {
    let highlights = LineHighlighting(CommandCatalogue.table.index, aliases, "find 'a\nb' --bogus")
      .highlights(in: .colored, after: 8)
    #expect(highlights.map(\.range) == [0..<2, 3..<10])
    #expect(highlights.map(\.style) == ["\u{1b}[32m", "\u{1b}[31m"])
  }
}
