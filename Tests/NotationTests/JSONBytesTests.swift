import Notation
import Testing

/// Values written as JSON are read back unchanged.
struct JSONBytesTests {
  @Test func everyKindOfValueIsWritten() {
    let value = JSON.object([
      ("text", .string("a \"b\" \\ \n\u{1}é")),
      ("list", .array([.null, .bool(true), .integer(-3)])),
      ("half", .number(0.5)),
    ])
    let text = #"{"text":"a \"b\" \\ \u000a\u0001é","list":[null,true,-3],"half":0.5}"#
    #expect(String(decoding: value.bytes, as: UTF8.self) == text)
  }

  @Test func writtenValuesAreReadUnchanged() throws {
    let value = JSON.array([.string("\u{1F600}\t"), .object([("", .array([]))]), .number(1e300)])
    #expect(try JSONParser.parse(value.bytes) == value)
  }
}
