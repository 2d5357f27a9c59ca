/// The default policy: opens text that is certainly an address, searches for other text, and
/// refuses text that would lead to an unexpected place, with a sentence that states the reason.
///
/// The first rule that applies determines the result:
///
/// 1. a leading `?` forces a search;
/// 2. a path of the file system;
/// 3. a known scheme, or any scheme followed by `//`, after correcting mistyped schemes;
/// 4. an IPv6 address without brackets;
/// 5. a host, to which a scheme is added;
/// 6. a path that begins with two slashes;
/// 7. everything else is search terms.
enum RetracePolicy {
  /// Resolves a text that does not begin with a keyword.
  static func resolve(_ typed: TypedText, _ context: Typed.Context) -> Resolution {
    if typed.first == UInt8(ascii: "?") { return .forcedSearch(typed, context) }
    let typed = typed.completed(context)
    let slip = SchemeTypo(typed)
    let text = slip?.text ?? typed
    return path(text, context)
      ?? withScheme(text, slip?.reason ?? "It begins with a scheme.", context)
      ?? bareIPv6(text) ?? withoutScheme(text, context) ?? doubleSlashPath(text)
      ?? search(typed, context)
  }

  /// Returns a search. If the text contains a bang, as in `!w swift` or `swift !w`, the search uses
  /// the engine that the bang names.
  private static func search(_ typed: TypedText, _ context: Typed.Context) -> Resolution {
    if let bang = Bang(typed, context) {
      return .search(
        bang.words, "The bang names a search engine.", context, by: bang.engine)
    }
    return .search(typed.words(), reasonForWords(typed, context), context)
  }
}

extension TypedText {
  /// Returns the text with its host completed if the context has a completion, otherwise the text
  /// itself.
  func completed(_ context: Typed.Context) -> TypedText {
    guard context.completion != nil else { return self }
    let isHTTP = schemeIs("http") || schemeIs("https")
    let colon = isHTTP ? schemeLength.map { $0 + 1 } ?? 0 : 0
    let start = colon + bytes.span.leadingSlashes(colon..<bytes.count)
    let authority = TypedAuthority(TypedText(Array(bytes[start...])))
    guard authority.hostIsName, !authority.hasSpace else { return self }
    let host = start + authority.host.lowerBound..<start + authority.host.upperBound
    let completed = DomainCompletion.completed(Array(bytes[host]), context)
    return TypedText(bytes[..<host.lowerBound] + completed + bytes[host.upperBound...])
  }
}

/// Texts without a scheme that may be addresses.
extension RetracePolicy {
  /// Returns the URL of an IPv6 address without brackets, or nil for other texts. The address may
  /// be followed by anything that may follow a host, except a port.
  ///
  /// The address must contain a digit. Without a digit, the text is most likely a name in a
  /// program, such as `a::b`.
  static func bareIPv6(_ typed: TypedText) -> Resolution? {
    let end = typed.authorityEnd
    let host = typed.bytes[..<end]
    guard host.count(where: { $0 == UInt8(ascii: ":") }) >= 2, host.contains(where: { $0.isDigit }),
      host.allSatisfy({
        $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
      })
    else { return nil }
    let brackets = (UInt8(ascii: "["), UInt8(ascii: "]"))
    let text = TypedText([brackets.0] + host + [brackets.1] + typed.bytes[end...])
    return text.address(after: "http://").map { .address($0, "It is an IP address.") }
  }

  /// Returns the address or the refusal of a text that begins with a host, or nil if the text is
  /// more likely meant as a search.
  static func withoutScheme(_ typed: TypedText, _ context: Typed.Context) -> Resolution? {
    let typed = typed.beginsWithSlashes ? typed.withoutLeadingSlashes : typed
    let authority = TypedAuthority(typed)
    guard !authority.hasSpace, authority.hostIsName || authority.hostIsBracketed else { return nil }
    guard !authority.hasPort || authority.portIsNumber else { return nil }
    guard authority.portIsValid else {
      return authority.hostIsSurelyOne
        ? .refused("The port is not a number from 0 to 65535.") : nil
    }
    guard let url = typed.address(after: "http://"), let name = url.host else { return nil }
    let host = TypedHostKind(name, context.suffixes)
    guard let reason = reason(for: host, name, authority, typed, context) else { return nil }
    // An explicit port that is the default port of http indicates http.
    let isPlain = host.isLocal || !authority.portIsEmpty && url.port == nil
    let address = isPlain ? url : typed.address(after: "https://")
    return address.map { .address($0.withSingleDots, reason) }
  }

  /// Returns the reason why the host makes the text an address, or nil if the host does not make it
  /// an address.
  private static func reason(
    for host: TypedHostKind, _ name: String, _ authority: TypedAuthority, _ typed: TypedText,
    _ context: Typed.Context
  ) -> String? {
    let hasMore = authority.hasPassword || !authority.portIsEmpty || typed.hasAddressPath
    let isMailAddress =
      authority.hasUser && !hasMore && typed.authorityEnd == typed.bytes.count
      && context.completion == nil
    switch host {
    case .name: return isMailAddress ? nil : "It is a host name."
    case .localhost: return isMailAddress ? nil : "It is this computer."
    case .ipv6: return "It is an IP address."
    case .ipv4:
      return authority.hostIsFullIPv4 || authority.hasPassword || typed.hasAddressPath
        ? "It is an IP address." : nil
    case .unknownName: return hasMore ? "It looks like an address." : nil
    case .word:
      if !isMailAddress, context.isKnownHost(name) { return "It is a known host." }
      return hasMore && authority.hostBeginsWithLetter ? "It looks like an address." : nil
    case .other: return nil
    }
  }
}

