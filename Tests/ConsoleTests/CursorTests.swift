import CommandKit
import Foundation
import TestSupport
import Testing

@Suite struct CursorTests {
  typealias Row = Case<String, [CursorContext.Candidate]>

  static func places(_ names: String...) -> [Int] {
    names.compactMap { SampleTable.index.place(of: $0) }
  }

  static let rows: [Row] = [
    Row("nothing typed", "", [.command]),
    Row("part of a command", "op", [.command]),
    Row("after a semicolon", "next ; ", [.command]),
    Row("after a semicolon, typed", "next ; op", [.command]),
    Row("first argument", "open ", [.value(.address)]),
    Row("more of a text", "open rust b", [.value(.address)]),
    Row("open quote", "open 'rust b", [.value(.address)]),
    Row("option", "open --b", [.option(places: places("open"))]),
    Row("one dash", "open -", [.option(places: places("open"))]),
    Row("two dashes", "open a --", [.option(places: places("open"))]),
    Row("value of an option", "open --from ", [.value(.tab)]),
    Row("value after equals", "open --from=#4", [.value(.tab)]),
    Row("after the value", "open --from 3 ", [.value(.address)]),
    Row("second value", "forget --between -5 ", [.value(.point)]),
    Row("after the end of options", "open -- --b", [.value(.address)]),
    Row("second word or argument", "window ", [.secondWord(after: "window"), .value(.window)]),
    Row("second word alone", "page ti", [.secondWord(after: "page")]),
    Row("second word after an option", "page --tab 3 ", [.secondWord(after: "page")]),
    Row("after the second word", "page title ", [.value(.text)]),
    Row("second argument", "move 3 ", [.value(.positive)]),
    Row("no more arguments", "move 3 1 ", []),
    Row("list", "close 3 4 ", [.value(.tab)]),
    Row("end of a list", "restore tabs ", [.value(.word)]),
    Row("comment", "# next op", []),
    Row("unknown command", "xyzzy ", []),
    Row("unknown option", "open --nope=", []),
  ]

  @Test(arguments: rows) func `the candidates at the cursor are determined`(row: Row) {
    #expect(SampleTable.index.cursor(in: row.input).candidates == row.expected)
  }

  @Test func `completion replaces the word at the cursor`() {
    let index = SampleTable.index
    #expect(index.cursor(in: "open --from=#4").range == 12..<14)
    #expect(index.cursor(in: "open --from=#4").text == "#4")
    #expect(index.cursor(in: "open 'a b").isInQuotes)
    #expect(index.cursor(in: "open 'a b").range == 5..<9)
    #expect(index.cursor(in: "open abc", at: 6).text == "a")
    #expect(index.cursor(in: "open abc", at: 2).candidates == [.command])
  }

  @Test func `the hint shows the remaining arguments`() {
    let index = SampleTable.index
    #expect(index.cursor(in: "move ").hint == ["TAB", "POSITION"])
    #expect(index.cursor(in: "move 3").hint == ["POSITION"])
    #expect(index.cursor(in: "set ").hint == ["[NAME]", "[VALUE]"])
    #expect(index.cursor(in: "next ").hint == [])
  }

  @Test(arguments: [
    Row("no arguments", "", [.command]), Row("option of the program", "--js", [.programOption]),
    Row("its value", "-p ", [.value(.profile)]),
    Row("its value after equals", "--branch=m", [.value(.branch)]),
    Row("command after options", "--json -p x op", [.command]),
    Row("end of the options", "-p x -- op", [.command]),
    Row("argument", "-p x close ", [.value(.tab)]),
    Row("option of the command", "--json open --b", [.option(places: places("open"))]),
    Row("unknown option", "--nope op", [.command]),
  ])
  func `the arguments of the program are known`(row: Row) {
    let words = Words.verbatim(row.input.components(separatedBy: " "))
    #expect(SampleTable.index.cursor(atEndOf: words).candidates == row.expected)
  }
}
