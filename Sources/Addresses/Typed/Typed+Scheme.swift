/// Texts that begin with a scheme.
extension Typed {
  /// Schemes that are followed without `//` behind them.
  private static let knownSchemes: [StaticString] = [
    "about", "blob", "data", "geo", "magnet", "mailto", "sms", "tel", "view-source",
  ]

  /// The address or the refusal, nil where the text has no scheme that counts.
  static func withScheme(_ typed: TypedText, _ context: Context) -> Resolution? {
    guard let length = typed.schemeLength else { return nil }
    let bytes = typed.bytes
    if typed.schemeIs("javascript") { return script(typed, context) }
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
      return .address(url, "It begins with a scheme.")
    }
    return isSpecial && !bytes[after].isSlash(special: true)
      ? nil : .refused(reasonOfFailure(typed, from: after))
  }

  private static func script(_ typed: TypedText, _ context: Context) -> Resolution {
    guard context.allowsScript else {
      return .refused("Addresses with javascript: are not followed.")
    }
    return URL(utf8: typed.bytes.span).map { .address($0, "Scripts are allowed.") }
      ?? .refused("The address is not valid.")
  }

  /// A sentence for an address that the parser does not take.
  private static func reasonOfFailure(_ typed: TypedText, from start: Int) -> String {
    let bytes = typed.bytes
    let slashes = bytes.span.leadingSlashes(start..<bytes.count)
    let authority = TypedAuthority(TypedText(typed.words(from: start + slashes)))
    if authority.hostIsEmpty { return "The address has no host." }
    if authority.hasPort, !authority.portIsValid {
      return "The port is not a number from 0 to 65535."
    }
    if authority.hostLooksLikeAddress { return "The host is no valid IP address." }
    return "The host has characters that no host may have."
  }
}
