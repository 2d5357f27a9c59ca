import Addresses
import Testing

@Suite struct URLTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    var base: String?
    let href: String?
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "canonical", text: "https://a.example/b?c#d", href: "https://a.example/b?c#d"),
    Row(name: "case, port and dots", text: "HTTP://A.com:80/../a/./b", href: "http://a.com/a/b"),
    Row(name: "short IPv4", text: "http://1.2.3", href: "http://1.2.0.3/"),
    Row(name: "hexadecimal IPv4", text: "http://0x7f.1/", href: "http://127.0.0.1/"),
    Row(name: "IPv4 too large", text: "http://192.168.0.256", href: nil),
    Row(name: "last label a number", text: "https://a.1/", href: nil),
    Row(name: "backslashes", text: "https:\\\\a.example\\x", href: "https://a.example/x"),
    Row(name: "port too large", text: "http://host:65536/", href: nil),
    Row(name: "empty port", text: "http://host:/", href: "http://host/"),
    Row(name: "encoded dots", text: "http://a.com/%2e%2E/b", href: "http://a.com/b"),
    Row(name: "dot at the end", text: "https://a.example/b/.", href: "https://a.example/b/"),
    Row(name: "hidden file", text: "https://a.example/.b", href: "https://a.example/.b"),
    Row(name: "wide letters", text: "http://ＧＯ.com", href: "http://go.com/"),
    Row(name: "sharp s", text: "http://faß.de/", href: "http://xn--fa-hia.de/"),
    Row(name: "no host", text: "https://", href: nil),
    Row(name: "no scheme", text: "a.example", href: nil),
    Row(
      name: "relative", text: "../x", base: "https://a.example/b/c/d", href: "https://a.example/b/x"
    ),
    Row(
      name: "query alone", text: "?q", base: "https://a.example/b?c#d",
      href: "https://a.example/b?q"),
    Row(name: "empty", text: "", base: "https://a.example/b?c#d", href: "https://a.example/b?c"),
    Row(name: "other host", text: "//b.example", base: "ws://a.example/", href: "ws://b.example/"),
    Row(name: "opaque base", text: "x", base: "mailto:a", href: nil),
    Row(name: "fragment on opaque", text: "#x", base: "mailto:a", href: "mailto:a#x"),
    Row(name: "spaces in an opaque path", text: "x:a  ?b", href: "x:a %20?b"),
    Row(name: "two slashes without host", text: "x:/.//b", href: "x:/.//b"),
    Row(name: "IPv6", text: "http://[1:0:0:2:0:0:0:3]/", href: "http://[1:0:0:2::3]/"),
    Row(name: "drive letter", text: "file:c|/x/../..", href: "file:///c:/"),
    Row(name: "line ends", text: " ht\ntp://a\t.com\r ", href: "http://a.com/"),
    Row(name: "nothing is trimmed inside", text: "http://a b/", href: nil),
  ]

  @Test(arguments: rows)
  func parses(row: Row) throws {
    let base = try row.base.map { try #require(URL($0)) }
    #expect(URL(row.text, base: base)?.href == row.href)
    #expect(URL(utf8: Array(row.text.utf8).span, base: base)?.href == row.href)
  }

  @Test func hasParts() throws {
    let url = try #require(URL("https://u:p@a.example:8080/b/c?d=e#f"))
    #expect(url.scheme == "https")
    #expect(url.username == "u")
    #expect(url.password == "p")
    #expect(url.host == "a.example")
    #expect(url.port == 8080)
    #expect(url.path == "/b/c")
    #expect(url.query == "d=e")
    #expect(url.fragment == "f")
    #expect(url.origin == "https://a.example:8080")
    #expect(url.site == "a.example")
    #expect(url.withoutFragment.href == "https://u:p@a.example:8080/b/c?d=e")
  }

  @Test(arguments: [
    ("https://a.example:1/b", "a.example"), ("ws://[::1]/", "[::1]"), ("file:///x", nil),
    ("about:start", nil), ("x://host/", nil), ("data:,a", nil),
  ])
  func hasASiteWhereTheSchemeIsSpecial(text: String, site: String?) {
    #expect(URL(text)?.site == site)
  }

  @Test(arguments: [
    ("https://a/b", "https://a/b#", true), ("https://a/b#c", "https://a/b#d", true),
    ("https://a/b?", "https://a/b", false), ("https://a/b", "https://a/c", false),
    ("x:a", "x:a#", true),
  ])
  func comparesWithoutFragment(left: String, right: String, equal: Bool) throws {
    let left = try #require(URL(left))
    let right = try #require(URL(right))
    #expect(left.equalsExceptFragment(right) == equal)
    #expect(right.equalsExceptFragment(left) == equal)
    #expect((left.withoutFragment == right.withoutFragment) == equal)
  }

  @Test func illFormedBytesBecomeReplacementCharacters() {
    let bytes = Array("https://a.example/".utf8) + [0xFF, 0x41]
    #expect(URL(utf8: bytes.span)?.path == "/%EF%BF%BDA")
  }

  @Test func equalURLsHashTheSame() {
    let urls: Set<URL?> = [URL("HTTP://a"), URL("http://a/"), URL("http://a:80")]
    #expect(urls.count == 1)
  }
}
