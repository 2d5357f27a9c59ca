import Addresses
import TestSupport
import Testing

/// Random texts, composed of pieces that have a meaning to the parser.
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
        #expect(url.faults == [], "\(text.debugDescription)")
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
}