/// Paths of the file system.
extension RetracePolicy {
  /// Returns the `file:` URL of a path that begins with a slash or the home folder, or nil for
  /// other texts.
  ///
  /// The complete text is the path, so `?` and `#` are parts of file names.
  static func path(_ typed: TypedText, _ context: Typed.Context) -> Resolution? {
    let bytes = typed.bytes
    guard let first = bytes.first else { return nil }
    var path: [UInt8]
    if first == UInt8(ascii: "/") {
      guard bytes.count == 1 || bytes[1] != first else { return nil }
      path = bytes
    } else if first == UInt8(ascii: "~"), let home = context.homeFolder,
      bytes.count == 1 || bytes[1] == UInt8(ascii: "/")
    {
      path = Array(home.utf8) + bytes.dropFirst()
    } else {
      return nil
    }
    return file(path)
  }

  /// Returns the `file:` URL of a path that begins with two slashes, if the slashes are not
  /// followed by a host.
  static func doubleSlashPath(_ typed: TypedText) -> Resolution? {
    guard typed.bytes.span.hasTwoSlashes(at: 0..<typed.bytes.count) else { return nil }
    return file(Array(typed.bytes.dropFirst()))
  }

  /// Returns the resolution of a path.
  private static func file(_ path: [UInt8]) -> Resolution? {
    URL.file(path: path).map { .address($0, "It is a file path.") }
  }
}

/// Texts that begin with a scheme.
extension RetracePolicy {
  /// Schemes that are recognised without `//` after them, in addition to the special schemes.
  private static let knownSchemes: [StaticString] = [
    "about", "blob", "data", "geo", "magnet", "mailto", "sms", "tel",
  ]

  /// Returns the address or the refusal of a text with a scheme, or nil if the apparent scheme is
  /// not a scheme.
  static func withScheme(
    _ typed: TypedText, _ reason: String, _ context: Typed.Context
  ) -> Resolution? {
    guard let length = typed.schemeLength else { return nil }
    let bytes = typed.bytes
    if typed.schemeIs("javascript") { return script(typed) }
    if typed.schemeIs("view-source") { return viewSource(typed.dropping(length + 1), context) }
    let after = length + 1
    guard after < bytes.count, bytes[after] > 0x20 else { return nil }
    let name = bytes[..<length].map { $0.lowercased }
    let isSpecial = Scheme(name.span).isSpecial
    let hasSlashes = bytes.span.hasTwoSlashes(at: after..<bytes.count)
    let isKnown = knownSchemes.contains { typed.schemeIs($0) }
    guard isSpecial || hasSlashes || isKnown else { return nil }
    if let url = URL(utf8: bytes.span) {
      guard url.host?.isEmpty != true || url.isSpecial || !hasSlashes || !url.path.isEmpty else {
        return .refused("The address has no host.")
      }
      return .address(url, reason)
    }
    return isSpecial && !bytes[after].isSlash(special: true)
      ? nil : .refused(TypedAuthority.reasonOfFailure(typed, from: after))
  }

  /// Returns the resolution of a `javascript:` URL. Whether such a URL is allowed is checked later.
  private static func script(_ typed: TypedText) -> Resolution {
    URL(utf8: typed.bytes.span).map { .address($0, "It is a script.") }
      ?? .refused("The address is not valid.")
  }

  /// Returns the `view-source:` URL of the address in the rest of the text, or a refusal if the
  /// rest is not an address.
  private static func viewSource(_ rest: TypedText, _ context: Typed.Context) -> Resolution {
    guard !rest.schemeIs("view-source"), !rest.isEmpty else {
      return .refused("There is no address to show the source of.")
    }
    let inner = resolve(rest, context)
    guard inner.kind == .url, let url = inner.url else {
      return inner.kind == .refused
        ? inner : .refused("There is no address to show the source of.")
    }
    return URL("view-source:" + url.href).map { .address($0, inner.reason) }
      ?? .refused("The address is not valid.")
  }
}

/// The reasons why a text is searched for.
extension RetracePolicy {
  /// Returns the sentence for a text that is searched for.
  static func reasonForWords(_ typed: TypedText, _ context: Typed.Context) -> String {
    let authority = TypedAuthority(typed)
    if authority.hasSpace { return "It contains a space." }
    if authority.hasUser, authority.hostIsName, !authority.hasPassword {
      return "It looks like an email address."
    }
    if let length = typed.schemeLength, length + 1 < typed.bytes.count, !authority.portIsNumber {
      return "It does not begin with a known scheme."
    }
    guard authority.hostIsName, !authority.hasPort,
      let name = typed.address(after: "http://")?.host
    else { return "It does not look like an address." }
    return switch TypedHostKind(name, context.suffixes) {
    case .word: "It is a word, not a known host."
    case .unknownName: "It does not end in a known suffix."
    case .ipv4: "An IP address must be written as four numbers."
    case .name, .localhost, .ipv6, .other: "It does not look like an address."
    }
  }
}
