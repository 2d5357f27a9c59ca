/// The host of a repaired text, as far as it tells an address from a search.
struct FirefoxHost {
  private let host: [UInt8]
  private let suffix: Suffix
  private let isKnown: Bool
  private let hasPath: Bool

  private enum Suffix {
    case known
    /// A slip of the keys, and what was meant.
    case mistyped(StaticString, as: StaticString)
    case unknown
    /// There is none to judge by: a word, a known host, a dot at the end, a number.
    case irrelevant
  }

  private static let slips: [(typed: StaticString, meant: StaticString)] = [
    ("ocm", "com"), ("con", "com"), ("cmo", "com"), ("xom", "com"), ("vom", "com"), ("cpm", "com"),
    ("com'", "com"), ("ent", "net"), ("ner", "net"), ("nte", "net"), ("met", "net"), ("rog", "org"),
    ("ogr", "org"), ("prg", "org"), ("orh", "org"),
  ]

  /// Domains under which names count as known, and `localhost` itself (Firefox's default settings).
  private static let knownDomains: [StaticString] = [
    "test", "example", "invalid", "localhost", "internal", "local",
  ]

  init(_ url: URL, _ typed: TypedText, _ context: Typed.Context) {
    host = Array((url.host ?? "").utf8)
    isKnown = FirefoxHost.isKnown(host, context)
    suffix = FirefoxHost.suffix(host, isKnown: isKnown, typed, context)
    hasPath = url.path.utf8.count > 1 || url.query != nil || url.fragment != nil
  }

  /// Why the text is an address, nil where it is searched for.
  func reason(_ text: TypedText, _ url: URL, isBegun: Bool) -> String? {
    if text.bytes.last == UInt8(ascii: "/") { return "It ends in a slash." }
    if isWWW { return "Its host begins with www." }
    if case .known = suffix { return "Its host has a suffix that is known." }
    if case .mistyped = suffix { return "Its host has a suffix that is known." }
    if !isBegun, isSearched(text, url) { return nil }
    if case .unknown = suffix { return nil }
    return "It is written like an address."
  }

  /// The address with a mistyped suffix put right.
  func repaired(_ url: URL) -> URL {
    guard case .mistyped(let typed, let meant) = suffix else { return url }
    var url = url
    let stem = host.dropLast(typed.utf8CodeUnitCount)
    let whole = Array(stem) + meant.withUTF8Buffer { Array($0) }
    url.setHost(String(decoding: whole, as: UTF8.self))
    return url
  }

  /// Whether the host is `www.` and one label.
  private var isWWW: Bool {
    host.count > 4 && host.starts(with: "www.".utf8)
      && host.lastIndex(of: UInt8(ascii: ".")) == 3
  }

  /// Whether nothing speaks for an address.
  private func isSearched(_ text: TypedText, _ url: URL) -> Bool {
    if text.looksLikeIP || isKnown || !url.password.isEmpty { return false }
    if host.last == UInt8(ascii: "."), host.firstIndex(of: UInt8(ascii: ".")) != host.count - 1 {
      return false
    }
    return !text.looksLikeAddress(displayText(ofHost: url)) || !url.username.isEmpty && !hasPath
  }

  private func displayText(ofHost url: URL) -> [UInt8] {
    DisplayHost.unicode(of: url).map { Array($0.utf8) } ?? host
  }

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
