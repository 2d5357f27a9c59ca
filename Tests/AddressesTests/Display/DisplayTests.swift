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
    Row(
      name: "Cyrillic like ASCII", url: "https://аррӏе.com/", shown: "https://xn--80ak6aa92e.com/"),
    Row(name: "Cyrillic", url: "https://пример.com/", shown: "https://пример.com/"),
    Row(name: "Cyrillic where expected", url: "https://сосна.ru/", shown: "https://сосна.ru/"),
    Row(name: "Cyrillic under its own", url: "https://аре.рф/", shown: "https://аре.рф/"),
    Row(
      name: "Cyrillic next to ASCII", url: "https://xпримерx.com/",
      shown: "https://xn--xx-nlcluqhd.com/"),
    Row(name: "Greek", url: "https://παράδειγμα.gr/", shown: "https://παράδειγμα.gr/"),
    Row(name: "Greek like ASCII", url: "https://ονο.com/", shown: "https://xn--yxadb.com/"),
    Row(name: "Hebrew", url: "https://דוגמה.com/", shown: "https://דוגמה.com/"),
    Row(name: "Arabic", url: "https://مثال.com/", shown: "https://مثال.com/"),
    Row(name: "Devanagari", url: "https://उदाहरण.com/", shown: "https://उदाहरण.com/"),
    Row(name: "Thai", url: "https://ตัวอย่าง.com/", shown: "https://ตัวอย่าง.com/"),
    Row(name: "Latin and Hangul", url: "https://é한국.kr/", shown: "https://xn--9ca2449fibza.kr/"),
    Row(
      name: "one label of two fails", url: "https://münchen.аре.com/",
      shown: "https://xn--mnchen-3ya.xn--80ak6a.com/"),
    Row(name: "emoji", url: "https://☃.net/", shown: "https://xn--n3h.net/"),
    Row(name: "thorn", url: "https://þe.com/", shown: "https://xn--e-hha.com/"),
    Row(name: "two scripts", url: "https://gоogle.com/", shown: "https://xn--gogle-jye.com/"),
    Row(name: "a slash of kana", url: "https://aノb.com/", shown: "https://xn--ab-8j4a.com/"),
    Row(name: "dotless i", url: "https://wıki.com/", shown: "https://xn--wki-jua.com/"),
    Row(name: "no Punycode", url: "https://xn--a.com/", shown: "https://xn--a.com/"),
    Row(name: "opaque", url: "mailto:x@example.org", shown: "mailto:x@example.org"),
  ]

  @Test(arguments: rows)
  func isDisplayed(row: Row) throws {
    let url = try #require(URL(row.url))
    #expect(displayText(of: url) == row.shown)
    #expect(URL(displayText(of: url)) == url)
  }
}
