/// Texts that begin with a scheme.
extension RetracePolicy {
  /// Schemes that are followed without `//` behind them.
  private static let knownSchemes: [StaticString] = [
    "about", "blob", "data", "geo", "magnet", "mailto", "sms", "tel",
  ]

  /// The address or the refusal, nil where the text has no scheme that counts.
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

  private static func script(_ typed: TypedText) -> Resolution {
    URL(utf8: typed.bytes.span).map { .address($0, "It is a script.") }
      ?? .refused("The address is not valid.")
  }

  /// The source of what the rest of the text is the address of.
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
