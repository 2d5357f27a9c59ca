import Testing

@testable import LineEditor

private typealias Completion = LineEditor.Completion

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

  @Test func `nothing to choose from is refused`() {
    #expect(step("x", []) == .refuse)
    #expect(Completion.none.step == .refuse)
  }

  @Test func `the only candidate is taken, with a space where wanted`() {
    #expect(step("op", ["open"]) == .replaceWord("open "))
    #expect(step("op", ["open", "open"]) == .replaceWord("open "))
    #expect(step("Work/", ["Work/Reading/"], addsSpace: false) == .replaceWord("Work/Reading/"))
    #expect(step("wiki", ["https://wiki.example/"]) == .replaceWord("https://wiki.example/ "))
  }

  @Test func `several extend the word as far as they agree, then are listed`() {
    #expect(step("b", ["bookmark", "bookmarks"]) == .replaceWord("bookmark"))
    #expect(step("bookmark", ["bookmark", "bookmarks"]) == .list)
  }

  @Test func `where nothing is typed nothing is put in but the only one`() {
    #expect(step("", ["12", "13"]) == .list)
    #expect(step("", ["12"]) == .replaceWord("12 "))
  }

  @Test func `what was typed is never lost to candidates that agree on something else`() {
    #expect(step("a", ["xxa", "xxba"]) == .list)
    #expect(step("WI", ["wiki one", "wiki two"]) == .replaceWord("wiki "))
  }
}

struct CandidateListTests {
  private func list(
    _ texts: [String], details: [String] = [], columns: Int = 20, rows: Int = 10
  ) -> [String] {
    let candidates = texts.enumerated().map { index, text in
      Completion.Candidate(text, detail: details.isEmpty ? nil : details[index])
    }
    return CandidateList(
      candidates: candidates, columns: columns, maximumRows: rows, dimsDetails: false
    ).rows
  }

  @Test func `plain candidates stand in columns read downwards`() {
    #expect(list(["aa", "bb", "cc", "dd", "ee"], columns: 12) == ["aa  cc  ee", "bb  dd"])
    #expect(list(["日本", "b"], columns: 12) == ["日本  b"])
  }

  @Test func `details stand beside their candidates and are cut to fit`() {
    let rows = list(["open", "go"], details: ["a new tab in front", ""], columns: 20)
    #expect(rows == ["open  a new tab in…", "go"])
  }

  @Test func `details are dim`() {
    let candidates = [Completion.Candidate("a", detail: "b"), Completion.Candidate("c")]
    let list = CandidateList(candidates: candidates, columns: 20, maximumRows: 5)
    #expect(list.rows == ["a  \u{1B}[2mb\u{1B}[0m", "c"])
  }

  @Test func `what does not fit is counted`() {
    let texts = (0..<100).map { "candidate \($0)" }
    #expect(list(texts, columns: 20, rows: 3) == ["candidate 0", "candidate 1", "… 98 more"])
  }

  @Test(arguments: 1...30)
  func `no row is wider than the screen`(columns: Int) {
    let texts = ["a", "bbbbbbbbbb", "日本語日本語", "cc", ""]
    let plain = list(texts, columns: columns)
    let detailed = list(texts, details: Array(repeating: "detail", count: 5), columns: columns)
    for row in plain + detailed { #expect(DisplayWidth.of(row) <= max(1, columns - 1)) }
  }
}
