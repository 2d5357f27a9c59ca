internal import Addresses
internal import BrowserModel

/// Decides whether an address belongs to the page, path or site to forget.
struct PageMatcher: Sendable {
  /// The target to forget.
  private enum Target {
    /// A URL without its fragment.
    case page(String)
    /// A URL without query and fragment, and everything below it.
    case path(String)
    /// A host and all of its subdomains.
    case site
  }

  /// The host of the page or site, or nil if the URL has no host.
  let host: String?
  /// The scheme that is assumed for an address without a scheme.
  let scheme: String
  private let target: Target

  /// Creates a matcher for a page with any fragment.
  ///
  /// - Parameter url: The URL in the URL standard's serialised form.
  init(page url: String) {
    target = .page(Self.withoutFragment(url))
    host = BrowserModel.host(ofURL: url).map { String($0) }
    scheme = String(url.prefix { $0 != ":" })
  }

  /// Creates a matcher for a URL and everything below it.
  ///
  /// - Parameter url: The URL in the URL standard's serialised form.
  init(under url: String) {
    target = .path(String(Self.withoutFragment(url).prefix { $0 != "?" }))
    host = BrowserModel.host(ofURL: url).map { String($0) }
    scheme = String(url.prefix { $0 != ":" })
  }

  /// Creates a matcher for a host and its subdomains.
  init(site: String) {
    target = .site
    host = site
    scheme = "https"
  }

  /// Whether addresses below the target also match. If false, an address must be exactly the page's
  /// address.
  var matchesLongerAddresses: Bool {
    if case .page = target { return false }
    return true
  }

  /// Whether the target is a site.
  var isSite: Bool {
    if case .site = target { return true }
    return false
  }

  /// The byte sequences, in lower case, of which every matching address contains one. These are the
  /// host in ASCII and in Unicode, or the entire address if it has no host.
  var anchors: [[UInt8]] {
    guard let host else {
      switch target {
      case .page(let url), .path(let url): return [Self.lowercased(Array(url.utf8))]
      case .site: return []
      }
    }
    let plain = Self.lowercased(Array(host.utf8))
    let isEncoded = host.split(separator: ".").contains { $0.hasPrefix("xn--") }
    guard isEncoded, let url = URL("http://\(host)/") else { return [plain] }
    let shown = displayText(of: url).dropFirst("http://".count).dropLast()
    return [plain, Array(shown.utf8)]
  }

  /// Whether a URL matches, including inside `view-source:` and `blob:`. The URL need not be
  /// serialised, because other programs store URLs in various forms.
  func matches(url other: String) -> Bool {
    if isMatch(other) { return true }
    for wrapping in ["view-source:", "blob:"] where other.hasPrefix(wrapping) {
      return matches(url: String(other.dropFirst(wrapping.count)))
    }
    guard let host, other.utf8.count >= host.utf8.count, Self.isPart(host, of: other),
      let url = URL(other), url.href != other
    else { return false }
    return isMatch(url.href)
  }

  /// Whether a serialised URL matches.
  private func isMatch(_ other: String) -> Bool {
    switch target {
    case .page(let url):
      guard other.utf8.starts(with: url.utf8) else { return false }
      return other.utf8.count == url.utf8.count
        || other.utf8[other.utf8.index(other.utf8.startIndex, offsetBy: url.utf8.count)] == 0x23
    case .path(let url):
      guard other.utf8.starts(with: url.utf8) else { return false }
      guard other.utf8.count > url.utf8.count, !url.hasSuffix("/") else { return true }
      let next = other.utf8[other.utf8.index(other.utf8.startIndex, offsetBy: url.utf8.count)]
      return [0x2F, 0x3F, 0x23].contains(next)
    case .site:
      return BrowserModel.host(ofURL: other).map { matches(host: String($0)) } ?? false
    }
  }

  /// Whether a host is the site's host, or a subdomain of that host.
  func matches(host other: String) -> Bool {
    guard isSite, let host else { return false }
    return other == host || other.hasSuffix("." + host)
  }

  /// Whether typed words contain a matching address or name.
  func isMentioned(in words: String) -> Bool {
    !AddressSearch(self).ranges(in: words, .words(withNames: true)).isEmpty
  }

  /// Whether bytes that may not be text contain the complete host.
  func isMentioned(in bytes: [UInt8]) -> Bool {
    let bytes = Self.lowercased(bytes)
    return anchors.contains { anchor in
      AddressSearch.occurrences(of: anchor, in: bytes).contains { start in
        AddressSearch.isWhole(bytes, start..<(start + anchor.count))
      }
    }
  }

  /// Returns a URL without its fragment.
  static func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

  /// Returns bytes with ASCII letters in lower case.
  static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Whether a text contains a host, ignoring case.
  private static func isPart(_ host: String, of text: String) -> Bool {
    !AddressSearch.occurrences(
      of: Array(host.utf8), in: lowercased(Array(text.utf8))
    ).isEmpty
  }
}
