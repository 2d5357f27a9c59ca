internal import BrowserModel

/// Tells whether words are about the page or the site that is to be forgotten.
struct PageMatcher {
  /// The host of the page or site; nil where its URL has none.
  let host: String?
  /// The exact URL; nil for a whole site.
  private let url: String?
  /// What is looked for inside of other words, in small letters; empty: nothing is.
  private let needles: [[UInt8]]

  init(url: String) {
    self.url = url
    host = BrowserModel.host(ofURL: url).map { String($0) }
    needles = [Array(url.utf8), Self.percentEncoded(url)].map(Self.lowercased)
  }

  init(site: String) {
    url = nil
    host = site
    // A host of one label is a word like others: it counts only as the host of a URL.
    needles = site.utf8.contains(UInt8(ascii: ".")) ? [Self.lowercased(Array(site.utf8))] : []
  }

  /// Whether a URL leads there.
  func matches(url other: String) -> Bool {
    if let url { return other == url }
    return BrowserModel.host(ofURL: other).map { matches(host: String($0)) } ?? false
  }

  /// Whether a host is the site's, or one below it.
  func matches(host other: String) -> Bool {
    guard url == nil, let host else { return false }
    return other == host || other.hasSuffix("." + host)
  }

  /// Whether words have the page's URL or the site's host in them.
  func isMentioned(in words: String) -> Bool { isMentioned(in: Array(words.utf8)) }

  /// The same for bytes of any kind.
  func isMentioned(in bytes: [UInt8]) -> Bool {
    let bytes = Self.lowercased(bytes)
    return needles.contains { needle in
      guard bytes.count >= needle.count, !needle.isEmpty else { return false }
      return (0...(bytes.count - needle.count)).contains { start in
        bytes[start] == needle[0] && bytes[start..<(start + needle.count)].elementsEqual(needle)
          && (url != nil || isWholeHost(bytes, start..<(start + needle.count)))
      }
    }
  }

  /// `example.com` is in `www.example.com/`, and not in `myexample.com` or `example.com.evil`.
  private func isWholeHost(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    func isLetter(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      switch bytes[index] {
      case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"): return true
      default: return false
      }
    }
    let end = range.upperBound
    let goesOn = bytes.indices.contains(end) && bytes[end] == UInt8(ascii: ".") && isLetter(end + 1)
    // What follows a percent sign are the digits of an escaped character, as in %2Fexample.com.
    let isEscaped =
      range.lowerBound >= 3 && bytes[range.lowerBound - 3] == UInt8(ascii: "%")
    return (isEscaped || !isLetter(range.lowerBound - 1)) && !isLetter(end) && !goesOn
  }

  private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// As a URL stands in the query of another.
  private static func percentEncoded(_ text: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}
