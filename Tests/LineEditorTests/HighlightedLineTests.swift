import TestSupport
import Testing

@testable import LineEditing

struct HighlightedLineTests {
  /// Draws a text in ten columns. `R` begins red, `P` ends it, and `/` starts the next row.
  private func drawing(_ text: String, _ ranges: [Range<Int>], column: Int = 0) -> String {
    let highlights = ranges.map { LineEditor.Highlight($0, style: "R") }
    return HighlightedLine(Array(text.unicodeScalars), highlights)
      .drawing(from: ScreenPosition(row: 0, column: column), columns: 10)
      .replacing(GraphicRendition.plain, with: "P").replacing("\r\u{1B}[B", with: "/")
  }

  @Test func `styles begin and end at their bytes`() {
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

  @Test func `drawing stops at a character of uncertain width`() {
    #expect(drawing("wrong\u{301} x", [0..<5]) == "RwrongP")
    #expect(drawing("a\u{1}b", [2..<3]) == "a")
  }
}
