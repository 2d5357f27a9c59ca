import Foundation
import Notation
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  @Test func `members are in the given order`() {
    var json = JSONWriter()
    json.object { json in
      json.member("sequence", 42)
      json.member("zoom", 1.25)
      json.member("default", 1.0)
      json.member("openerTabId", Int64?.none)
      json.member("active", true)
      json.array("tabs", of: [2, 9])
      json.array("windows") { json in
        json.object { $0.member("id", 1) }
        json.object { _ in }
      }
      json.object("settings") { $0.member("home", "about:start") }
      json.member("tags", [String]())
    }
    #expect(
      json.text
        == #"{"sequence":42,"zoom":1.25,"default":1.0,"openerTabId":null,"active":true,"#
        + #""tabs":[2,9],"windows":[{"id":1},{}],"settings":{"home":"about:start"},"tags":[]}"#)
  }

  @Test func `each document is on its own line`() {
    var json = JSONWriter()
    json.value(1)
    json.endLine()
    json.array { _ in }
    #expect(json.text == "1\n[]")
    json.removeAll()
    json.value("x")
    #expect(json.text == #""x""#)
  }

  @Test(arguments: [
    Case("plain", "abc é 日本 👩", #""abc é 日本 👩""#),
    Case("quotes and backslashes", #"a"b\c/"#, #""a\"b\\c/""#),
    Case("short escapes", "\u{8}\u{c}\n\r\t", #""\b\f\n\r\t""#),
    Case("controls", "\0\u{1b}\u{7f}\u{9b}", #""\u0000\u001b\u007f\u009b""#),
    Case("line separators", "\u{2028}\u{2029}", #""\u2028\u2029""#),
    Case("directions", "\u{202e}\u{2066}", #""\u202e\u2066""#),
    Case("beyond the first plane", "\u{e0041}x", #""\udb40\udc41x""#),
    Case("at both ends", "\na\n", #""\na\n""#),
    Case("empty", "", #""""#),
  ])
  func `strings are escaped`(row: Case<String, String>) {
    var json = JSONWriter()
    json.value(row.input)
    #expect(json.text == row.expected)
  }

  @Test(arguments: [
    Case("whole", 1.0, "1.0"), Case("quarter", 1.25, "1.25"),
    Case("third", 1.0 / 3, "0.3333333333333333"),
    Case("large", 1e20, "1e+20"), Case("small", 1e-300, "1e-300"), Case("minus zero", -0.0, "-0.0"),
    Case("infinite", Double.infinity, "null"), Case("no number", Double.nan, "null"),
  ])
  func `numbers are written in their shortest form`(row: Case<Double, String>) {
    var json = JSONWriter()
    json.value(row.input)
    #expect(json.text == row.expected)
  }

  @Test func `the limits of integers are written`() {
    var json = JSONWriter()
    json.value([Int64.min, Int64.max])
    #expect(json.text == "[-9223372036854775808,9223372036854775807]")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any string is read back unchanged`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var scalars = String.UnicodeScalarView()
    for _ in 0..<50 {
      let limit: UInt32 = [0x100, 0x3000, 0x11_0000].randomElement(using: &random) ?? 0x100
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
        scalars.append(scalar)
      }
    }
    let text = String(scalars)
    var json = JSONWriter()
    json.object { $0.member("text", text) }
    let read = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: String]
    #expect(read?["text"].map { Array($0.unicodeScalars) } == Array(scalars))
    #expect(!json.bytes.contains { $0 < 0x20 || $0 == 0x7f })
  }
}
