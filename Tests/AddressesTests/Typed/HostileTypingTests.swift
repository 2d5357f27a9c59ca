import Addresses
import Testing

/// Large amounts of one kind of character under each policy. Nothing may trap or take more than
/// linear time.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct HostileTypingTests {
  typealias Kind = HostileInputTests.Kind

  static let kinds =
    HostileInputTests.kinds + [
      HostileInputTests.variety, Kind(name: "bangs", unit: "!w "),
      Kind(name: "keywords", unit: "w "),
      Kind(name: "semicolons", unit: ";"), Kind(name: "suffixes", unit: "co.uk."),
    ]

  static let prefixes = ["", "https://", "u:p@", "view-source:", "a ", "a;", "~", "?", "!w ", "//"]

  /// A context with all optional parts.
  static let context: Typed.Context = {
    var context = Typed.Context(allowsScript: true, homeFolder: "/home/me") { _ in true }
    context.completion = "com"
    context.engines = (try? SearchEngineList("w=https://w.example/{searchTerms}"))?.engines ?? []
    context.bookmarks = [KeywordBookmark(keyword: "a", text: "https://b.example/%s/%S?%s")]
    return context
  }()

  @Test(arguments: kinds)
  func isResolvedUnderEachPolicy(kind: Kind) {
    let text = kind.text(bytes: 1 << 7)
    for prefix in Self.prefixes {
      for policy in Policy.allCases {
        let resolution = Typed.resolve(prefix + text, by: policy, Self.context)
        #expect((resolution.url == nil) == (resolution.kind == .refused))
        #expect((resolution.words == nil) == (resolution.kind != .search))
        #expect(resolution.reason.hasSuffix("."))
      }
    }
  }

  /// A megabyte is resolved and displayed within the time limit of the suite. Quadratic work would
  /// exceed the limit.
  @Test(arguments: kinds)
  func longTextsAreResolvedAndDisplayed(kind: Kind) {
    let resolution = Typed.resolve(kind.text(bytes: HostileInputTests.much))
    #expect((resolution.url == nil) == (resolution.kind == .refused))
    #expect((resolution.words == nil) == (resolution.kind != .search))
    guard let url = resolution.url else { return }
    let shown = displayText(of: url, width: 20)
    #expect(!shown.isEmpty && shown.utf8.count <= max(url.href.utf8.count, 20), "\(shown)")
  }
}
