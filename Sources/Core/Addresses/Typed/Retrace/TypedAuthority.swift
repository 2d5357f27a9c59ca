/// What stands before the first slash of a text without a scheme, taken as credentials, host and
/// port.
struct TypedAuthority {
  let hasUser: Bool
  let hasPassword: Bool
  /// Whether a colon stands behind the host; the port may be empty.
  let hasPort: Bool
  let portIsEmpty: Bool
  /// Whether the port is digits alone, or empty.
  let portIsNumber: Bool
  /// Whether it is no more than 65535 besides.
  let portIsValid: Bool
  /// Whether there is a space or control character; such a text is words.
  let hasSpace: Bool
  let host: Range<Int>
  private let bytes: [UInt8]

  init(_ text: TypedText) {
    bytes = text.bytes
    let span = text.bytes.span
    let end = text.authorityEnd
    let at = span.lastIndex(of: UInt8(ascii: "@"), in: 0..<end)
    let start = at.map { $0 + 1 } ?? 0
    hasUser = at != nil
    hasPassword = at.map { span.firstIndex(of: UInt8(ascii: ":"), in: 0..<$0) != nil } ?? false
    let colon = span.portColon(start..<end)
    host = start..<(colon ?? end)
    hasPort = colon != nil
    let digits = (colon.map { $0 + 1 } ?? end)..<end
    portIsEmpty = digits.isEmpty
    portIsNumber = span.areDigits(digits)
    portIsValid = span.isPort(digits)
    hasSpace = text.bytes[..<end].contains { $0 <= 0x20 }
  }

  var hostIsEmpty: Bool { host.isEmpty }

  var hostIsDotted: Bool { host.contains { bytes[$0] == UInt8(ascii: ".") } }

  /// Whether the host has only what names are made of: letters, digits, `-`, `.`, `_`, and
  /// anything outside of ASCII.
  var hostIsName: Bool {
    !host.isEmpty
      && host.allSatisfy {
        let byte = bytes[$0]
        return byte >= 0x80 || byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      }
  }

  var hostIsBracketed: Bool { !host.isEmpty && bytes[host.lowerBound] == UInt8(ascii: "[") }

  /// Whether it is a host whatever stands behind it: a name with a dot, an IP address, this computer.
  var hostIsSurelyOne: Bool {
    hostIsDotted || hostIsBracketed
      || bytes.span.extracting(host).isEqualIgnoringCase("localhost")
  }

  var hostEndsInNumber: Bool { IPv4.endsInNumber(bytes.span, host) }

  /// Whether the host is written as four decimal numbers.
  var hostIsFullIPv4: Bool {
    host.allSatisfy { bytes[$0].isDigit || bytes[$0] == UInt8(ascii: ".") }
      && host.count { bytes[$0] == UInt8(ascii: ".") } == 3
  }

  var hostBeginsWithLetter: Bool {
    !host.isEmpty && (bytes[host.lowerBound].isLetter || bytes[host.lowerBound] >= 0x80)
  }
}

extension TypedAuthority {
  /// A sentence for an address that the parser does not take; the offset is behind the scheme.
  static func reasonOfFailure(_ typed: TypedText, from start: Int) -> String {
    let bytes = typed.bytes
    let slashes = bytes.span.leadingSlashes(start..<bytes.count)
    let authority = TypedAuthority(typed.dropping(start + slashes))
    if authority.hostIsEmpty { return "The address has no host." }
    if authority.hasPort, !authority.portIsValid {
      return "The port is not a number from 0 to 65535."
    }
    if authority.hostIsBracketed || authority.hostEndsInNumber {
      return "The host is no valid IP address."
    }
    return "The host has characters that no host may have."
  }
}
