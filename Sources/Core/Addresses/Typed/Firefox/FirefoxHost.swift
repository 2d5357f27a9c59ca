/// The host of a text after Firefox's repairs, as far as it tells an address from a search.
struct FirefoxHost {
  /// The host in ASCII.
  private let host: [UInt8]
  private let suffix: Suffix
  private let isKnown: Bool
  private let hasPath: Bool

  /// What is known of the last label of the host.
  private enum Suffix {
    /// It is a public suffix.
    case known
    /// It is mistyped, and what was meant is known.
    case mistyped(StaticString, as: StaticString)
    /// It is no public suffix.
    case unknown
    /// There is none to judge by: the host is one word, known, a number, or ends in a dot.
    case irrelevant
  }

  /// Mistyped suffixes, and what was meant.
  private static let slips: [(typed: StaticString, meant: StaticString)] = [
    ("ocm", "com"), ("con", "com"), ("cmo", "com"), ("xom", "com"), ("vom", "com"), ("cpm", "com"),
    ("com'", "com"), ("ent", "net"), ("ner", "net"), ("nte", "net"), ("met", "net"), ("rog", "org"),
    ("ogr", "org"), ("prg", "org"), ("orh", "org"),
  ]

  /// Domains under which every name counts as known, and `localhost` itself (Firefox's
  /// default settings).
  private static let knownDomains: [StaticString] = [
    "test", "example", "invalid", "localhost", "internal", "local",
  ]

  /// Looks at the host of a URL that was made of a typed text.
  init(_ url: URL, _ typed: TypedText, _ context: Typed.Context) {
    host = Array((url.host ?? "").utf8)
    isKnown = FirefoxHost.isKnown(host, context)
    suffix = FirefoxHost.suffix(host, isKnown: isKnown, typed, context)
    hasPath = url.path.utf8.count > 1 || url.query != nil || url.fragment != nil
  }

  /// Returns the sentence that says why the text is an address; nil if it is searched for.
  ///
  /// - Parameters:
  ///   - text: The text without slashes at its start.
  ///   - url: The URL of the text.
  ///   - isBegun: Whether the text began with `//` or `://`.
  func reason(_ text: TypedText, _ url: URL, isBegun: Bool) -> String? {
    if text.bytes.last == UInt8(ascii: "/") { return "It ends in a slash." }
    if isWWW { return "Its host begins with www." }
    if case .known = suffix { return "Its host has a known suffix." }
    if case .mistyped = suffix { return "Its host has a known suffix." }
    if !isBegun, isSearched(text, url) { return nil }
    if case .unknown = suffix { return nil }
    return "It is written like an address."
  }

  /// Returns the URL with a mistyped suffix corrected.
  func repaired(_ url: URL) -> URL {
    guard case .mistyped(let typed, let meant) = suffix else { return url }
    var url = url
    let stem = host.dropLast(typed.utf8CodeUnitCount)
    let whole = Array(stem) + meant.bytes
    url.setHost(String(decoding: whole, as: UTF8.self))
    return url
  }

  /// Whether the host is `www.` and one more label.
  private var isWWW: Bool {
    host.count > 4 && host.starts(with: "www.".utf8)
      && host.lastIndex(of: UInt8(ascii: ".")) == 3
  }

  /// Whether nothing about the text speaks for an address.
  private func isSearched(_ text: TypedText, _ url: URL) -> Bool {
    if text.looksLikeIP || isKnown || !url.password.isEmpty { return false }
    if host.last == UInt8(ascii: "."), host.firstIndex(of: UInt8(ascii: ".")) != host.count - 1 {
      return false
    }
    return !text.looksLikeAddress(displayText(ofHost: url)) || !url.username.isEmpty && !hasPath
  }

  /// The host as people read it, in UTF-8.
  private func displayText(ofHost url: URL) -> [UInt8] {
    UnicodeHost.unicode(of: url).map { Array($0.utf8) } ?? host
  }

  /// Whether the host is `localhost`, known to the context, or under a known domain.
  private static func isKnown(_ host: [UInt8], _ context: Typed.Context) -> Bool {
    let span = host.span
    let name = span.extracting(0..<span.endOfName)
    if name.isEqualIgnoringCase("localhost") { return true }
    if context.isKnownHost(String(decoding: host[..<name.count], as: UTF8.self)) { return true }
    guard let dot = name.lastIndex(of: UInt8(ascii: "."), in: 0..<name.count), dot > 0 else {
      return false
    }
    let last = name.extracting(dot + 1..<name.count)
    for domain in knownDomains where last.isEqualIgnoringCase(domain) { return true }
    return false
  }

  /// What is known of the suffix of a host.
  private static func suffix(
    _ host: [UInt8], isKnown: Bool, _ typed: TypedText, _ context: Typed.Context
  ) -> Suffix {
    guard let dot = host.lastIndex(of: UInt8(ascii: ".")), !isKnown,
      dot != host.count - 1 || typed.endsInIdeographicStop
    else { return .irrelevant }
    if context.suffixes.isKnown(host.span) { return .known }
    let last = host.span.extracting(dot + 1..<host.count)
    if last.areDigits(0..<last.count) { return .irrelevant }
    for slip in slips where last.isEqualIgnoringCase(slip.typed) {
      return .mistyped(slip.typed, as: slip.meant)
    }
    return .unknown
  }
}
