import TestSupport
import Testing

@testable import LineEditing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("a\u{0}b", 2),
    ("\u{1B}[1;32mab\u{1B}[0m", 2), ("\u{1B}]0;title\u{7}x", 1), ("\u{1B}]0;t\u{1B}\\xy", 2),
    ("\u{1B}[", 0),
  ])
  func `escape sequences and combining marks have no width`(text: String, width: Int) {
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
