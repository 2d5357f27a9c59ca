/// The host parser (URL Standard, section 3.5).
extension Parser {
  /// Writes a host that is not empty; false when it is not valid.
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

  private mutating func parseOpaqueHost(_ input: Span<UInt8>) -> Bool {
    for index in input.indices where ByteSet.forbiddenInHost.contains(input[index]) {
      return false
    }
    writer.append(input, encoding: .control)
    return true
  }

  private mutating func parseDomain(_ input: Span<UInt8>) -> Bool {
    var isUnusual = false
    var isForbidden = false
    for index in input.indices {
      let byte = input[index]
      isUnusual = isUnusual || byte >= 0x80 || byte == UInt8(ascii: "%")
      isForbidden = isForbidden || ByteSet.forbiddenInDomain.contains(byte)
    }
    if isUnusual { return parseUnusualDomain(input) }
    guard !isForbidden else { return false }
    let start = writer.count
    writer.appendLowercased(input)
    return endDomain(from: start)
  }

  /// A domain with percent signs or characters outside of ASCII.
  private mutating func parseUnusualDomain(_ input: Span<UInt8>) -> Bool {
    guard input.count <= Domain.lengthLimit else { return false }
    let start = writer.count
    let decoded = PercentEncoding.decode(input)
    if decoded.span.isASCII {
      for byte in decoded { writer.append(byte.lowercased) }
    } else {
      guard let ascii = Domain.ascii(decoded.span) else { return false }
      writer.append(ascii.span)
    }
    for index in start..<writer.count
    where ByteSet.forbiddenInDomain.contains(writer.bytes[index]) {
      return false
    }
    return writer.count > start && endDomain(from: start)
  }

  /// Replaces a written domain that ends in a number by the IPv4 address that it is.
  private mutating func endDomain(from start: Int) -> Bool {
    let domain = start..<writer.count
    guard IPv4.endsInNumber(writer.bytes.span, domain) else { return true }
    guard let address = IPv4(writer.bytes.span.extracting(domain)) else { return false }
    writer.removeLast(from: start)
    address.write(to: &writer)
    return true
  }
}
