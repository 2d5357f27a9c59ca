/// The public suffixes: domains under which registries register names, such as `com` and `co.uk`.
///
/// Public suffixes distinguish hosts from search terms, and determine which part of a host belongs
/// to one owner. ``builtIn`` contains the common suffixes. ``SuffixGraph`` reads the complete list
/// from a system file:
///
/// ```swift
/// var context = Typed.Context()
/// context.suffixes = SuffixGraph(file).map { PublicSuffixes($0) } ?? .builtIn
/// ```
///
/// Names are in ASCII and in lower case, as in a ``URL``. Source: the Public Suffix List,
/// <https://publicsuffix.org/list/>, and its algorithm.
public struct PublicSuffixes: Sendable {
  /// The entry of a list for one name. Empty if the list does not contain the name.
  public struct Rule: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Creates a rule from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The name is a suffix.
    public static let suffix = Rule(rawValue: 1)
    /// Each name directly under the name is a suffix.
    public static let wildcard = Rule(rawValue: 2)
    /// The name is not a suffix, although a wildcard includes it.
    public static let exception = Rule(rawValue: 4)
    /// The rule was requested by the owner of a domain and not by a registry, as for `github.io`.
    public static let isPrivate = Rule(rawValue: 8)
  }

  /// Returns the entry of the list for a name.
  private let rule: @Sendable (Span<UInt8>) -> Rule

  /// Creates suffixes from a list.
  ///
  /// - Parameter rule: Returns the entry for a name such as "co.uk", or an empty rule if the list
  ///   does not contain the name. Called once or twice for each label of a host.
  public init(rule: @escaping @Sendable (_ name: Span<UInt8>) -> Rule) {
    self.rule = rule
  }

  /// Returns the offset of the suffix of a host, or nil if no rule matches.
  ///
  /// A host may itself be a suffix. Only complete labels count. An empty last label, as in
  /// `a.com.`, belongs to the suffix.
  ///
  /// - Complexity: One look-up for each label
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

  /// Returns the offset of the registrable domain of a host: the suffix and the label before it.
  ///
  /// - Returns: Nil if no rule matches, or if the host itself is a suffix.
  func registrableStart(in host: Span<UInt8>, includesPrivate: Bool) -> Int? {
    guard let suffix = suffixStart(in: host, includesPrivate: includesPrivate), suffix > 1,
      host[suffix - 1] == UInt8(ascii: "."), host[suffix - 2] != UInt8(ascii: ".")
    else { return nil }
    let dot = host.lastIndex(of: UInt8(ascii: "."), in: 0..<suffix - 1)
    return dot.map { $0 + 1 } ?? 0
  }

  /// Returns whether the list contains the last label of a host.
  func isKnown(_ host: Span<UInt8>) -> Bool {
    let end = host.endOfName
    let last = host.lastIndex(of: UInt8(ascii: "."), in: 0..<end).map { $0 + 1 } ?? 0
    return !rule(host.extracting(last..<end)).isEmpty
  }
}

extension PublicSuffixes.Rule {
  /// Whether the name is a suffix. Private suffixes count only if requested.
  fileprivate func isSuffix(_ includesPrivate: Bool) -> Bool {
    contains(.suffix) && (includesPrivate || !contains(.isPrivate))
  }
}

extension Span<UInt8> {
  /// The length of a host without a dot at its end.
  var endOfName: Int {
    count > 0 && self[count - 1] == UInt8(ascii: ".") ? count - 1 : count
  }
}

extension PublicSuffixes {
  /// The suffixes known without a list: the names of the root zone, `onion`, and the usual
  /// subdivisions of country domains, such as `co.uk`. Country domains have two letters.
  public static let builtIn = PublicSuffixes { name in
    guard let dot = name.firstIndex(of: UInt8(ascii: "."), in: 0..<name.count) else {
      return TopLevelDomains.contains(name) || name.isEqualIgnoringCase("onion") ? .suffix : []
    }
    let parent = name.extracting(dot + 1..<name.count)
    return parent.count == 2 && TopLevelDomains.contains(parent)
      && isDivision(name.extracting(0..<dot)) ? .suffix : []
  }

  /// Whether a name is a common subdivision of country domains.
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
