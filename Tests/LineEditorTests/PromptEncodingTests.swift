import TestSupport
import Testing

@testable import LineEditing

struct PromptEncodingTests {
  @Test(arguments: [
    ("> ", "> "),
    ("\u{1B}[1m> ", "\u{1}\u{1B}[1m\u{1}> "),
    ("\u{1B}[1m\u{1B}[31ma\u{1B}[0m b", "\u{1}\u{1B}[1m\u{1B}[31m\u{1}a\u{1}\u{1B}[0m\u{1} b"),
    ("\u{1B}[1m> \u{1B}[0m", "\u{1}\u{1B}[1m\u{1}>\u{1}\u{1B}[0m\u{1} "),
    ("\u{1B}[1ma\u{1B}[0m", "\u{1}\u{1B}[1m\u{1}a\u{1}\u{1B}[0m\u{1} "),
    ("two\nlines\u{1}", "twolines"),
    ("", ""),
  ])
  func `each run of sequences precedes a visible character`(text: String, encoded: String) {
    #expect(PromptEncoding.encode(text) == encoded)
  }
}
