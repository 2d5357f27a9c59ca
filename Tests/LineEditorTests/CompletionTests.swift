import CommandKit
import Testing

@testable import LineEditing

struct CompletionTests {
  @Test(arguments: [
    ([], ""), (["one"], "one"), (["open", "other"], "o"), (["a", "b"], ""), (["a", ""], ""),
    (["日本語", "日本人"], "日本"), (["e\u{301}a", "eb"], ""), (["same", "same"], "same"),
  ])
  func `the common prefix has whole characters`(texts: [String], prefix: String) {
    #expect(CommonPrefix.of(texts) == prefix)
  }

  private func step(
    _ word: String, _ texts: [String], addsSpace: Bool = true
  ) -> Completion.Step {
    let candidates = texts.map { Completion.Candidate($0) }
    return Completion(word: word, candidates: candidates, addsSpace: addsSpace).step
  }

  @Test func `completion without candidates is refused`() {
    #expect(step("x", []) == .refuse)
    #expect(Completion.none.step == .refuse)
  }

  @Test func `the only candidate is inserted, followed by a space if requested`() {
    #expect(step("op", ["open"]) == .replaceWord("open "))
    #expect(step("op", ["open", "open"]) == .replaceWord("open "))
    #expect(step("Work/", ["Work/Reading/"], addsSpace: false) == .replaceWord("Work/Reading/"))
    #expect(step("wiki", ["https://wiki.example/"]) == .replaceWord("https://wiki.example/ "))
  }

  @Test func `several candidates extend the word by their common prefix, and are then listed`() {
    #expect(step("b", ["bookmark", "bookmarks"]) == .replaceWord("bookmark"))
    #expect(step("bookmark", ["bookmark", "bookmarks"]) == .list)
  }

  @Test func `if nothing is typed, only a single candidate is inserted`() {
    #expect(step("", ["12", "13"]) == .list)
    #expect(step("", ["12"]) == .replaceWord("12 "))
  }

  @Test func `typed text is never replaced by the common prefix of other candidates`() {
    #expect(step("a", ["xxa", "xxba"]) == .list)
    #expect(step("WI", ["wiki one", "wiki two"]) == .replaceWord("wiki "))
  }
}
