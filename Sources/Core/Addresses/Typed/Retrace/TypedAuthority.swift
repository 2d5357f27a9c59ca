/// The part of a text before its first slash, read as credentials, host and port.
struct TypedAuthority {
  /// Whether there is a user name, indicated by an `@`.
  let hasUser: Bool
  /// Whether there is a password, indicated by a colon before the `@`.
  let hasPassword: Bool
  /// Whether a colon follows the host. The port may be empty.
  let hasPort: Bool
  /// Whether the port is missing or has no characters.
  let portIsEmpty: Bool
  /// Whether the port consists only of digits, or is empty.
  let portIsNumber: Bool
  /// Whether the port is empty or a number up to 65,535.
  let portIsValid: Bool
  /// Whether there is a space or control character. A text with such a character is searched for.
  let hasSpace: Bool
  /// The offsets of the host.
  let host: Range<Int>
  private let bytes: [UInt8]

  /// Reads the beginning of a text without a scheme.
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

  /// Whether there is no host.
  var hostIsEmpty: Bool { host.isEmpty }

  /// Whether the host contains a dot.
  var hostIsDotted: Bool { host.contains { bytes[$0] == UInt8(ascii: ".") } }

  /// Whether the host consists only of characters of names: letters, digits, `-`, `.`, `_`, and all
  /// non-ASCII characters.
  var hostIsName: Bool {
    !host.isEmpty
      && host.allSatisfy {
        let byte = bytes[$0]
        return byte >= 0x80 || byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      }
  }

  /// Whether the host begins with a bracket, like an IPv6 address.
  var hostIsBracketed: Bool { !host.isEmpty && bytes[host.lowerBound] == UInt8(ascii: "[") }

  /// Whether this part is certainly a host, regardless of the text that follows: a name with a dot,
  /// an IP address, or `localhost`.
  var hostIsSurelyOne: Bool {
    hostIsDotted || hostIsBracketed
      || bytes.span.extracting(host).isEqualIgnoringCase("localhost")
  }

  /// Whether the last label of the host is a number, so that the parser reads it as an IPv4
  /// address.
  var hostEndsInNumber: Bool { IPv4.endsInNumber(bytes.span, host) }

  /// Whether the host is written as four decimal numbers.
  var hostIsFullIPv4: Bool {
    host.allSatisfy { bytes[$0].isDigit || bytes[$0] == UInt8(ascii: ".") }
      && host.count { bytes[$0] == UInt8(ascii: ".") } == 3
  }

  /// Whether the host begins with a letter.
  var hostBeginsWithLetter: Bool {
    !host.isEmpty && (bytes[host.lowerBound].isLetter || bytes[host.lowerBound] >= 0x80)
  }
}

extension TypedAuthority {
  /// Returns a sentence that states why the parser rejects an address.
  ///
  /// - Parameters:
  ///   - typed: The complete text.
  ///   - start: The offset after the scheme and its colon.
  static func reasonOfFailure(_ typed: TypedText, from start: Int) -> String {
    let bytes = typed.bytes
    let slashes = bytes.span.leadingSlashes(start..<bytes.count)
    let authority = TypedAuthority(typed.dropping(start + slashes))
    if authority.hostIsEmpty { return "The address has no host." }
    if authority.hasPort, !authority.portIsValid {
      return "The port is not a number from 0 to 65535."
    }
    if authority.hostIsBracketed || authority.hostEndsInNumber {
      return "The host is not a valid IP address."
    }
    return "The host contains characters that are not allowed."
  }
}
