import Foundation
import TestSupport
import Testing

@testable import Console

/// What is shown where there is little room, or no sign but those of ASCII.
@Suite struct NarrowTests {
  @Test(arguments: [
    Case("what fits", "one two", "one two"), Case("spaces", "one two three", "one two\nthree"),
    Case("several lines", "one two three\n\nfour", "one two\nthree\n\nfour"),
    Case("a margin", "  one two three", "  one two\n  three"),
    Case("a long word", "a abcdefghijklm b", "a\nabcdefghijklm\nb"),
    Case("two columns a sign", "日本 日本 日", "日本 日本\n日"),
    Case(
      "looks take no room", "\u{1b}[31mone two three\u{1b}[0m", "\u{1b}[31mone two\nthree\u{1b}[0m"),
    Case("several spaces", "one  two  three", "one  two \nthree"),
  ])
  func `lines of ten columns are broken between words`(row: Case<String, String>) {
    let text = VisibleText(trusted: row.input)
    #expect(text.wrapped(toColumns: 10).text == row.expected)
    #expect(text.wrapped(toColumns: nil).text == row.input)
  }

  @Test func `a table without room for its last column has it below`() {
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

  @Test func `signs of the program are ASCII, column for column`() {
    let text = VisibleText(trusted: "“a” — b… ▸ ❯ é日")
    #expect(text.withASCIISigns.text == "\"a\" - b~ > > é日")
    #expect(text.withASCIISigns.columns == text.columns)
  }

  /// All that the console shows of a state without words from elsewhere.
  @Test(arguments: [("LANG", "C"), ("TERM", "dumb")])
  func `a plain terminal gets plain ASCII`(variable: String, value: String) throws {
    let home = try TemporaryFolder()
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["--profile", home.profile],
      environment: [
        "HOME": home.path, "TZ": "UTC", "RETRACE_PAGER": "cat", "NO_COLOR": "1",
        variable: value,
      ])
    try process.expect("Ctrl-D leaves")
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

@Suite struct ShownURLTests {
  @Test(arguments: [
    Case("a host", "https://xn--bcher-kva.example/", "https://bücher.example/"),
    Case("a deceptive host", "https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/"),
    Case("a path", "https://a.example/stra%C3%9Fe/%E6%97%A5", "https://a.example/straße/日"),
    Case("a query", "https://a.example/?q=%E6%97%A5&p=%26", "https://a.example/?q=日&p=%26"),
    Case("a fragment", "https://a.example/#%C3%BC", "https://a.example/#ü"),
    Case("a picture", "https://a.example/%F0%9F%8E%89", "https://a.example/%F0%9F%8E%89"),
    Case("ASCII", "https://a.example/a%20b%2Fc%25", "https://a.example/a%20b%2Fc%25"),
    Case("other bytes", "https://a.example/%E6%97%FF", "https://a.example/%E6%97%FF"),
    Case("small digits", "https://a.example/%c3%bc", "https://a.example/%c3%bc"),
    Case("a space", "https://a.example/%C2%A0", "https://a.example/%C2%A0"),
    Case("a joiner", "https://a.example/a%E2%80%8Db", "https://a.example/a%E2%80%8Db"),
    Case("an override", "https://a.example/%E2%80%AEb", "https://a.example/%E2%80%AEb"),
    Case("a slash of another script", "https://a.example/%E2%88%95", "https://a.example/%E2%88%95"),
    Case("a filler", "https://a.example/%E3%85%A4", "https://a.example/%E3%85%A4"),
    Case("an opaque path", "data:text/plain,%C3%BC", "data:text/plain,ü"),
    Case("no URL", "100% xn--", "100% xn--"),
  ])
  func `a list shows a URL in letters, where it stays the same`(row: Case<String, String>) {
    #expect(shownURL(row.input, art: .unicode).text == row.expected)
    #expect(shownURL(row.input, art: .ascii).text == row.input)
  }

  @Test(arguments: [
    ("C.UTF-8", "https://bücher.example/日"), ("C", "https://xn--bcher-kva.example/%E6%97%A5"),
  ])
  func `lists and sentences show it as the locale can`(locale: String, shown: String) throws {
    let lines = [
      "tabs", "history", "trail", "bookmarks", "visits", "find b", "log", "diff start", "close 1",
      "closed",
    ]
    let url = "https://xn--bcher-kva.example/%E6%97%A5"
    let run = try RetraceProcess.run(
      ["--memory", "--echo"],
      input: (["open \(url)", "bookmark \(url)"] + lines).map { $0 + "\n" }.joined(),
      environment: ["LANG": locale])
    let answers = run.output.split(separator: "> ").dropFirst(2)
    #expect(answers.count == lines.count)
    for answer in answers { #expect(answer.contains(shown), "\(answer)") }
  }
}
