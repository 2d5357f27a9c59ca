/// The rules of Chromium's address bar.
///
/// A text is cut into parts, repaired, and judged by what it then has: a scheme, a host
/// that can exist, a known suffix, a port, a slash at its end. Addresses get `http`; that
/// Chromium tries `https` first is a matter of loading. Source: `autocomplete_input.cc` of
/// Chromium; the tests list the differences that were found.
enum ChromiumPolicy {
  /// Resolves a text that begins with no keyword.
  static func resolve(_ text: TypedText, _ context: Typed.Context) -> Resolution {
    if text.first == UInt8(ascii: "?") { return .forcedSearch(text, context) }
    let verdict = ChromiumVerdict(text, context)
    if verdict.kind == .address, let url = verdict.url { return .address(url, verdict.reason) }
    return .search(text.words(), verdict.reason, context)
      .beside(verdict.url, isOffered: verdict.kind == .undecided)
  }
}

/// What Chromium makes of a text, and why.
struct ChromiumVerdict {
  /// The kinds of input that Chromium knows.
  enum Kind {
    /// An address: Chromium's type "URL".
    case address
    /// A search, with the address as the second offer: "unknown".
    case undecided
    /// A search only: "query".
    case search
  }

  /// Which of the three it is.
  let kind: Kind
  /// The reason in a plain sentence.
  let reason: String
  /// The URL of the repaired text; nil if it makes none.
  let url: URL?

  /// Judges a text.
  init(_ text: TypedText, _ context: Typed.Context) {
    let parts = ChromiumParts(text)
    guard let url = parts.repaired(context) else {
      self.init(.search, "It does not make a valid address.", nil)
      return
    }
    self = ChromiumVerdict.verdict(parts, url, context)
  }

  /// Creates a verdict.
  private init(_ kind: Kind, _ reason: String, _ url: URL?) {
    self.kind = kind
    self.reason = reason
    self.url = url
  }

  /// Judges a text by its scheme.
  private static func verdict(
    _ parts: ChromiumParts, _ url: URL, _ context: Typed.Context
  ) -> ChromiumVerdict {
    switch parts.scheme {
    case .file: return ChromiumVerdict(.address, "It is a path of the file system.", url)
    case .http, .https: return host(parts, url, context)
    case .about, .chrome, .filesystem, .viewSource, .standard, .opened:
      return ChromiumVerdict(.address, "It begins with a scheme that Chromium opens.", url)
    case .javascript:
      return parts.bytes.hasCode
        ? ChromiumVerdict(.address, "It is a script.", url)
        : ChromiumVerdict(.undecided, "It does not look like a script.", url)
    case .unknown: return unknownScheme(parts, url, context)
    }
  }

  /// Judges a text whose scheme is not known: it may be the letter of a drive, or a user
  /// name before a password.
  private static func unknownScheme(
    _ parts: ChromiumParts, _ url: URL, _ context: Typed.Context
  ) -> ChromiumVerdict {
    guard parts.typedScheme?.count != 1 else {
      return ChromiumVerdict(.search, "No scheme has one letter.", url)
    }
    let text = TypedText(Array("http://".utf8) + parts.bytes)
    let cut = ChromiumParts(text)
    let verdict = ChromiumVerdict(text, context)
    if verdict.kind == .address, cut.isFilled(cut.username), cut.isFilled(cut.password) {
      return verdict
    }
    return ChromiumVerdict(.undecided, "Its scheme is not known.", url)
  }

  /// Judges a web address by its host.
  private static func host(
    _ parts: ChromiumParts, _ url: URL, _ context: Typed.Context
  ) -> ChromiumVerdict {
    let host = ChromiumHost(url, parts, context)
    if let kind = host.kindOfImpossible(parts) {
      return ChromiumVerdict(kind, "No host has that name.", url)
    }
    if host.family == .ipv6 { return ChromiumVerdict(.address, "It is an IP address.", url) }
    if host.family == .ipv4, let verdict = ipv4(host, url) { return verdict }
    return rest(parts, host, url, context)
  }

  /// Judges an IPv4 address: four numbers are an address, unless the first is 0. Nil if the
  /// rest decides.
  private static func ipv4(_ host: ChromiumHost, _ url: URL) -> ChromiumVerdict? {
    if host.isReachable, host.typedNumberCount == 4 {
      return ChromiumVerdict(.address, "It is an IP address.", url)
    }
    return host.beginsWithZero ? ChromiumVerdict(.search, "No such IP address exists.", url) : nil
  }

  /// Judges a host that can exist by everything around it.
  private static func rest(
    _ parts: ChromiumParts, _ host: ChromiumHost, _ url: URL, _ context: Typed.Context
  ) -> ChromiumVerdict {
    if parts.typedScheme != nil {
      return ChromiumVerdict(.address, "It begins with a scheme.", url)
    }
    if let path = parts.path, !parts.usernameHasSpace,
      parts.bytes[path.upperBound - 1].isSlash(special: true)
    {
      return ChromiumVerdict(.address, "It ends in a slash.", url)
    }
    if let count = host.typedNumberCount, count > 1 {
      return ChromiumVerdict(.search, "These are numbers.", url)
    }
    if parts.usernameHasSpace {
      return ChromiumVerdict(.undecided, "No user name has a space.", url)
    }
    if parts.filledCount > 1 {
      return ChromiumVerdict(.address, "It is written like an address.", url)
    }
    if !url.username.isEmpty, context.completion == nil {
      return ChromiumVerdict(.undecided, "It may be a mail address.", url)
    }
    if host.hasKnownSuffix || url.port != nil {
      return ChromiumVerdict(.address, "It is a host name.", url)
    }
    return ChromiumVerdict(.undecided, "It does not look like an address.", url)
  }
}

extension ChromiumParts {
  /// Whether there is a space in the user name.
  fileprivate var usernameHasSpace: Bool {
    username?.contains { bytes[$0] <= 0x20 } ?? false
  }
}

extension [UInt8] {
  /// Whether there is a character that scripts have and words do not.
  fileprivate var hasCode: Bool {
    contains {
      switch $0 {
      case UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "."), UInt8(ascii: "\""):
        true
      default: false
      }
    }
  }
}
