import Addresses
import Testing

@Suite struct RetracePolicyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    let outcome: Outcome
    var testDescription: String { name }
  }

  enum Outcome: Equatable, Sendable {
    case url(String)
    case search(String)
    case refused(String)

    init(_ resolution: Resolution) {
      switch resolution.kind {
      case .url: self = .url(resolution.url?.href ?? "")
      case .search: self = .search(resolution.words ?? "")
      case .refused: self = .refused(resolution.reason)
      }
    }
  }

  static let rows = [
    Row(name: "host", text: "example.com", outcome: .url("https://example.com/")),
    Row(name: "host and spaces", text: " example.com ", outcome: .url("https://example.com/")),
    Row(name: "space in a path", text: "a.com/b c", outcome: .url("https://a.com/b%20c")),
    Row(name: "space before a dot", text: "a .com", outcome: .search("a .com")),
    Row(name: "Unicode host", text: "münchen.de", outcome: .url("https://xn--mnchen-3ya.de/")),
    Row(name: "port", text: "a.com:8443/x", outcome: .url("https://a.com:8443/x")),
    Row(name: "port of http", text: "a.com:80", outcome: .url("http://a.com/")),
    Row(name: "localhost", text: "localhost:3000", outcome: .url("http://localhost:3000/")),
    Row(name: "IPv4", text: "192.168.1.1/x", outcome: .url("http://192.168.1.1/x")),
    Row(name: "IPv6", text: "[::1]:8080", outcome: .url("http://[::1]:8080/")),
    Row(name: "version", text: "1.2.3", outcome: .search("1.2.3")),
    Row(name: "file name", text: "notes.txt", outcome: .search("notes.txt")),
    Row(name: "word", text: "swift", outcome: .search("swift")),
    Row(name: "word and slash", text: "wiki/", outcome: .url("http://wiki/")),
    Row(name: "word and port", text: "nas:5000", outcome: .url("http://nas:5000/")),
    Row(name: "known word", text: "intranet", outcome: .url("http://intranet/")),
    Row(name: "time", text: "12:30", outcome: .search("12:30")),
    Row(name: "mail address", text: "me@example.com", outcome: .search("me@example.com")),
    Row(name: "password", text: "u:p@nas/x", outcome: .url("http://u:p@nas/x")),
    Row(name: "forced search", text: "?example.com", outcome: .search("example.com")),
    Row(name: "forced, and a space", text: "? a b ", outcome: .search("a b")),
    Row(name: "line end", text: "a\nb", outcome: .search("a b")),
    Row(name: "scheme", text: "HTTPS://A.com", outcome: .url("https://a.com/")),
    Row(name: "known scheme", text: "about:start", outcome: .url("about:start")),
    Row(name: "unknown scheme", text: "ssh://git@a.com", outcome: .url("ssh://git@a.com")),
    Row(name: "not a scheme", text: "define:word", outcome: .search("define:word")),
    Row(name: "scheme, and a space", text: "data: a word", outcome: .search("data: a word")),
    Row(name: "semicolon", text: "https;//a.com", outcome: .url("https://a.com/")),
    Row(name: "semicolon and one slash", text: "http;/a.com", outcome: .url("http://a.com/")),
    Row(name: "one slash", text: "https:/a.com", outcome: .url("https://a.com/")),
    Row(name: "a letter missing", text: "htp:/a.com/x", outcome: .url("http://a.com/x")),
    Row(name: "a letter twice", text: "HTTTPS://a.com", outcome: .url("https://a.com/")),
    Row(name: "letters swapped", text: "httsp://a.com", outcome: .url("https://a.com/")),
    Row(name: "no colon", text: "https//a.com", outcome: .url("https://a.com/")),
    Row(name: "two colons", text: "http:://a.com", outcome: .url("http://a.com/")),
    Row(name: "two schemes", text: "http://https://a.com", outcome: .url("https://a.com/")),
    Row(
      name: "a misspelled scheme that is a word", text: "htp: a protocol",
      outcome: .search("htp: a protocol")),
    Row(name: "a misspelled scheme without slashes", text: "ttp:1", outcome: .url("http://ttp:1/")),
    Row(name: "dots at the end", text: "a.com..", outcome: .url("https://a.com./")),
    Row(name: "source", text: "view-source:a.com", outcome: .url("view-source:https://a.com/")),
    Row(
      name: "source of words", text: "view-source:a b",
      outcome: .refused("There is no address to show the source of.")),
    Row(
      name: "source of a source", text: "view-source:view-source:a.com",
      outcome: .refused("There is no address to show the source of.")),
    Row(
      name: "source of a bad port", text: "view-source:a.com:99999",
      outcome: .refused("The port is not a number from 0 to 65535.")),
    Row(name: "an unknown bang", text: "!w swift", outcome: .search("!w swift")),
    Row(name: "slashes without a scheme", text: "//a.com/x", outcome: .url("https://a.com/x")),
    Row(name: "path", text: "/etc/a b?c#d%", outcome: .url("file:///etc/a%20b%3Fc%23d%25")),
    Row(name: "home", text: "~/a", outcome: .url("file:///home/me/a")),
    Row(name: "tilde", text: "~5 miles", outcome: .search("~5 miles")),
    Row(name: "nothing", text: " \t", outcome: .refused("There is nothing to open.")),
    Row(name: "no words", text: "? ", outcome: .refused("There is nothing to search for.")),
    Row(name: "no host", text: "https://", outcome: .refused("The address has no host.")),
    Row(
      name: "bad port", text: "https://a.com:x/",
      outcome: .refused("The port is not a number from 0 to 65535.")),
    Row(
      name: "port too large", text: "a.com:65536",
      outcome: .refused("The port is not a number from 0 to 65535.")),
    Row(
      name: "port of this computer too large", text: "localhost:99999",
      outcome: .refused("The port is not a number from 0 to 65535.")),
    Row(
      name: "port of IPv6 too large", text: "[::1]:99999",
      outcome: .refused("The port is not a number from 0 to 65535.")),
    Row(name: "a word and a large number", text: "room:99999", outcome: .search("room:99999")),
    Row(name: "bare IPv6, this computer", text: "::1", outcome: .url("http://[::1]/")),
    Row(name: "bare IPv6", text: "2001:db8::1/x?y", outcome: .url("http://[2001:db8::1]/x?y")),
    Row(
      name: "bare IPv6 in full", text: "2001:db8:0:0:1:0:0:1",
      outcome: .url("http://[2001:db8::1:0:0:1]/")),
    Row(
      name: "bare IPv6 that ends in IPv4", text: "::ffff:1.2.3.4",
      outcome: .url("http://[::ffff:102:304]/")),
    Row(name: "hardware address", text: "00:1b:44:11:3a:b7", outcome: .search("00:1b:44:11:3a:b7")),
    Row(name: "name in program code", text: "add::face", outcome: .search("add::face")),
    Row(name: "time of day", text: "12:30:45", outcome: .search("12:30:45")),
    Row(
      name: "space in a host", text: "http://a b/",
      outcome: .refused("The host contains characters that are not allowed.")),
    Row(
      name: "bad IPv4", text: "http://256.1.1.1/",
      outcome: .refused("The host is not a valid IP address.")),
    Row(
      name: "bad IPv6", text: "http://[::g]/",
      outcome: .refused("The host is not a valid IP address.")),
    Row(
      name: "script", text: "JavaScript:alert(1)",
      outcome: .refused("Addresses that begin with javascript: are not opened.")),
    Row(
      name: "script after spaces", text: "\u{1}\u{A0}javascript:alert(1)",
      outcome: .refused("Addresses that begin with javascript: are not opened.")),
    Row(
      name: "broken script", text: "java\nscript:alert(1)",
      outcome: .search("java script:alert(1)")),
  ]

  @Test(arguments: rows)
  func resolves(row: Row) {
    let context = Typed.Context(homeFolder: "/home/me") { $0 == "intranet" }
    #expect(Outcome(Typed.resolve(row.text, context)) == row.outcome)
  }

  @Test(arguments: [
    ("a b", "It contains a space."),
    ("me@example.com", "It looks like an email address."),
    ("define:word", "It does not begin with a known scheme."),
    ("std::vector", "It does not begin with a known scheme."),
    ("swift", "It is a word, not a known host."),
    ("notes.txt", "It does not end in a known suffix."),
    ("1.2.3", "An IP address must be written as four numbers."),
    ("a&b.com", "It does not look like an address."),
    ("12:30", "It does not look like an address."),
  ])
  func saysWhyATextIsWords(text: String, reason: String) {
    let resolution = Typed.resolve(text)
    #expect(resolution.kind == .search)
    #expect(resolution.reason == reason)
  }

  @Test func runsScriptsIfAllowed() {
    let context = Typed.Context(allowsScript: true)
    #expect(Typed.resolve("javascript:a()", context).url?.href == "javascript:a()")
  }

  @Test func searchesWithTheTemplate() throws {
    let template = try #require(SearchTemplate("https://s.example/find?w={searchTerms}"))
    let resolution = Typed.resolve("a+b c", Typed.Context(search: template))
    #expect(resolution.url?.href == "https://s.example/find?w=a%2Bb+c")
    #expect(Typed.resolve("a b").url?.href == "https://duckduckgo.com/?q=a+b")
  }
}
