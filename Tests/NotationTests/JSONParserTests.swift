import Notation
import Testing

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)) }

  @Test func `a document of all kinds`() throws {
    #expect(
      try parse(" {\"a\": [1, -2.5, 1e3, true, false, null, \"x\"], \"b\": {}, \"a\": 2} ")
        == .object([
          (
            "a",
            .array([
              .integer(1), .number(-2.5), .number(1_000), .bool(true), .bool(false), .null,
              .string("x"),
            ])
          ), ("b", .object([])), ("a", .integer(2)),
        ]))
  }

  @Test func `escapes, surrogate pairs and lone surrogates`() throws {
    #expect(
      try parse(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\uD83D!\uDE00""#)
        == .string("\"\\/\u{8}\u{C}\n\r\té😀\u{FFFD}!\u{FFFD}"))
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "\"abc", "tru", "1.2.3", "[1]x",
    "\"\\x\"", "\"\\u12g4\"", "1e999", "nul", "-", "]",
  ])
  func `an invalid document is reported`(_ text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test func `depth is bounded`() throws {
    let deepest = JSONParser.deepest
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try parse(nested(deepest)) }
    #expect(throws: JSONError.self) { try parse(nested(deepest + 1)) }
    #expect(throws: JSONError.self) { try parse(nested(1_000_000)) }
  }
}
