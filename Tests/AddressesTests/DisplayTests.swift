import Addresses
import Testing

@Suite struct DisplayTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let url: String
    let shown: String
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "plain", url: "https://example.org/a?b#c", shown: "https://example.org/a?b#c"),
    Row(name: "umlaut", url: "https://münchen.de/ü", shown: "https://münchen.de/%C3%BC"),
    Row(name: "Japanese", url: "https://例え.jp:8080/", shown: "https://例え.jp:8080/"),
    Row(name: "Korean", url: "http://u@한국.kr/", shown: "http://u@한국.kr/"),
    Row(name: "Cyrillic", url: "https://аррӏе.com/", shown: "https://xn--80ak6aa92e.com/"),
    Row(name: "two scripts", url: "https://gоogle.com/", shown: "https://xn--gogle-jye.com/"),
    Row(name: "a slash of kana", url: "https://aノb.com/", shown: "https://xn--ab-8j4a.com/"),
    Row(name: "dotless i", url: "https://wıki.com/", shown: "https://xn--wki-jua.com/"),
    Row(name: "no Punycode", url: "https://xn--a.com/", shown: "https://xn--a.com/"),
    Row(name: "opaque", url: "mailto:x@example.org", shown: "mailto:x@example.org"),
  ]

  @Test(arguments: rows)
  func shows(row: Row) throws {
    let url = try #require(URL(row.url))
    #expect(displayText(of: url) == row.shown)
    #expect(URL(displayText(of: url)) == url)
  }
}
