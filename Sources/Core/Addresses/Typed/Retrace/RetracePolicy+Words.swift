/// Why a text is words.
extension RetracePolicy {
  static func reasonForWords(_ typed: TypedText, _ context: Typed.Context) -> String {
    let authority = TypedAuthority(typed)
    if authority.hasSpace { return "There is a space in it." }
    if authority.hasUser, authority.hostIsName, !authority.hasPassword {
      return "It is written like a mail address."
    }
    if let length = typed.schemeLength, length + 1 < typed.bytes.count, !authority.portIsNumber {
      return "It begins with no scheme that is known."
    }
    guard authority.hostIsName, !authority.hasPort,
      let name = typed.address(behind: "http://")?.host
    else { return "It does not look like an address." }
    return switch TypedHost(name, context.suffixes) {
    case .word: "It is a word, and no host that is known."
    case .unknownName: "It ends in no suffix that is known."
    case .ipv4: "An IP address is written as four numbers."
    case .name, .localhost, .ipv6, .other: "It does not look like an address."
    }
  }
}
