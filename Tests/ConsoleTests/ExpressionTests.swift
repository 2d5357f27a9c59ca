import BrowserModel
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// The expressions of `when`.
@Suite struct ExpressionTests {
  @Test(arguments: [
    Case("words", "tab rust book", [Condition.tab(["rust", "book"])]),
    Case("quoted", #"tab "rust and \"book\"" 'x y'"#, [.tab(["rust and \"book\"", "x y"])]),
    Case("an id", "tab #4711", [.open(TabID(4711))]),
    Case("a private id", "closed #-5", [.closed(EventID(-5))]),
    Case("a count", "tabs > 50", [.count(.tabs, .more, 50)]),
    Case("without spaces", "tabs>=50", [.count(.tabs, .atLeast, 50)]),
    Case("closed counted", "closed!=0", [.count(.closed, .unequal, 0)]),
    Case("a URL with signs", "url ~ a?x=1~2", [.url(["a?x=1~2"])]),
    Case("a title", "title~x", [.title(["x"])]),
    Case(
      "a zoom", "zoom Example.com <= 125%",
      [.zoom(host: "example.com", .atMost, hundredths: 12_500)]),
    Case("a default", "zoom default = 100 %", [.defaultZoom(.equal, hundredths: 10_000)]),
    Case(
      "several", "windows < 2 and (groups = 1 or not bookmarks > 3)",
      [.count(.windows, .less, 2), .count(.groups, .equal, 1), .count(.bookmarks, .more, 3)]),
  ])
  func `conditions are read`(row: Case<String, [Condition]>) throws {
    #expect(try ExpressionParser.parse(row.input).conditions == row.expected)
  }

  @Test(arguments: [
    Case("and before or", "tabs > 1 or tabs > 2 and tabs > 3", [true, false, true]),
    Case("parentheses", "(tabs > 1 or tabs > 2) and tabs > 3", [false, false, true]),
    Case("not", "not tabs > 1 or tabs > 2 and tabs > 3", [false, true, true]),
    Case("not not", "not not tabs > 1 and tabs > 2 and tabs > 3", [false, false, true]),
  ])
  func `conditions are combined with the usual precedence`(row: Case<String, [Bool]>) throws {
    let expression = try ExpressionParser.parse(row.input)
    let values = [[true, false, false], [false, true, false], [true, true, true]]
    #expect(values.map { expression.holds($0) } == row.expected)
  }

  @Test(arguments: [
    Case("nothing", "", "At column 1 of “”, expected a condition"),
    Case(
      "no condition", "tabs > 1 and", "At column 13 of “tabs > 1 and”, expected a condition"),
    Case("a slip", "tbas > 1", "At column 1 of “tbas > 1”, expected “tabs”, not “tbas”."),
    Case("no number", "tabs > ö", "column 8 of “tabs > ö”, expected a number, not “ö”."),
    Case("a column", "title ~ ö and tabs 3", "column 20 of"),
    Case("too large", "tabs > 99999999999", "a number, not “99999999999”"),
    Case("no such id", "tab #99999999999", "a valid id, not “#99999999999”"),
    Case("open", "(tabs > 3", "column 10 of “(tabs > 3”, expected “and”, “or” or “)”."),
    Case("closed", "tabs > 3)", "“and”, “or” or the end, not “)”."),
    Case("open quote", "tab 'x", "a closing quote, not “'x”"),
    Case("no words", "tab and url", "words (tab rust) or an id (tab #4711), not “and”."),
    Case("no operator", "url x", "“~” and words, not “x”."),
  ])
  func `an error names its position and cause`(row: Case<String, String>) throws {
    do {
      let expression = try ExpressionParser.parse(row.input)
      Issue.record("it was read: \(expression)")
    } catch let error as CommandError {
      #expect(error.message.contains(row.expected))
    }
  }

  @Test func `depth and length are limited, so no input crashes the program`() throws {
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: CommandError.self) { try ExpressionParser.parse(deep + "tabs > 1") }
    let negations = String(repeating: "not ", count: 100_000)
    #expect(throws: CommandError.self) { try ExpressionParser.parse(negations + "tabs > 1") }
    let words = String(repeating: "x ", count: 65)
    #expect(throws: CommandError.self) { try ExpressionParser.parse("tab " + words) }
    let joined = Array(repeating: "tabs > 1", count: 10_000).joined(separator: " and ")
    #expect(try ExpressionParser.parse(joined).conditions.count == 10_000)
  }

  @Test(arguments: 0..<200)
  func `no input crashes the program`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let tokens = [
      "tab", "tabs", "closed", "url", "title", "zoom", "default", "and", "or", "not", "(", ")", "<",
      "<=", "=", "!=", "!", "~", "#1", "#-1", "#", "x", "\"", "'", "\"a b\"", "5", "-5", "100%",
      "%",
      "\\", "ö", "\u{0}", "example.com",
    ]
    var read = 0
    for _ in 0..<200 {
      let text =
        random.once(in: 3)
        ? String(
          decoding: (0..<random.below(40)).map { _ in UInt8(random.below(256)) }, as: UTF8.self)
        : (0..<random.below(14)).map { _ in random.pick(tokens) }
          .joined(separator: random.once(in: 4) ? "" : " ")
      do {
        _ = try ExpressionParser.parse(text)
        read += 1
      } catch let error as CommandError {
        let column = error.message.dropFirst("At column ".count).prefix(while: \.isNumber)
        #expect((1...text.count + 1).contains(Int(column) ?? 0), "\(text)")
      }
    }
    #expect(read < 200)
  }
}
