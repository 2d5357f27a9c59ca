import Addresses
import Foundation
import TestSupport
import Testing

@Suite struct SetterTests {
  struct Row: Decodable {
    let comment: String?
    let href: String
    let value: String
    let expected: [String: String]

    enum CodingKeys: String, CodingKey {
      case comment, href, expected
      case value = "new_value"
    }
  }

  @Test(
    .enabled(if: Corpora.arePresent, "\(Corpora.skipped)"),
    arguments: [
      "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
      "href",
    ])
  func standardSuite(member: String) throws {
    let tables = try JSONSerialization.jsonObject(
      with: Corpora.data("address/wpt/setters_tests.json"))
    let table = try #require((tables as? [String: Any])?[member])
    let data = try JSONSerialization.data(withJSONObject: table)
    for row in try JSONDecoder().decode([Row].self, from: data) {
      var url = try #require(WebURL(row.href))
      url.set(member, to: row.value)
      for (name, expected) in row.expected {
        #expect(
          url.member(name) == expected,
          "\(row.href): \(member) = \(row.value.debugDescription), then \(name)")
      }
      #expect(WebURL(url.href) == url)
      #expect(WebURL(url.href)?.path == url.path)
    }
  }

  @Test func delimitersAreBytesAndNotCharacters() throws {
    var url = try #require(WebURL("https://a.example/"))
    url.setQuery("?\u{301}x")
    url.setFragment("#\u{301}x")
    #expect(url.href == "https://a.example/?%CC%81x#%CC%81x")
  }

  @Test func invalidValuesAreIgnored() throws {
    let start = try #require(WebURL("https://u:p@a.example:8080/b"))
    var url = start
    url.setScheme("mailto")
    url.setHost("")
    url.setHost("a b")
    url.setPort("99999")
    #expect(url == start)
  }
}
