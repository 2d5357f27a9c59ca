import Addresses
import Foundation
import TestSupport
import Testing

@Suite struct SearchTests {
  struct Row: Decodable {
    struct Expected: Decodable {
      let form: String
      let component: String
    }

    let input: String
    let expected: Expected
  }

  @Test(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
  func recordedTerms() throws {
    let rows = try Corpora.lines("address/search-encoding.jsonl", as: Row.self)
    #expect(rows.count >= 230)
    let inPath = try #require(SearchTemplate("https://example.org/find/{searchTerms}/"))
    for row in rows {
      #expect(FormEncoding.encode(row.input) == row.expected.form)
      let isDots = [".", ".."].contains(row.input)
      guard !isDots, !row.input.isEmpty else { continue }
      #expect(
        inPath.url(for: row.input)?.href == "https://example.org/find/\(row.expected.component)/")
    }
  }

  @Test(arguments: [
    (
      "https://a.example/?q={searchTerms}", "C++ & 東京 😀",
      "?q=C%2B%2B+%26+%E6%9D%B1%E4%BA%AC+%F0%9F%98%80"
    ),
    ("https://a.example/?q={searchTerms?}&p={startPage}", "x", "?q=x&p=1"),
    ("https://a.example/?q={SEARCHTERMS?}", "x", "?q=x"),
    (
      "https://a.example/?ie={inputEncoding}&q={SearchTerms}&l={language?}", "x", "?ie=UTF-8&q=x&l="
    ),
    ("https://a.example/?q={searchTerms}#{x", "y", "?q=y#{x"),
  ])
  func fillsTemplates(template: String, words: String, expected: String) throws {
    let template = try #require(SearchTemplate(template))
    #expect(template.url(for: words)?.href == "https://a.example/" + expected)
  }

  @Test(arguments: ["https://a.example/", "https:// {searchTerms}", "{searchTerms}", ""])
  func refusesTemplates(template: String) {
    #expect(SearchTemplate(template) == nil)
  }
}
