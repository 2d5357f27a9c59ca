import Addresses
import TestSupport
import Testing

/// Large amounts of one kind of character. Nothing may trap or take more than linear time.
///
/// At these sizes, quadratic time would exceed the limit by far.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct HostileInputTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let unit: String
    var testDescription: String { name }

    func text(bytes: Int) -> String { String(repeating: unit, count: bytes / unit.utf8.count + 1) }
  }

  static let kinds = [
    Kind(name: "letters", unit: "a"),
    Kind(name: "digits", unit: "7"),
    Kind(name: "dots", unit: "."),
    Kind(name: "labels", unit: "a."),
    Kind(name: "numbers", unit: "1."),
    Kind(name: "slashes", unit: "/"),
    Kind(name: "backslashes", unit: "\\"),
    Kind(name: "segments", unit: "/a"),
    Kind(name: "steps up", unit: "a/../"),
    Kind(name: "encoded dots", unit: "/%2e%2E"),
    Kind(name: "drive letters", unit: "/C:/.."),
    Kind(name: "colons", unit: ":"),
    Kind(name: "at signs", unit: "@"),
    Kind(name: "credentials", unit: "a:b@"),
    Kind(name: "brackets", unit: "[]"),
    Kind(name: "open brackets", unit: "[:"),
    Kind(name: "braces", unit: "{"),
    Kind(name: "percent signs", unit: "%"),
    Kind(name: "question marks", unit: "?"),
    Kind(name: "hashes", unit: "#"),
    Kind(name: "spaces", unit: "a "),
    Kind(name: "line ends", unit: "\r\n\t"),
    Kind(name: "controls", unit: "\u{1}\0"),
    Kind(name: "umlauts", unit: "ü"),
    Kind(name: "capital umlauts", unit: "Ü."),
    Kind(name: "ideographs", unit: "東京都"),
    Kind(name: "emoji", unit: "😀"),
    Kind(name: "marks in order", unit: "\u{300}"),
    Kind(name: "marks out of order", unit: "\u{301}\u{316}"),
    Kind(name: "a letter with marks", unit: "a\u{301}\u{316}\u{334}"),
    Kind(name: "Hangul", unit: "각"),
    Kind(name: "jamo", unit: "\u{1100}\u{1161}\u{11A8}"),
    Kind(name: "long mappings", unit: "\u{FDFA}"),
    Kind(name: "ignored", unit: "\u{AD}"),
    Kind(name: "joiners", unit: "\u{200C}\u{626}"),
    Kind(name: "joiners in a row", unit: "\u{200D}"),
    Kind(name: "transparent letters", unit: "\u{64B}\u{200C}"),
    Kind(name: "right to left", unit: "אב"),
    Kind(name: "Arabic numbers", unit: "ا١1"),
    Kind(name: "Punycode", unit: "xn--"),
    Kind(name: "Punycode labels", unit: "xn--mnchen-3ya."),
    Kind(name: "noncharacters", unit: "\u{FFFF}"),
    Kind(name: "the last code point", unit: "\u{10FFFF}"),
    Kind(name: "unassigned code points", unit: "\u{E0080}"),
    Kind(name: "ports", unit: ":1"),
    Kind(name: "pieces of IPv6", unit: "1:"),
    Kind(name: "zeros", unit: "0"),
    Kind(name: "hexadecimal numbers", unit: "0x."),
    Kind(name: "escapes", unit: "%41"),
    Kind(name: "escaped umlauts", unit: "%C3%BC"),
    Kind(name: "halves of escaped umlauts", unit: "%C3"),
    Kind(name: "escaped slashes", unit: "%2F/"),
    Kind(name: "quotes", unit: "\"'`"),
    Kind(name: "carets and bars", unit: "^|"),
    Kind(name: "mixed slashes", unit: "/\\"),
    Kind(name: "dot segments", unit: "/./.."),
    Kind(name: "wide letters", unit: "Ａ"),
    Kind(name: "ideographic stops", unit: "。"),
    Kind(name: "capital sharp s", unit: "ẞ"),
    Kind(name: "encoded ASCII", unit: "xn--a-."),
  ]

  /// A megabyte of different ideographs, for which a naive Punycode encoder takes hours.
  static let variety = Kind(
    name: "different ideographs",
    unit: String(
      String.UnicodeScalarView(
        (0x4E00..<0x9FFF).compactMap { Unicode.Scalar(UInt32($0)) })))

  static let prefixes = [
    "", "https://", "https://u:p@", "https://x/.", "https://ü.", "https://ü.xn--", "file:///", "x:",
    "x://", "http://[", "http://[::", "http://h:", "https://%", "https://x/.?", "//", "blob:https:",
  ]

  @Test(arguments: kinds)
  func endsInTime(kind: Kind) throws {
    let text = kind.text(bytes: 1 << 9)
    let base = try #require(URL("https://example.org/a/b?c#d"))
    for prefix in Self.prefixes {
      for url in [URL(prefix + text), URL(prefix + text, base: base)] {
        guard let url else { continue }
        #expect(URL(url.href) == url)
        _ = displayText(of: url)
      }
      let resolution = Typed.resolve(prefix + text)
      #expect((resolution.url == nil) == (resolution.kind == .refused))
    }
  }

  @Test(arguments: [
    ("letters", 1 << 20), ("labels", 1 << 20), ("steps up", 1 << 20), ("colons", 1 << 20),
    ("percent signs", 1 << 20), ("umlauts", 1 << 18), ("marks out of order", 1 << 18),
    ("joiners", 1 << 18), ("different ideographs", 1 << 18),
  ])
  func muchEndsInTime(name: String, bytes: Int) throws {
    let kind = try #require((Self.kinds + [Self.variety]).first { $0.name == name })
    // Without optimisation, an eighth of the size takes about as long.
    let text = kind.text(bytes: Self.much < 1 << 20 ? bytes / 8 : bytes)
    let url = URL("https://" + text)
    let isHost = ["letters", "labels", "steps up", "umlauts", "different ideographs"].contains(name)
    #expect((url != nil) == isHost)
    #expect(URL("https://example.org/" + text)?.host == "example.org")
  }

  /// The size of the texts: a megabyte if the parser is optimised, as in `swift test -c release`.
  #if DEBUG
    static let much = 1 << 10
  #else
    static let much = 1 << 20
  #endif

  @Test(arguments: kinds + [variety])
  func longTextsOfAnyKindEndInTime(kind: Kind) throws {
    let text = kind.text(bytes: Self.much)
    let base = try #require(URL("https://example.org/a/b?c#d"))
    let texts = [
      "https://\(text)", "https://\(text)@h/", "https://h:\(text)", "http://[\(text)]/",
      "x://\(text)",
      "https://h/\(text)?\(text)#\(text)", "file:///\(text)", "x:\(text)", text, "//\(text)",
    ]
    for text in texts {
      guard let url = URL(text, base: base) else { continue }
      #expect(URL(url.href) == url)
      #expect(!url.origin.isEmpty)
    }
  }

  @Test(arguments: kinds + [variety])
  func settersEndInTimeWithLongTexts(kind: Kind) throws {
    let text = kind.text(bytes: Self.much / 4)
    let start = try #require(URL("https://u:p@example.org:8080/a?b#c"))
    for member in WebURL.members {
      var url = start
      url.set(member, to: text)
      #expect(URL(url.href) == url)
    }
  }

  @Test(arguments: kinds)
  func settersEndInTime(kind: Kind) throws {
    let text = kind.text(bytes: 1 << 11)
    for start in ["https://u:p@example.org:8080/a?b#c", "file:///C:/x", "x:/a", "x:a", "x://h"] {
      var url = try #require(URL(start))
      url.setScheme(text)
      url.setUsername(text)
      url.setPassword(text)
      url.setHost(text)
      url.setHostAndPort(text)
      url.setPort(text)
      url.setPath(text)
      url.setQuery(text)
      url.setFragment(text)
      #expect(URL(url.href) == url)
    }
  }

  @Test func moreThanTwoMebibytesAreRefused() {
    let limit = String(repeating: "a", count: 2 << 20)
    #expect(Typed.resolve(limit).kind == .search)
    #expect(Typed.resolve(limit + "a").kind == .refused)
  }
}
