import TestSupport
import Testing

@testable import LineEditor

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("a\u{0}b", 2),
    ("\u{1B}[1;32mab\u{1B}[0m", 2), ("\u{1B}]0;title\u{7}x", 1), ("\u{1B}]0;t\u{1B}\\xy", 2),
    ("\u{1B}[", 0),
  ])
  func `escape sequences and marks take up nothing`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("abc", 1, "…"), ("abc", 0, ""), ("", 0, ""),
  ])
  func `text is cut to fit`(text: String, columns: Int, clipped: String) {
    #expect(DisplayWidth.clip(text, columns: columns) == clipped)
    #expect(DisplayWidth.of(clipped) <= columns)
  }
}

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
  func `each run of sequences stands before a visible character`(text: String, encoded: String) {
    #expect(PromptEncoding.encode(text) == encoded)
  }
}

struct ScreenPositionTests {
  @Test(arguments: [
    ("", 0, 0), ("abc", 0, 3), ("0123456789", 1, 0), ("01234567890", 1, 1), ("a\nb", 1, 1),
    ("a\tb", 0, 9), ("\u{1}", 0, 2), ("012345678日", 1, 2), ("01234567日", 1, 0),
    ("e\u{301}", 0, 1),
  ])
  func `text of ten columns wraps as libedit draws it`(text: String, row: Int, column: Int) {
    let position = ScreenPosition().after(text.unicodeScalars, columns: 10)
    #expect(position == ScreenPosition(row: row, column: column))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `two parts end where the whole does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("ab\t\n日é\u{1}".unicodeScalars)
    let text = (0..<40).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
    let columns = Int.random(in: 2...20, using: &random)
    let cut = Int.random(in: 0...text.count, using: &random)
    let first = ScreenPosition().after(text[..<cut], columns: columns)
    #expect(
      first.after(text[cut...], columns: columns)
        == ScreenPosition().after(text, columns: columns))
    #expect((0..<columns).contains(first.column))
  }
}

struct HintRoomTests {
  @Test func `a hint touches neither the edge nor the right prompt`() {
    let cursor = ScreenPosition(row: 0, column: 10)
    #expect(HintRoom.columns(cursor: cursor, rightPromptWidth: 0, screenColumns: 40) == 29)
    #expect(HintRoom.columns(cursor: cursor, rightPromptWidth: 5, screenColumns: 40) == 23)
    #expect(HintRoom.columns(cursor: cursor, rightPromptWidth: 30, screenColumns: 40) == 0)
  }

  @Test func `lower rows have no right prompt`() {
    let cursor = ScreenPosition(row: 1, column: 0)
    #expect(HintRoom.columns(cursor: cursor, rightPromptWidth: 5, screenColumns: 40) == 39)
  }
}

struct HighlightedLineTests {
  /// Draws a text of ten columns; `R` begins red, `P` ends it, `/` goes to the next row.
  private func drawing(_ text: String, _ ranges: [Range<Int>], column: Int = 0) -> String {
    let highlights = ranges.map { LineEditor.Highlight($0, style: "R") }
    return HighlightedLine(Array(text.unicodeScalars), highlights)
      .drawing(from: ScreenPosition(row: 0, column: column), columns: 10)
      .replacing(Style.plain, with: "P").replacing("\r\u{1B}[B", with: "/")
  }

  @Test func `styles begin and end where their bytes do`() {
    #expect(drawing("abc", []) == "abc")
    #expect(drawing("abc", [1..<2]) == "aRbPc")
    #expect(drawing("abc", [0..<1, 1..<3]) == "RabcP")
    #expect(drawing("é日c", [2..<5]) == "éR日Pc")
  }

  @Test func `rows end where libedit ends them`() {
    #expect(drawing("0123456789a", [], column: 0) == "0123456789/a")
    #expect(drawing("01日a", [2..<5], column: 6) == "01R日/Pa")
    #expect(drawing("012日a", [3..<6], column: 6) == "012R/日Pa")
    #expect(drawing("a\nb", [0..<3]) == "Ra/bP")
  }

  @Test func `nothing is drawn from a character without a sure width on`() {
    #expect(drawing("wrong\u{301} x", [0..<5]) == "RwrongP")
    #expect(drawing("a\u{1}b", [2..<3]) == "a")
  }
}
