/// Texts without a scheme that may be an address.
extension RetracePolicy {
  /// An IPv6 address without its brackets, and what may stand behind a host but a port: nil for other texts.
  ///
  /// One of letters alone is most often a name in a program: `a::b`.
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
    return text.address(behind: "http://").map { .address($0, "It is an IP address.") }
  }

  /// The address, nil where the text is better searched for.
  static func withoutScheme(_ typed: TypedText, _ context: Typed.Context) -> Resolution? {
    let typed = typed.beginsWithSlashes ? typed.withoutLeadingSlashes : typed
    let authority = TypedAuthority(typed)
    guard !authority.hasSpace, authority.hostIsName || authority.hostIsBracketed else { return nil }
    guard !authority.hasPort || authority.portIsNumber else { return nil }
    guard authority.portIsValid else {
      return authority.hostIsSurelyOne
        ? .refused("The port is not a number from 0 to 65535.") : nil
    }
    guard let url = typed.address(behind: "http://"), let name = url.host else { return nil }
    let host = TypedHost(name, context.suffixes)
    guard let reason = reason(for: host, name, authority, typed, context) else { return nil }
    // A port that is written and is the default one of http says so.
    let isPlain = host.isLocal || !authority.portIsEmpty && url.port == nil
    let address = isPlain ? url : typed.address(behind: "https://")
    return address.map { .address($0.withSingleDots, reason) }
  }

  /// Why the host makes the text an address, nil where it does not.
  private static func reason(
    for host: TypedHost, _ name: String, _ authority: TypedAuthority, _ typed: TypedText,
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
    case .unknownName: return hasMore ? "It is written like an address." : nil
    case .word:
      if !isMailAddress, context.isKnownHost(name) { return "It is a host that is known." }
      return hasMore && authority.hostBeginsWithLetter ? "It is written like an address." : nil
    case .other: return nil
    }
  }
}
