import Addresses
import Foundation
import TestSupport
import Testing

/// Compares the policy `retrace` with the tables of browsers. Each difference is listed with its
/// reason.
@Suite(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
struct RetraceTableTests {
  static let differences = [
    Difference(
      "An invalid address is refused with a reason, and is not searched for.",
      "chrome-devtools://", "chrome-search://", "devtools://", "example.com:65536", "firefox://",
      "http:// shouldfail.com", "http://0123456789", "http://1.2.3.4:abc", "http://266.315.245.345",
      "http://::1/", "http://[::", "http://[::/path", "http://[::?query", "http://]]]",
      "http://a%20b/", "http://foo.com:123456", "http://host.com:ninety-two/",
      "http://host.com:ninety-two?foo", "https://1.2.3.4.5/", "https://999.999.999.999/",
      "https://?", "https://[1:2:3:4:5:6:7:8:9]/", "https://[1:2:3:4:5:6:7]/"),
    Difference(
      "Scripts are refused if they are not allowed.",
      "javascript:", "javascript:alert%28\"Hi there\"%29;", "javascript:alert(1)", "javascript:foo",
      "javascript:foo;", "javascript:the cromulent parts"),
    Difference(
      "Addresses of the browser's own pages are not changed.",
      "about://usr:pwd@hst/pth?qry#ref", "about:config", "about:config:8000", "about:foo",
      "about:home", "about:newtab", "about:nonsense", "about:version", "chrome://version"),
    Difference(
      "Text that begins with a scheme and `//` is always an address.",
      "c-http://c.com", "devtools://bundled/devtools/inspector.html?ws=ws://localhost:9222/guid",
      "devtools://bundled/devtools/node.html", "devtools://x",
      "dns://192.168.1.1/ftp.example.org?type=A", "feed://example.com/rss.xml", "foo://bar",
      "git+ssh://git@github.com/x/y", "ipfs://bafy/x",
      "smb://workgroup;user:password@server/share/folder/file.txt", "ssh://git@example.com"),
    Difference(
      "Addresses with schemes of other programs are not changed.",
      "geo:37.786971,-122.399677", "magnet:?xt=urn:btih:0123456789", "sms:+12025550100"),
    Difference(
      "A scheme without an address, and an unknown scheme, are search terms.",
      "about:", "about;help", "filesystem:http://a.com/t/bar", "http;mozilla", "x:["),
    Difference(
      "Two slashes at the start are read as an address without a scheme, not as a path.",
      "//example.com", "//example.com/path"),
    Difference(
      "A path keeps its slashes, but two slashes at its start become one.",
      "//mozilla", "file://////////////home//user/myfile.html"),
    Difference(
      "An IPv6 address does not need brackets.",
      "2001:db8::1", "::1"),
    Difference(
      "Typing errors in a scheme are corrected.",
      "htp://example.com", "htttp://example.com", "ttp://example.com", "ttps://example.com"),
    Difference(
      "A user name and a host are a mail address.",
      "user@domain.com", "user@example.com", "user@foo.com", "user@localhost",
      "user@www.google.com", "x@y.com"),
    Difference(
      "Fewer than four numbers are a version, a date or a calculation.",
      "0.0.0", "1.2.3/123", "1.2.3/foo", "192.168.1", "3-3.3", "3-four.14.2019", "3.14.2019"),
    Difference(
      "Addresses of this computer are not changed.",
      "0.0.0.0", "[::]:180/path", "[::]:80", "[::]:80/path", "http://[::]/", "http:[::]",
      "http:[::]/", "https://0/", "https://1"),
    Difference(
      "The host of an address is a name: no empty labels, and only letters, digits, `-` and `_`.",
      "..", "...", "../foo", "..somedomainthatwillnotbeagtld..", "..www.google.com..", "[:::",
      "a&b.com", "foo+bar.com", "foo.com::/server-redirect?http%3A%2F%2Fbar.com%2Ftitle2.html",
      "key=value.com", "mozilla...org", "mozilla.com'?q=search", "sub.www..mozilla...org/",
      "user:pass@!foo.com", "www...mozilla", "モジラ...org"),
    Difference(
      "Text with an unknown top-level domain is not an address.",
      "://w", "c-c-c-c.c-c-c", "cnn.çơḿ", "link.unknown", "somedomainthatwillnotbeagtld..",
      "test..", "www.c-c-  ", "www.c-c.-", "www.c.-", "www.somedomainthatwillnotbeagtld"),
    Difference(
      "Text with a known top-level domain is an address.",
      "  -x.com", "co.uk"),
    Difference(
      "A colon after a host begins a port.",
      "example.com:", "example.com:/path"),
    Difference(
      "A port, a password or a slash suggests an address.",
      ":pass@dummy-host", "chrome:usr:pwd@hst/pth?qry#ref", "foo.invalid/", "host:80",
      "user:pass@foo.c", "user@foo:45"),
    Difference(
      "A space after a host of one word suggests a search.",
      "plonk/ #", "user@foo/z z"),
    Difference(
      "After a typed scheme, the host does not have to be known.",
      "http://[2001:db8:85a3::8a2e:370:7334]", "http://mozilla", "http://user: @domain.com",
      "https://.."),
    Difference(
      "The host is not known here.",
      "whitelisted", "whitelisted.", "whitelisted?.com"),
    Difference(
      "The URL Standard serialises it differently, or accepts what the browser does not.",
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

  /// Returns the destination of the text, without the scheme if the scheme is `http` or `https`.
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
  /// The destination that the browser chose, or `search`, or `nothing`.
  fileprivate var observed: String {
    if let loads = expected.loads { return loads.withoutWebScheme }
    if expected.terms != nil || expected.default == "search" { return "search" }
    return expected.default == "url" ? expected.url?.withoutWebScheme ?? "" : "nothing"
  }

  /// The kind in the unit tests of the browser, which use other names.
  fileprivate var expectedKind: String {
    switch expected.kind {
    case "url": "url"
    case "query", "unknown": input.isEmpty ? "nothing" : "search"
    default: "nothing"
    }
  }
}

extension String {
  /// The text without `http:` or `https:`. Which of the two is added is a matter of preference.
  fileprivate var withoutWebScheme: String {
    for scheme in ["http:", "https:"] where hasPrefix(scheme) {
      return String(dropFirst(scheme.count))
    }
    return self
  }
}
