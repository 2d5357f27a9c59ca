import CommandKit
import Testing

@testable import LineEditing

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

  @Test func `plain candidates are listed in columns, from top to bottom`() {
    #expect(list(["aa", "bb", "cc", "dd", "ee"], columns: 12) == ["aa  cc  ee", "bb  dd"])
    #expect(list(["日本", "b"], columns: 12) == ["日本  b"])
  }

  @Test func `details are next to their candidates and truncated to fit`() {
    let rows = list(["open", "go"], details: ["a new tab in front", ""], columns: 20)
    #expect(rows == ["open  a new tab in…", "go"])
  }

  @Test func `details are dim`() {
    let candidates = [Completion.Candidate("a", detail: "b"), Completion.Candidate("c")]
    let list = CandidateList(candidates: candidates, columns: 20, maximumRows: 5)
    #expect(list.rows == ["a  \u{1B}[2mb\u{1B}[0m", "c"])
  }

  @Test func `candidates that do not fit are counted`() {
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
