import Testing

@testable import LineEditing

struct HintWordTests {
  @Test(arguments: [
    ("ift.org/docs/page next", ["ift.org/", "docs/", "page", " next"]),
    ("  --title  A page", ["  --title", "  A", " page"]), ("//a", ["//", "a"]), ("", []),
    (" ", [" "]),
  ])
  func `a hint is inserted word by word`(hint: String, words: [String]) {
    var rest = hint
    var taken: [String] = []
    while !rest.isEmpty {
      taken.append(HintWord.first(of: rest))
      rest = String(rest.dropFirst(taken.last?.count ?? 0))
    }
    #expect(taken == words)
  }

  @Test(arguments: [("one two", 3), (" one two", 4), ("", 0), ("  ", 2), ("a.b/c", 3), ("/é x", 2)])
  func `the cursor moves to the end of a word`(text: String, distance: Int) {
    #expect(WordMotion.distanceToEndOfWord(in: Array(text.unicodeScalars)[...]) == distance)
  }
}
