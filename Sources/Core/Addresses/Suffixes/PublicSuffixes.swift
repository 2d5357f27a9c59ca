/// Which endings of hosts are given out by registries, such as `com` and `co.uk`.
///
/// Source: the Public Suffix List, <https://publicsuffix.org/list/>, and its algorithm. Names are ASCII
/// in lower case, as a ``URL`` has them.
public struct PublicSuffixes: Sendable {
  /// What a list says of one name.
  public struct Rule: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The name is a suffix.
    public static let suffix = Rule(rawValue: 1)
    /// Each name right under it is a suffix.
    public static let wildcard = Rule(rawValue: 2)
    /// The name is none, although it is right under a wildcard.
    public static let exception = Rule(rawValue: 4)
    /// The owner of a domain asked for the rule, as for `github.io`; it is no registry's.
    public static let isPrivate = Rule(rawValue: 8)
  }

  private let rule: @Sendable (Span<UInt8>) -> Rule

  /// Suffixes by a list of rules: what it says of a name, empty for a name that it does not have.
  public init(rule: @escaping @Sendable (_ name: Span<UInt8>) -> Rule) {
    self.rule = rule
  }

  /// The offset at which the suffix of a host begins, nil where no rule fits.
  ///
  /// A host may be a suffix itself. Only whole labels count, and an empty last one, as in `a.com.`,
  /// belongs to the suffix. Complexity: one question to the list for each label.
  func suffixStart(in host: Span<UInt8>, includesPrivate: Bool) -> Int? {
    let end = host.endOfName
    var start = 0
    while start < end {
      let next = host.firstIndex(of: UInt8(ascii: "."), in: start..<end).map { $0 + 1 } ?? end
      let own = rule(host.extracting(start..<end))
      let parent = next < end ? rule(host.extracting(next..<end)) : []
      if own.contains(.exception) { return next }
      if own.isSuffix(includesPrivate) || parent.contains(.wildcard) { return start }
      start = next
    }
    return nil
  }

  /// The offset at which the registrable domain of a host begins: its suffix and one label more.
  ///
  /// Nil where no rule fits and where the host is a suffix.
  func registrableStart(in host: Span<UInt8>, includesPrivate: Bool) -> Int? {
    guard let suffix = suffixStart(in: host, includesPrivate: includesPrivate), suffix > 1,
      host[suffix - 1] == UInt8(ascii: "."), host[suffix - 2] != UInt8(ascii: ".")
    else { return nil }
    let dot = host.lastIndex(of: UInt8(ascii: "."), in: 0..<suffix - 1)
    return dot.map { $0 + 1 } ?? 0
  }

  /// Whether any rule fits the end of a host.
  func isKnown(_ host: Span<UInt8>) -> Bool {
    let end = host.endOfName
    let last = host.lastIndex(of: UInt8(ascii: "."), in: 0..<end).map { $0 + 1 } ?? 0
    return !rule(host.extracting(last..<end)).isEmpty
  }
}

extension PublicSuffixes.Rule {
  fileprivate func isSuffix(_ includesPrivate: Bool) -> Bool {
    contains(.suffix) && (includesPrivate || !contains(.isPrivate))
  }
}

extension Span<UInt8> {
  /// Where a host ends, not counting one dot at its end.
  var endOfName: Int {
    count > 0 && self[count - 1] == UInt8(ascii: ".") ? count - 1 : count
  }
}

extension PublicSuffixes {
  /// What can be said without a list: the names of the root zone and `onion`, and below those of
  /// two letters, which are countries', the names that most of them divide theirs by, such as `co.uk`.
  public static let builtIn = PublicSuffixes { name in
    guard let dot = name.firstIndex(of: UInt8(ascii: "."), in: 0..<name.count) else {
      return TopLevelDomains.contains(name) || name.isEqualIgnoringCase("onion") ? .suffix : []
    }
    let parent = name.extracting(dot + 1..<name.count)
    return parent.count == 2 && TopLevelDomains.contains(parent)
      && isDivision(name.extracting(0..<dot)) ? .suffix : []
  }

  private static func isDivision(_ label: Span<UInt8>) -> Bool {
    for name: StaticString in [
      "ac", "co", "com", "edu", "go", "gob", "gov", "gv", "info", "ltd", "mil", "ne", "net", "nom",
      "or", "org", "plc", "sch",
    ] where label.isEqualIgnoringCase(name) {
      return true
    }
    return false
  }
}
