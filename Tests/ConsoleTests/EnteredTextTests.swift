import TestSupport
import Testing

@testable import CommandKit

@Suite struct EnteredTextTests {
  @Test(arguments: [
    Case("one line", "tabs", ["tabs"]), Case("nothing", "", [""]),
    Case("lines", "tabs\n\n# a \"\nnext", ["tabs", "", "# a \"", "next"]),
    Case("a newline in quotes", "find \"a\n\nb\" c\nnext", ["find \"a\n\nb\" c", "next"]),
    Case("an open quote", "next\nfind 'a\nnext", ["next", "find 'a\nnext"]),
    Case("another quote in it", "find 'a\n\"b\nc'\nnext", ["find 'a\n\"b\nc'", "next"]),
    Case("one that opens where one ends", "find 'a\nb' 'c\nd'", ["find 'a\nb' 'c\nd'"]),
    Case(
      "a mark behind the quote", "find \"a\nb\"\u{301}\nnext", ["find \"a\nb\"\u{301}", "next"]),
  ])
  func `a newline ends a line outside of quotes`(row: Case<String, [String]>) {
    let text = EnteredText(row.input)
    #expect(text.lines.map(\.text) == row.expected)
    for line in text.lines {
      #expect(row.input.utf8.dropFirst(line.offset).starts(with: line.text.utf8))
    }
    #expect(text.openQuote?.quote == (row.name == "an open quote" ? "'" : nil))
  }

  @Test func `a long text with an open quote is split quickly`() {
    let rows = 50_000
    let text = "find 'a\n" + String(repeating: "some text\n", count: rows) + "'\nnext"
    #expect(EnteredText(text).lines.count == 2)
  }
}
