import Foundation
import TestSupport
import Testing

@testable import CommandKit

/// Output on narrow terminals, and on terminals that show only ASCII.
@Suite struct NarrowTests {
  @Test(arguments: [
    Case("text that fits", "one two", "one two"), Case("spaces", "one two three", "one two\nthree"),
    Case("several lines", "one two three\n\nfour", "one two\nthree\n\nfour"),
    Case("a margin", "  one two three", "  one two\n  three"),
    Case("a long word", "a abcdefghijklm b", "a\nabcdefghijklm\nb"),
    Case("two columns per character", "日本 日本 日", "日本 日本\n日"),
    Case(
      "looks take no room", "\u{1b}[31mone two three\u{1b}[0m", "\u{1b}[31mone two\nthree\u{1b}[0m"),
    Case("several spaces", "one  two  three", "one  two \nthree"),
  ])
  func `lines of ten columns are broken between words`(row: Case<String, String>) {
    let text = SafeText(trusted: row.input)
    #expect(text.wrapped(toColumns: 10).text == row.expected)
    #expect(text.wrapped(toColumns: nil).text == row.input)
  }

  @Test func `if a table has no room for its last column, the column is shown below`() {
    var table = Table([.left, .right, .left])
    table.add(["#1", "12", "short"])
    table.add(["#2 navigation.committed", "1234", "https://a.example/long"])
    #expect(
      table.lines(width: 30).map(\.text) == [
        "#1  12  short", "#2 navigation.committed  1234\n    https://a.example/long",
      ])
    #expect(
      table.lines(width: 60).map(\.text) == [
        "#1                         12  short",
        "#2 navigation.committed  1234  https://a.example/long",
      ])
  }

  @Test func `the program's own signs are replaced by ASCII of the same width`() {
    let text = SafeText(trusted: "“a” — b… ▸ ❯ é日")
    #expect(text.withASCIISigns.text == "\"a\" - b~ > > é日")
    #expect(text.withASCIISigns.columns == text.columns)
  }

  /// All output of the console about a state without foreign text.
  @Test(arguments: [("LANG", "C"), ("TERM", "dumb")])
  func `a plain terminal gets plain ASCII`(variable: String, value: String) throws {
    let home = try TemporaryFolder()
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["--profile", home.profile],
      environment: [
        "HOME": home.path, "TZ": "UTC", "RETRACE_PAGER": "cat", "NO_COLOR": "1",
        variable: value,
      ])
    try process.expect("Ctrl-D quits")
    let lines = [
      "open a.example ; page title A ; open b.example", "tabs", "windows", "trail", "history",
      "close 1", "closed", "log", "undo", "branch b", "branches", "bookmark --title B", "bookmarks",
      "visits", "find a", "diff start", "zoom 125", "zoom sites", "why 1", "state", "marks",
      "stats",
      "set", "at 3", "now", "nonsense", "tab nonsense", "help", "help keys", "help close",
      "help tutorial", "show 3", "when tabs > 1", "color", "verify",
    ]
    for line in lines + ["quit"] { try process.type(line + "\r") }
    #expect(try process.end() == 0)
    let strange = process.output.split(separator: "\n").filter {
      !$0.unicodeScalars.allSatisfy(\.isASCII)
    }
    #expect(strange == [])
  }
}
