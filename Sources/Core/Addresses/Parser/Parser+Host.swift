/// The host parser (URL Standard, section 3.5).
extension Parser {
  /// Writes a non-empty host.
  ///
  /// - Returns: False if the host is not valid.
  mutating func parseHost(_ input: Span<UInt8>) -> Bool {
    if input[0] == UInt8(ascii: "[") {
      guard input.count > 1, input[input.count - 1] == UInt8(ascii: "]"),
        let address = IPv6(input.extracting(1..<input.count - 1))
      else { return false }
      address.write(to: &writer)
      return true
    }
    return isSpecial ? parseDomain(input) : parseOpaqueHost(input)
  }

  /// Writes the host of a scheme that is not special, percent-encoded.
  private mutating func parseOpaqueHost(_ input: Span<UInt8>) -> Bool {
    for index in input.indices where ByteSet.forbiddenInHost.contains(input[index]) {
      return false
    }
    writer.append(input, encoding: .control)
    return true
  }

  /// Writes a domain. Most domains are ASCII without percent signs.
  private mutating func parseDomain(_ input: Span<UInt8>) -> Bool {
    var isUnusual = false
    var isForbidden = false
    for index in input.indices {
      let byte = input[index]
      isUnusual = isUnusual || byte >= 0x80 || byte == UInt8(ascii: "%")
      isForbidden = isForbidden || ByteSet.forbiddenInDomain.contains(byte)
    }
    if isUnusual { return parseUnusualDomain(input) }
    return !isForbidden && writeDomain(input)
  }

  /// Writes a domain with percent signs or non-ASCII characters.
  private mutating func parseUnusualDomain(_ input: Span<UInt8>) -> Bool {
    guard input.count <= Domain.lengthLimit else { return false }
    guard input.firstIndex(of: UInt8(ascii: "%"), in: 0..<input.count) != nil else {
      return parseUnicodeDomain(input)
    }
    let decoded = PercentEncoding.decode(input)
    return decoded.span.isASCII ? parseASCIIDomain(decoded) : parseUnicodeDomain(decoded.span)
  }

  /// Writes a domain in UTF-8 after its conversion to ASCII.
  private mutating func parseUnicodeDomain(_ domain: Span<UInt8>) -> Bool {
    guard let ascii = Domain.ascii(domain) else { return false }
    return parseASCIIDomain(ascii)
  }

  /// Writes a domain in ASCII if it has no forbidden characters.
  private mutating func parseASCIIDomain(_ domain: [UInt8]) -> Bool {
    for byte in domain where ByteSet.forbiddenInDomain.contains(byte) { return false }
    return !domain.isEmpty && writeDomain(domain.span)
  }

  /// Writes a valid domain in lower case, or as an IPv4 address if it ends in a number.
  private mutating func writeDomain(_ domain: Span<UInt8>) -> Bool {
    guard IPv4.endsInNumber(domain, 0..<domain.count) else {
      writer.appendLowercased(domain)
      return true
    }
    guard let address = IPv4(domain) else { return false }
    address.write(to: &writer)
    return true
  }
}
