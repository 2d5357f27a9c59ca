import Addresses
import Testing

/// URLs that are shortened to fit a narrow width.
@Suite struct ElisionTests {
  static let url = "https://user:pass@mail.shop.example.co.uk:8443/a/path?with=words#and"

  @Test(arguments: [
    (68, "https://user:pass@mail.shop.example.co.uk:8443/a/path?with=words#and"),
    (67, "https://user:pass@mail.shop.example.co.uk:8443/a/path?with=words#a…"),
    (47, "https://user:pass@mail.shop.example.co.uk:8443…"),
    (46, "…mail.shop.example.co.uk:8443…"),
    (30, "…mail.shop.example.co.uk:8443…"),
    (29, "…shop.example.co.uk:8443…"),
    (24, "…example.co.uk:8443…"),
    (3, "…example.co.uk:8443…"),
    (-1, "…example.co.uk:8443…"),
  ])
  func shortensFromTheEndAndThenFromTheStart(width: Int, shown: String) throws {
    let url = try #require(URL(Self.url))
    #expect(displayText(of: url, width: width) == shown)
  }

  @Test(arguments: [
    ("https://example.com/", 19, "https://example.com"),
    ("https://example.com/", 18, "…example.com"),
    ("http://[2001:db8::1]:80/x", 3, "…[2001:db8::1]…"),
    ("http://192.168.100.200/", 3, "…192.168.100.200"),
    ("http://a.b.localhost:3000/", 3, "…a.b.localhost:3000"),
    ("https://www.münchen.de/x", 12, "…münchen.de…"),
    ("https://me.github.io/x", 3, "…github.io…"),
    ("data:text/plain,words", 8, "data:te…"),
    ("data:text/plain,words", 0, "…"),
    ("file:///a/path", 10, "file:///a…"),
  ])
  func keepsTheDomainWhole(text: String, width: Int, shown: String) throws {
    let url = try #require(URL(text))
    #expect(displayText(of: url, width: width) == shown)
  }

  /// The registrable domain comes from the list, even if a user would expect a shorter name.
  @Test func keepsWhatAListCallsADomain() throws {
    let suffixes = PublicSuffixes { name in
      name.count == 9 ? [.suffix, .isPrivate] : name.count == 2 ? .suffix : []
    }
    let url = try #require(URL("https://me.github.io/x"))
    #expect(displayText(of: url, width: 3, suffixes: suffixes) == "…me.github.io…")
  }

  @Test(arguments: 0..<80)
  func fillsTheWidthOrIsTheDomain(width: Int) throws {
    let url = try #require(URL(Self.url))
    let shown = displayText(of: url, width: width)
    #expect(shown.contains("example.co.uk:8443"))
    #expect(shown.unicodeScalars.count <= max(width, "…example.co.uk:8443…".unicodeScalars.count))
  }
}
