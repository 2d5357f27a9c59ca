import TestSupport
import Testing

@testable import HistoryStorage

struct HistoryEncodingTests {
  @Test func `white space and controls become octal`() {
    let line = String(decoding: HistoryEncoding.encode("open é\\\n\u{1B}x"), as: UTF8.self)
    #expect(line == "open\\040é\\134\\012\\033x\n")
  }

  @Test(arguments: [
    ("open\\040one", "open one"), ("a\\^Ab", "a\u{1}b"), ("\\M-C\\M-)", "é"), ("a\\\\b", "a\\b"),
    ("a\\nb\\s", "a\nb "), ("\\^?", "\u{7F}"), ("plain text", "plain text"),
    ("\\q\\", "\\q\\"), ("\\08", "8"), ("\\777x", "\\777x"), ("\\M", "\\M"), ("a\\000b", "ab"),
  ])
  func `all output of vis is decoded`(line: String, entry: String) {
    #expect(HistoryEncoding.decode(line.utf8) == entry)
  }

  @Test func `invalid bytes are replaced, and an empty entry is ignored`() {
    #expect(HistoryEncoding.decode([0x61, 0xFF]) == "a\u{FFFD}")
    #expect(HistoryEncoding.decode([]) == nil)
    #expect(HistoryEncoding.decode("\\000".utf8) == nil)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `any entry is decoded unchanged`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("ab \\\n\t\u{1}\u{7F}\u{85}é日👩‍🚀^M-0123".unicodeScalars)
    let count = Int.random(in: 1...30, using: &random)
    let entry = String(
      String.UnicodeScalarView(
        (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }))
    let line = HistoryEncoding.encode(entry)
    #expect(line.firstIndex(of: 0x0A) == line.count - 1)
    #expect(HistoryEncoding.decode(line.dropLast()) == entry)
  }
}
