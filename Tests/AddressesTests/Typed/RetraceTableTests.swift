import Addresses
import Foundation
import TestSupport
import Testing

/// Compares the policy `retrace` with the tables of browsers. Lists the differences and their
/// reasons.
@Suite(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
struct RetraceTableTests {
  static let differences = [
    Difference(
      "An address that cannot be is refused with a sentence, not searched for.",
      "chrome-devtools://", "chrome-search://", "devtools://", "example.com:65536", "firefox://",
      "http:// shouldfail.com", "http://0123456789", "http://1.2.3.4:abc", "http://266.315.245.345",
      "http://::1/", "http://[::", "http://[::/path", "http://[::?query", "http://]]]",
      "http://a%20b/", "http://foo.com:123456", "http://host.com:ninety-two/",
      "http://host.com:ninety-two?foo", "https://1.2.3.4.5/", "https://999.999.999.999/",
      "https://?", "https://[1:2:3:4:5:6:7:8:9]/", "https://[1:2:3:4:5:6:7]/"),
    Difference(
      "A script is refused where scripts are not allowed.",
      "javascript:", "javascript:alert%28\"Hi there\"%29;", "javascript:alert(1)", "javascript:foo",
      "javascript:foo;", "javascript:the cromulent parts"),
    Difference(
      "Pages of the browser itself keep the names that were typed.",
      "about://usr:pwd@hst/pth?qry#ref", "about:config", "about:config:8000", "about:foo",
      "about:home", "about:newtab", "about:nonsense", "about:version", "chrome://version"),
    Difference(
      "Text followed by `//` is an address in every context.",
      "c-http://c.com", "devtools://bundled/devtools/inspector.html?ws=ws://localhost:9222/guid",
      "devtools://bundled/devtools/node.html", "devtools://x",
      "dns://192.168.1.1/ftp.example.org?type=A", "feed://example.com/rss.xml", "foo://bar",
      "git+ssh://git@github.com/x/y", "ipfs://bafy/x",
      "smb://workgroup;user:password@server/share/folder/file.txt", "ssh://git@example.com"),
    Difference(
      "Other programs' schemes lead to them.",
      "geo:37.786971,-122.399677", "magnet:?xt=urn:btih:0123456789", "sms:+12025550100"),
    Difference(
      "A scheme alone, or one that is known to nobody, is words.",
      "about:", "about;help", "filesystem:http://a.com/t/bar", "http;mozilla", "x:["),
    Difference(
      "Two slashes begin an address without a scheme more often than a path.",
      "//example.com", "//example.com/path"),
    Difference(
      "A path keeps its slashes, except for one of two at its start.",
      "//mozilla", "file://////////////home//user/myfile.html"),
    Difference(
      "An IPv6 address is one, brackets or not.",
      "2001:db8::1", "::1"),
    Difference(
      "A slip of the keys in a scheme is put right.",
      "htp://example.com", "htttp://example.com", "ttp://example.com", "ttps://example.com"),
    Difference(
      "A name and a host is a mail address.",
      "user@domain.com", "user@example.com", "user@foo.com", "user@localhost",
      "user@www.google.com", "x@y.com"),
    Difference(
      "Fewer than four numbers are a version, a date or a sum.",
      "0.0.0", "1.2.3/123", "1.2.3/foo", "192.168.1", "3-3.3", "3-four.14.2019", "3.14.2019"),
    Difference(
      "This computer's addresses are left as they were typed.",
      "0.0.0.0", "[::]:180/path", "[::]:80", "[::]:80/path", "http://[::]/", "http:[::]",
      "http:[::]/", "https://0/", "https://1"),
    Difference(
      "The host of an address is a name: no empty labels, and only letters, digits, `-` and `_`.",
      "..", "...", "../foo", "..somedomainthatwillnotbeagtld..", "..www.google.com..", "[:::",
      "a&b.com", "foo+bar.com", "foo.com::/server-redirect?http%3A%2F%2Fbar.com%2Ftitle2.html",
      "key=value.com", "mozilla...org", "mozilla.com'?q=search", "sub.www..mozilla...org/",
      "user:pass@!foo.com", "www...mozilla", "モジラ...org"),
    Difference(
      "An unknown ending is none of an address.",
      "://w", "c-c-c-c.c-c-c", "cnn.çơḿ", "link.unknown", "somedomainthatwillnotbeagtld..",
      "test..", "www.c-c-  ", "www.c-c.-", "www.c.-", "www.somedomainthatwillnotbeagtld"),
    Difference(
      "A known ending is one of an address.",
      "  -x.com", "co.uk"),
    Difference(
      "A colon behind a host is the beginning of a port.",
      "example.com:", "example.com:/path"),
    Difference(
      "A port, a password or a slash speaks for an address.",
      ":pass@dummy-host", "chrome:usr:pwd@hst/pth?qry#ref", "foo.invalid/", "host:80",
      "user:pass@foo.c", "user@foo:45"),
    Difference(
      "A space behind the host of one word speaks for words.",
      "plonk/ #", "user@foo/z z"),
    Difference(
      "With a scheme typed, hosts need not be names that are known.",
      "http://[2001:db8:85a3::8a2e:370:7334]", "http://mozilla", "http://user: @domain.com",
      "https://.."),
    Difference(
      "Nothing says that the host is known.",
      "whitelisted", "whitelisted.", "whitelisted?.com"),
    Difference(
      "The URL Standard writes it otherwise, or takes what it does not.",
      "example.com:443", "https://example.com/a\"b<c>d`e{f}g|h\\i^j",
      "file://C:\\Users\\user\\myfile.html",
      "file://localhost/tmp/x"),
  ]

  @Test func differsFromBrowsersOnlyAsListed() throws {
    var differing: [String] = []
    for name in ["observed-chromium", "observed-firefox"] {
      differing += try TypedRow.table(name).filter { answer(to: $0) != $0.observed }.map(\.input)
    }
    for name in [
      "chromium-input-type", "firefox-fixup-info", "duckduckgo-macos", "firefox-ios-focus",
      "firefox-android-urllike",
    ] {
      differing += try TypedRow.table(name).filter { kind(of: $0) != $0.expectedKind }.map(\.input)
    }
    Self.differences.expect(differing)
  }

  private func resolution(of row: TypedRow) -> Resolution {
    Typed.resolve(row.input, Typed.Context(homeFolder: "/home/user"))
  }

  /// The destination of the text, without its scheme if that is `http` or `https`.
  private func answer(to row: TypedRow) -> String {
    let resolution = resolution(of: row)
    return resolution.kind == .url ? resolution.url?.href.withoutWebScheme ?? "" : kind(of: row)
  }

  private func kind(of row: TypedRow) -> String {
    switch resolution(of: row).kind {
    case .url: "url"
    case .search: "search"
    case .refused: "nothing"
    }
  }
}

extension TypedRow {
  /// The URL that the browser opened, or `search` or `nothing`.
  fileprivate var observed: String {
    if let loads = expected.loads { return loads.withoutWebScheme }
    if expected.terms != nil || expected.default == "search" { return "search" }
    return expected.default == "url" ? expected.url?.withoutWebScheme ?? "" : "nothing"
  }

  /// The kind of a row from unit tests, which have their own names for kinds.
  fileprivate var expectedKind: String {
    switch expected.kind {
    case "url": "url"
    case "query", "unknown": input.isEmpty ? "nothing" : "search"
    default: "nothing"
    }
  }
}

extension String {
  /// The text without `http:` or `https:`, because a preference decides which of them is added.
  fileprivate var withoutWebScheme: String {
    for scheme in ["http:", "https:"] where hasPrefix(scheme) {
      return String(dropFirst(scheme.count))
    }
    return self
  }
}
