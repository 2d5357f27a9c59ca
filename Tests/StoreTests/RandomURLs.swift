import BrowserModel
import TestSupport
import Testing

@testable import RetraceStore

/// URLs with common prefixes, and a few without any.
struct RandomURLs {
  var random: SplitMix64
  /// The number of pages per site.
  var pageCount = 12

  private static let oddities = [
    "about:start", "https://", "http://www.", "x", "\u{1}", "https://a\u{1}b", "é",
  ]
  private static let beginnings = [
    "https://", "https://www.", "http://", "http://www.", "file:///",
  ]
  private static let hosts = ["a", "ab", "abc.example", "w", "www", "http", "h.example", "wiki.it"]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> String {
    if random.once(in: 30) {
      return random.pick(Self.oddities)
    }
    var url = random.pick(Self.beginnings) + random.pick(Self.hosts)
    while random.once(in: 2) { url += "/\(random.below(pageCount))" }
    return url
  }
}
