/// The rules of Firefox's address bar.
///
/// A text is an address if it has a scheme that Firefox opens, a host under a known suffix,
/// a known host, a port, a password, a slash at its end or before a question mark, or looks
/// like an IP address. Addresses get `http`. Source: `URIFixup.sys.mjs` of Firefox, with
/// the flags of the address bar; the tests list the differences that were found.
enum FirefoxPolicy {
  /// Resolves a text that begins with no keyword.
  static func resolve(_ text: TypedText, _ context: Typed.Context) -> Resolution {
    let text = TypedText(text.bytes.filter { $0 != 0x0A && $0 != 0x0D })
    if text.first == UInt8(ascii: "?") { return .forcedSearch(text, context) }
    let scheme = FirefoxScheme(completed(text, context))
    if scheme.isViewSource { return viewSource(scheme, context) }
    if scheme.name.count < 2, let file = path(scheme.text, context) {
      return .address(file, "It is a path of the file system.")
    }
    return withScheme(scheme, context) ?? withoutScheme(scheme, text, context)
  }

  /// The text with the completion of the context, if its host is one word.
  private static func completed(_ text: TypedText, _ context: Typed.Context) -> TypedText {
    guard let completion = context.completion else { return text }
    let end = text.bytes.firstIndex(of: UInt8(ascii: "/")) ?? text.bytes.count
    let isWord = text.bytes[..<end].allSatisfy {
      $0 > 0x20 && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":")
    }
    guard isWord, end > 0 else { return text }
    return TypedText(
      Array("https://www.".utf8) + text.bytes[..<end] + Array(".\(completion)".utf8)
        + text.bytes[end...])
  }

  /// Returns the `view-source:` URL of what the rest of the text leads to, or a refusal.
  private static func viewSource(
    _ scheme: FirefoxScheme, _ context: Typed.Context
  ) -> Resolution {
    let inner = resolve(scheme.text.dropping(scheme.name.count + 1), context)
    guard let address = inner.address, address.scheme != "view-source",
      let url = URL("view-source:" + address.href)
    else { return .refused("There is no address to show the source of.") }
    return .address(url, "It begins with a scheme.")
  }

  /// Returns the `file:` URL of a path; nil for other texts. `~` is the home folder,
  /// `~name` is nothing.
  private static func path(_ text: TypedText, _ context: Typed.Context) -> URL? {
    let bytes = text.bytes
    if bytes.first == UInt8(ascii: "/") { return .file(path: bytes) }
    guard bytes.first == UInt8(ascii: "~"), let home = context.homeFolder,
      bytes.count == 1 || bytes[1] == UInt8(ascii: "/")
    else { return nil }
    return .file(path: Array(home.utf8) + bytes.dropFirst())
  }

  /// Returns the resolution of a text that is a URL as it stands; nil for other texts.
  private static func withScheme(
    _ scheme: FirefoxScheme, _ context: Typed.Context
  ) -> Resolution? {
    guard scheme.isOpened || !scheme.text.mayBePort && scheme.text.endOfCredentials == nil else {
      return nil
    }
    guard let url = URL(utf8: scheme.text.bytes.span) else {
      return scheme.isCommon && scheme.text.endsInNumber
        ? .refused("The host is not a valid IP address.") : nil
    }
    let address = url.withLocalHost.withSingleDots
    if scheme.isOpened { return .address(address, "It begins with a scheme.") }
    return .search(scheme.text.words(), "Its scheme is not known.", context)
      .beside(address, isOffered: false)
  }

  /// Returns the resolution of a text that may be a host, with `http` before it.
  private static func withoutScheme(
    _ scheme: FirefoxScheme, _ typed: TypedText, _ context: Typed.Context
  ) -> Resolution {
    let isBegun = scheme.text.beginsWithSlashes
    let text = isBegun ? scheme.text.withoutLeadingSlashes : scheme.text
    guard !scheme.isCommon, let url = text.firefoxAddress else {
      return .search(typed.words(), "It does not make a valid address.", context)
    }
    let host = FirefoxHost(url, typed, context)
    let address = host.repaired(url).withSingleDots
    if let reason = host.reason(text, url, isBegun: isBegun) { return .address(address, reason) }
    return .search(typed.words(), "It does not look like an address.", context)
      .beside(address, isOffered: false)
  }
}

extension URL {
  /// The URL to try if no host with this name is found, as in Firefox: `www.` before a host
  /// of one or two labels, `.com` after one of one label, and `https`.
  ///
  /// Nil for other hosts and schemes, and if there are credentials or a port. Source:
  /// `maybeSetAlternateFixedURI` of Firefox.
  public var alternate: URL? {
    guard scheme == "http", username.isEmpty, password.isEmpty, port == nil, let host else {
      return nil
    }
    let dots = host.utf8.count { $0 == UInt8(ascii: ".") }
    let bytes = Array(host.utf8)
    let isName = !["localhost", "http", "https"].contains { bytes.elementsEqual($0.utf8) }
    let begins = bytes.starts(with: "www.".utf8)
    guard isName, dots < 2, dots == 0 || !begins || bytes.count == 4 else { return nil }
    var url = self
    url.setScheme("https")
    url.setHost(begins ? host + "com" : "www." + host + (dots == 0 ? ".com" : ""))
    return url
  }
}
