import Addresses
import TestSupport
import Testing

/// Random texts made of the pieces that the parser looks for.
@Suite struct RandomInputTests {
  static let pieces = [
    "http:", "https:", "file:", "x:", "mailto:", "//", "/", "\\", ".", "..", "%2e", "%2E%2e", "?",
    "#", "@", ":", "[", "]", "::", "1", "0x7f", "127", "255.", "65536", ":80", ":443", "C:", "c|",
    "a", "example", ".com", "ü", "ß", "東", "\u{AD}", "\u{301}", "xn--", "mnchen-3ya", " ", "\t",
    "\n", "%", "%41", "%zz", "'", "\"", "|", "^", "{", "}", "localhost", "א", "\u{200D}", "\0", "~",
  ]

  @Test(arguments: 0..<200 as Range<UInt64>)
  func parsingIsIdempotent(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bases = ["https://example.org/a/b?c#d", "file:///C:/d/e", "x:/.//p", "x:o", "x://h:1/p"]
      .compactMap { URL($0) }
    for _ in 0..<50 {
      let count = Int(random.next() % 9)
      let text = (0..<count).map { _ in
        Self.pieces[Int(random.next() % UInt64(Self.pieces.count))]
      }.joined()
      for url in [URL(text)] + bases.map({ URL(text, base: $0) }) {
        guard let url else { continue }
        let again = try #require(URL(url.href), "\(text.debugDescription) makes \(url.href)")
        #expect(again == url)
        #expect(parts(of: again) == parts(of: url), "\(text.debugDescription)")
        #expect(recomposed(url) == url.href)
        #expect(url.href.utf8.allSatisfy { $0 < 0x80 })
        #expect(url.withoutFragment.equalsExceptFragment(url))
        #expect(url.withoutFragment.fragment == nil)
      }
      #expect(URL(utf8: Array(text.utf8).span) == URL(text))
      let resolution = Typed.resolve(text)
      #expect((resolution.kind == .search) == (resolution.words != nil))
      #expect((resolution.kind == .refused) == (resolution.url == nil))
      #expect(resolution.reason.hasSuffix("."))
      #expect(resolution.url?.scheme != "javascript")
    }
  }

  private func parts(of url: URL) -> [String?] {
    [
      url.scheme, url.username, url.password, url.host, url.port.map { "\($0)" }, url.path,
      url.query, url.fragment, url.origin,
    ]
  }

  /// The serialiser of the standard (section 4.5), from the parts.
  private func recomposed(_ url: URL) -> String {
    var text = url.scheme + ":"
    if let host = url.host {
      text += "//" + url.username
      if !url.password.isEmpty { text += ":" + url.password }
      if !url.username.isEmpty || !url.password.isEmpty { text += "@" }
      text += host
      if let port = url.port { text += ":\(port)" }
    } else if url.path.hasPrefix("//") {
      text += "/."
    }
    text += url.path
    if let query = url.query { text += "?" + query }
    if let fragment = url.fragment { text += "#" + fragment }
    return text
  }
}
