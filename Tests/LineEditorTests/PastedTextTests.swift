import Testing

@testable import LineEditing

struct PastedTextTests {
  @Test(arguments: [
    ("one", "one"), (" one ", " one "), ("one\n", "one"), ("a\tb", "a b"),
    ("one\ntwo", "one\ntwo"), ("one\r\n\r\n  two  \r\n", "one\n\n  two  "),
    ("one\rtwo", "one\ntwo"), ("\n\n", ""), ("", ""), ("a\u{0}\u{1B}b\u{9B}", "ab"),
  ])
  func `pasted text keeps its newlines except the last`(pasted: String, text: String) {
    #expect(PastedText.text(of: pasted.unicodeScalars) == text)
  }
}
