import Testing

@testable import LineEditor

struct PastedTextTests {
  @Test(arguments: [
    ("one", "one"), (" one ", " one "), ("one\n", "one"), ("a\tb", "a b"),
    ("one\ntwo", "one\ntwo"), ("one\r\n\r\n  two  \r\n", "one\n\n  two  "),
    ("one\rtwo", "one\ntwo"), ("\n\n", ""), ("", ""), ("a\u{0}\u{1B}b\u{9B}", "ab"),
  ])
  func `pasted text keeps its newlines, but for the last`(pasted: String, text: String) {
    #expect(PastedText.text(of: pasted.unicodeScalars) == text)
  }
}

struct ByteDecoderTests {
  private func decode(_ bytes: [UInt8]) -> String {
    var decoder = ByteDecoder()
    return String(String.UnicodeScalarView(bytes.compactMap { decoder.decode($0) }))
  }

  @Test(arguments: ["abc", "é", "日本", "👩‍🚀", "e\u{301}", "\u{10FFFF}"])
  func `text comes back as it is`(text: String) {
    #expect(decode(Array(text.utf8)) == text)
  }

  @Test(arguments: [
    ([0xFF, 0x61], "a"), ([0xC3, 0x61], "a"), ([0x80, 0x61], "a"), ([0xE6, 0x97, 0x0D], "\r"),
    ([0xC0, 0x80, 0x61], "a"), ([0xED, 0xA0, 0x80, 0x61], "a"), ([0xF5, 0x61], "a"),
    ([0xE6, 0xC3, 0xA9], "é"), ([0xC2, 0x90, 0x61], "a"),
  ])
  func `wrong bytes are dropped and nothing else`(bytes: [UInt8], text: String) {
    #expect(decode(bytes) == text)
  }
}

struct UndoStackTests {
  private func state(_ text: String) -> UndoStack.State {
    UndoStack.State(text: Array(text.unicodeScalars), cursor: text.unicodeScalars.count)
  }

  @Test func `words are taken back one by one`() {
    var stack = UndoStack()
    for text in ["", "a", "ab", "ab ", "ab c", "ab cd", "ab "] { stack.record(state(text)) }
    let undone = [stack.undo(), stack.undo(), stack.undo(), stack.undo()]
    #expect(undone == [state("ab cd"), state("ab"), state(""), nil])
  }

  @Test func `a new change after taking one back can be taken back`() {
    var stack = UndoStack()
    for text in ["", "one", "one two"] { stack.record(state(text)) }
    #expect(stack.undo() == state("one"))
    stack.record(state("one"))
    stack.record(state("one three"))
    #expect(stack.undo() == state("one"))
  }

  @Test func `moving the cursor is no change`() {
    var stack = UndoStack()
    stack.record(state("a"))
    stack.record(UndoStack.State(text: ["a"], cursor: 0))
    #expect(stack.undo() == state(""))
    #expect(stack.undo() == nil)
  }
}
